import { type Profile } from '@repasse/chassis/auth/principal';
import { type Tx } from '@repasse/chassis/postgres/database';

export interface Membership {
  readonly userId: number;
  readonly personId: string;
  readonly role: string;
  readonly createdAt: string;
}

export interface Member extends Omit<Membership, 'userId'> {
  readonly name: string;
  readonly email: string;
  readonly hasSecondFactor: boolean;
  readonly hasPasskey: boolean;
}

export interface MembershipOfPerson {
  readonly userId: number;
  readonly userName: string;
  readonly userProfiles: readonly Profile[];
  readonly role: string;
  /** The provider that the user asks its people to sign in by; null without one, and in a session by it. */
  readonly requiredCompany: RequiredCompany | null;
}

export interface RequiredCompany {
  readonly signInName: string;
  readonly displayName: string;
}

/** The longest there first. */
export const listMembers = (tx: Tx, userId: number): Promise<Member[]> =>
  tx.query<Member>(
    `select m.person_id as "personId", p.name, p.email, m.role, m.created_at as "createdAt",
       f.confirmed_at is not null as "hasSecondFactor",
       exists (select from passkeys k where k.person_id = p.person_id) as "hasPasskey"
     from memberships m join persons p using (person_id) left join person_second_factors f using (person_id)
     where m.user_id = $1 order by m.created_at, m.person_id`,
    [userId],
  );

/** At users that are not suspended, the longest first: all of them, or the one that a session by a company is bound to. */
export const membershipsOfPerson = (
  tx: Tx,
  personId: string,
  companyUserId: number | null,
): Promise<MembershipOfPerson[]> =>
  tx.query<MembershipOfPerson>(
    `select m.user_id as "userId", u.name as "userName", u.profiles as "userProfiles", m.role,
       case when c.user_id is not null
         then json_build_object('signInName', c.sign_in_name, 'displayName', c.display_name) end as "requiredCompany"
     from memberships m join users u on u.id = m.user_id
       left join company_providers c on c.user_id = m.user_id and c.is_required and $2::bigint is null
     where m.person_id = $1 and u.status = 'ACTIVE' and ($2::bigint is null or m.user_id = $2)
     order by m.created_at, m.user_id`,
    [personId, companyUserId],
  );

export const findRoleAt = async (tx: Tx, userId: number, personId: string): Promise<string | undefined> =>
  (
    await tx.query<Pick<Membership, 'role'>>('select role from memberships where user_id = $1 and person_id = $2', [
      ...[userId, personId],
    ])
  )[0]?.role;

/** Whether the person, not suspended, has a role at the user and their session has not ended and is not bound to another user. */
export const actsFor = async (tx: Tx, userId: number, personId: string, sessionId: string): Promise<boolean> =>
  (
    await tx.query(
      `select 1 from memberships m join persons p using (person_id) join sessions s using (person_id)
         join users u on u.id = m.user_id
       where m.user_id = $1 and m.person_id = $2 and s.session_id = $3 and s.ended_at is null
         and (s.company_user_id is null or s.company_user_id = m.user_id)
         and p.status = 'ACTIVE' and u.status = 'ACTIVE'`,
      [userId, personId, sessionId],
    )
  ).length > 0;

/** False when they have a role there. */
export const insertMembership = async (
  tx: Tx,
  { userId, personId, role, createdAt }: Membership,
  createdBy: string,
): Promise<boolean> =>
  (
    await tx.query(
      `insert into memberships (user_id, person_id, role, created_at, created_by) values ($1, $2, $3, $4, $5)
       on conflict do nothing returning person_id`,
      [userId, personId, role, createdAt, createdBy],
    )
  ).length > 0;

export const setRole = async (tx: Tx, userId: number, personId: string, role: string): Promise<void> => {
  await tx.query('update memberships set role = $3 where user_id = $1 and person_id = $2', [userId, personId, role]);
};

/** Their saved views at the user go with it. */
export const deleteMembership = async (tx: Tx, userId: number, personId: string): Promise<void> => {
  await tx.query('delete from memberships where user_id = $1 and person_id = $2', [userId, personId]);
};
