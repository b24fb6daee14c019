import { type Profile } from '@repasse/chassis/auth/principal';
import { type Tx } from '@repasse/chassis/postgres/database';

export type UserStatus = 'ACTIVE' | 'SUSPENDED';

export interface User {
  readonly id: number;
  /** In lower case. */
  readonly email: string;
  readonly emailHash: string;
  readonly name: string;
  readonly status: UserStatus;
  readonly profiles: readonly Profile[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

const columns = `id, email, email_hash as "emailHash", name, status, profiles,
  created_at as "createdAt", updated_at as "updatedAt"`;

/** Undefined when the e-mail is taken. */
export const insertUser = async (tx: Tx, user: Omit<User, 'id'>): Promise<User | undefined> => {
  const { email, emailHash, name, status, profiles, createdAt, updatedAt } = user;
  const [inserted] = await tx.query<User>(
    `insert into users (email, email_hash, name, status, profiles, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning ${columns}`,
    [email, emailHash, name, status, profiles, createdAt, updatedAt],
  );
  return inserted;
};

/** Those whose e-mail is not taken, in one statement; none without any. */
export const insertUsers = async (tx: Tx, users: readonly Omit<User, 'id'>[]): Promise<readonly User[]> => {
  if (users.length === 0) return [];
  return tx.query<User>(
    `insert into users (email, email_hash, name, status, profiles, created_at, updated_at)
     select email, "emailHash", name, status, profiles, "createdAt", "updatedAt"
     from json_to_recordset($1) as (email text, "emailHash" text, name text, status text, profiles text[],
       "createdAt" timestamptz, "updatedAt" timestamptz)
     on conflict do nothing returning ${columns}`,
    [JSON.stringify(users)],
  );
};

/** With the number that the user has already, as after a restore. */
export const insertKnownUser = async (tx: Tx, user: User): Promise<void> => {
  const { id, email, emailHash, name, status, profiles, createdAt, updatedAt } = user;
  await tx.query(
    `insert into users (id, email, email_hash, name, status, profiles, created_at, updated_at)
     overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, email, emailHash, name, status, profiles, createdAt, updatedAt],
  );
};

/** Of a user whose e-mail is not known; see restoration.ts. */
export const setEmail = async (
  tx: Tx,
  { id, email, name, updatedAt }: Pick<User, 'id' | 'email' | 'name' | 'updatedAt'>,
): Promise<void> => {
  await tx.query('update users set email = $2, name = $3, updated_at = $4 where id = $1', [id, email, name, updatedAt]);
};

export const findUser = async (tx: Tx, id: number): Promise<User | undefined> =>
  (await tx.query<User>(`select ${columns} from users where id = $1`, [id]))[0];

/** Until the transaction ends, no other transaction changes the user or gives them a key. */
export const lockUser = async (tx: Tx, id: number): Promise<User | undefined> =>
  (await tx.query<User>(`select ${columns} from users where id = $1 for update`, [id]))[0];

export const findUserByEmailHash = async (tx: Tx, emailHash: string): Promise<User | undefined> =>
  (await tx.query<User>(`select ${columns} from users where email_hash = $1`, [emailHash]))[0];

export const findUsersByEmailHashes = (tx: Tx, emailHashes: readonly string[]): Promise<User[]> =>
  tx.query<User>(`select ${columns} from users where email_hash = any($1)`, [emailHashes]);

export const updateUser = async (tx: Tx, { id, name, status, profiles, updatedAt }: User): Promise<void> => {
  await tx.query('update users set name = $2, status = $3, profiles = $4, updated_at = $5 where id = $1', [
    id,
    name,
    status,
    profiles,
    updatedAt,
  ]);
};

export interface UserFilter {
  readonly email: string | null;
  /** A number, the beginning of an e-mail, or a part of a name. */
  readonly query: string | null;
}

/** What a pattern of LIKE takes for itself stands for itself. */
const literal = (text: string): string => text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`);

/** More digits are no number of a user, and no bigint either. */
const wholeNumber = /^\d{1,15}$/;

/** Texts differ only by which filters are there, so that each finds its index. */
const conditionOf = ({ email, query }: UserFilter) => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const conditions = [
    ...(email === null ? [] : [`email = ${parameter(email)}`]),
    ...(query === null ? [] : [wordCondition(query.trim(), parameter)]),
  ];
  return { where: conditions.join(' and ') || 'true', params };
};

const wordCondition = (query: string, parameter: (value: unknown) => string): string => {
  const text = parameter(literal(query));
  const words = [`email like ${text} || '%'`, `lower(name) like '%' || ${text} || '%'`];
  if (wholeNumber.test(query)) words.push(`id = ${parameter(query)}::bigint`);
  return `(${words.join(' or ')})`;
};

/** Newest first. What is found is found by its words before it is put in order: walking from the newest would read all for a rare name. */
export const listUsers = async (
  tx: Tx,
  filter: UserFilter,
  offset: number,
  limit: number,
): Promise<{ readonly users: readonly User[]; readonly total: number }> => {
  const { where, params } = conditionOf(filter);
  const place = `offset $${params.length + 1} limit $${params.length + 2}`;
  const users = await tx.query<User>(
    filter.query === null
      ? `select ${columns} from users where ${where} order by id desc ${place}`
      : `select ${columns} from (select * from users where ${where} offset 0) found order by id desc ${place}`,
    [...params, offset, limit],
  );
  const [counted] = await tx.query<{ total: number }>(`select count(*) as total from users where ${where}`, params);
  return { users, total: counted?.total ?? 0 };
};
