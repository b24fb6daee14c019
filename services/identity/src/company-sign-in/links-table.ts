import { type Tx } from '@repasse/chassis/postgres/database';

/** Who somebody is at a provider. */
export interface Subject {
  readonly userId: number;
  readonly issuer: string;
  readonly subject: string;
}

/** False when the person is linked there, or somebody else is by this subject. */
export const insertLink = async (
  tx: Tx,
  { userId, issuer, subject }: Subject,
  personId: string,
  now: string,
): Promise<boolean> =>
  (
    await tx.query(
      `insert into company_links (user_id, person_id, issuer, subject, created_at) values ($1, $2, $3, $4, $5)
       on conflict do nothing returning person_id`,
      [userId, personId, issuer, subject, now],
    )
  ).length > 0;

/** Whom the provider of this user means, and of no other user's. */
export const findLinkedPerson = async (tx: Tx, { userId, issuer, subject }: Subject): Promise<string | undefined> =>
  (
    await tx.query<{ personId: string }>(
      'select person_id as "personId" from company_links where user_id = $1 and issuer = $2 and subject = $3',
      [userId, issuer, subject],
    )
  )[0]?.personId;

export const markLinkUsed = async (tx: Tx, userId: number, personId: string, now: string): Promise<void> => {
  await tx.query('update company_links set last_used_at = $3 where user_id = $1 and person_id = $2', [
    ...[userId, personId, now],
  ]);
};

/** False when there was none. */
export const deleteLink = async (tx: Tx, userId: number, personId: string): Promise<boolean> =>
  (
    await tx.query('delete from company_links where user_id = $1 and person_id = $2 returning person_id', [
      ...[userId, personId],
    ])
  ).length > 0;

export const deleteLinks = async (tx: Tx, userId: number): Promise<void> => {
  await tx.query('delete from company_links where user_id = $1', [userId]);
};

export interface CompanyOfPerson {
  readonly userId: number;
  readonly displayName: string;
  readonly signInName: string;
  readonly linkedAt: string | null;
  readonly lastUsedAt: string | null;
}

/** Users of the person that have a provider: all of them, or the one that their session is bound to. */
export const companiesOfPerson = (tx: Tx, personId: string, companyUserId: number | null): Promise<CompanyOfPerson[]> =>
  tx.query<CompanyOfPerson>(
    `select c.user_id as "userId", c.display_name as "displayName", c.sign_in_name as "signInName",
       l.created_at as "linkedAt", l.last_used_at as "lastUsedAt"
     from company_providers c join users u on u.id = c.user_id join memberships m on m.user_id = c.user_id
       left join company_links l on l.user_id = c.user_id and l.person_id = m.person_id
     where m.person_id = $1 and u.status = 'ACTIVE' and ($2::bigint is null or c.user_id = $2)
     order by c.display_name, c.user_id`,
    [personId, companyUserId],
  );
