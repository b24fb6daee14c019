import { type Tx } from '@repasse/chassis/postgres/database';
import { type Person } from '../persons/table';

export interface Session {
  readonly sessionId: string;
  readonly personId: string;
  /** The password was right, and a code is still to come. */
  readonly isPending: boolean;
  readonly provenAt: string | null;
  readonly createdAt: string;
  readonly usedAt: string;
  readonly address: string;
  readonly userAgent: string;
  readonly endedAt: string | null;
  /** The user whose provider it came from, where alone it acts; null for passwords and passkeys. */
  readonly companyUserId: number | null;
}

const columns = `session_id as "sessionId", sessions.person_id as "personId", is_pending as "isPending",
  proven_at as "provenAt", sessions.created_at as "createdAt", used_at as "usedAt", address, user_agent as "userAgent",
  ended_at as "endedAt", company_user_id as "companyUserId"`;

export const insertSession = async (tx: Tx, session: Session, secretHash: Buffer): Promise<void> => {
  const { sessionId, personId, isPending, provenAt, createdAt, usedAt, address, userAgent, companyUserId } = session;
  await tx.query(
    `insert into sessions (session_id, person_id, secret_hash, is_pending, proven_at, created_at, used_at, address,
       user_agent, company_user_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [sessionId, personId, secretHash, isPending, provenAt, createdAt, usedAt, address, userAgent, companyUserId],
  );
};

export const findSession = async (tx: Tx, secretHash: Buffer): Promise<Session | undefined> =>
  (await tx.query<Session>(`select ${columns} from sessions where secret_hash = $1`, [secretHash]))[0];

export interface SessionOfPerson {
  readonly session: Session;
  readonly person: Omit<Person, 'passwordHash'>;
  readonly hasSecondFactor: boolean;
  readonly hasPasskey: boolean;
}

type Row = Session &
  Pick<Person, 'email' | 'name' | 'locale' | 'status'> & {
    readonly personCreatedAt: string;
    readonly hasSecondFactor: boolean;
    readonly hasPasskey: boolean;
  };

/** The session and its person in one statement: the console asks for it at each request. */
export const findSessionOfPerson = async (tx: Tx, secretHash: Buffer): Promise<SessionOfPerson | undefined> => {
  const [row] = await tx.query<Row>(
    `select ${columns}, p.email, p.name, p.locale, p.status, p.created_at as "personCreatedAt",
       f.confirmed_at is not null as "hasSecondFactor",
       exists (select from passkeys k where k.person_id = p.person_id) as "hasPasskey"
     from sessions join persons p using (person_id) left join person_second_factors f using (person_id)
     where secret_hash = $1`,
    [secretHash],
  );
  if (row === undefined) return undefined;
  const { email, name, locale, status, personCreatedAt, hasSecondFactor, hasPasskey, ...session } = row;
  const person = { personId: session.personId, email, name, locale, status, createdAt: personCreatedAt };
  return { session, person, hasSecondFactor, hasPasskey };
};

/** Not ended by a word; whether they ran out is for the rules. The latest used first. */
export const listSessions = (tx: Tx, personId: string): Promise<Session[]> =>
  tx.query<Session>(
    `select ${columns} from sessions where person_id = $1 and ended_at is null order by used_at desc, session_id desc`,
    [personId],
  );

export const markSessionUsed = async (tx: Tx, sessionId: string, now: string): Promise<void> => {
  await tx.query('update sessions set used_at = $2 where session_id = $1 and used_at < $2', [sessionId, now]);
};

/** With another secret, so that one that was known before the proof is worth nothing after it. */
export const proveSession = async (tx: Tx, sessionId: string, secretHash: Buffer, now: string): Promise<void> => {
  await tx.query(
    'update sessions set secret_hash = $2, is_pending = false, proven_at = $3, used_at = $3 where session_id = $1',
    [sessionId, secretHash, now],
  );
};

/** A second factor was enrolled in it. */
export const markSessionProven = async (tx: Tx, sessionId: string, now: string): Promise<void> => {
  await tx.query('update sessions set proven_at = $2 where session_id = $1', [sessionId, now]);
};

/** False when it had ended. */
export const endSession = async (tx: Tx, sessionId: string, now: string): Promise<boolean> =>
  (
    await tx.query(
      'update sessions set ended_at = $2 where session_id = $1 and ended_at is null returning session_id',
      [...[sessionId, now]],
    )
  ).length > 0;

/** All of a person but one; all of them where that is null. */
export const endOtherSessions = async (tx: Tx, personId: string, kept: string | null, now: string): Promise<void> => {
  await tx.query(
    `update sessions set ended_at = $3 where person_id = $1 and ended_at is null and session_id is distinct from $2`,
    [personId, kept, now],
  );
};

/** By the provider of a user: those of one person, or of everybody where that is null. */
export const endSessionsOfCompany = async (
  tx: Tx,
  companyUserId: number,
  personId: string | null,
  now: string,
): Promise<void> => {
  await tx.query(
    `update sessions set ended_at = $3
     where company_user_id = $1 and ended_at is null and ($2::text is null or person_id = $2)`,
    [companyUserId, personId, now],
  );
};

/** The user that a session acts for alone; null for one that acts for all of its person's. */
export const companyOfSession = async (tx: Tx, sessionId: string): Promise<number | null> =>
  (await findSessionById(tx, sessionId))?.companyUserId ?? null;

export const findSessionById = async (tx: Tx, sessionId: string): Promise<Session | undefined> =>
  (await tx.query<Session>(`select ${columns} from sessions where session_id = $1`, [sessionId]))[0];
