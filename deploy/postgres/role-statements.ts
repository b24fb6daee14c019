import { openSession, type Session } from '@repasse/chassis/postgres/session';
import { scramVerifier } from './scram';

export interface Role {
  readonly role: string;
  readonly password: string;
}

/** Giving a hundred thousand partitions another owner takes its time, once. */
const statementTimeoutMs = 600_000;

export const onDatabase = async (
  adminUrl: string,
  database: string | undefined,
  work: (session: Session) => Promise<void>,
): Promise<void> => {
  const url = new URL(adminUrl);
  if (database !== undefined) url.pathname = `/${encodeURIComponent(database)}`;
  const session = await openSession({ url: url.href, name: 'roles', statementTimeoutMs });
  try {
    await work(session);
  } finally {
    await session.close();
  }
};

/** Runs a statement after the server has quoted its names and texts, `%I` and `%L`. */
export const run = async (session: Session, template: string, ...names: readonly string[]): Promise<void> => {
  const places = names.map((_, index) => `$${index + 2}::text`);
  const [row] = await session.query<{ sql: string }>(`select format($1, ${places.join(', ')}) as sql`, [
    template,
    ...names,
  ]);
  if (row !== undefined) await session.query(row.sql);
};

export const applyRole = async (session: Session, { role, password }: Role): Promise<void> => {
  const known = await session.query('select 1 from pg_roles where rolname = $1', [role]);
  if (known.length === 0) await run(session, 'create role %I', role);
  const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
  await run(session, `alter role %I with ${rights} password %L`, role, scramVerifier(password));
};
