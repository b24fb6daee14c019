import { type Session } from '@repasse/chassis/postgres/session';
import { applyMonitor, type MonitorRole } from './monitor-role';
import { applyRole, onDatabase, type Role, run } from './role-statements';

export { type Role } from './role-statements';

export interface ServiceRole extends Role {
  readonly database: string;
  readonly isOnBus: boolean;
  /** It builds its tables anew beside the old ones and puts them in their place, so they are its own. */
  readonly ownsTables?: boolean;
}

/** A program of others with a database of its own, which it migrates itself. */
export interface ForeignRole extends Role {
  readonly database: string;
}

export interface RolePlan {
  /** The address of a superuser, of any database of the server. */
  readonly adminUrl: string;
  /** Owns all databases and their tables, and runs the migration step. */
  readonly owner: Role;
  /** Each with its own database. */
  readonly services: readonly ServiceRole[];
  readonly foreign?: readonly ForeignRole[];
  /** Undefined on Kafka. */
  readonly busDatabase: string | undefined;
  /** Of those who watch; none where nobody does. */
  readonly monitor?: MonitorRole | undefined;
}

/**
 * Makes the roles and databases of an installation, or brings them to what they should be; a second run changes nothing
 * but the salts of the passwords. A service's role reads and writes the rows of its own database and of the bus, and
 * makes, changes and drops no table.
 */
export const applyRoles = async (plan: RolePlan): Promise<void> => {
  await onDatabase(plan.adminUrl, undefined, async (session) => {
    for (const role of [plan.owner, ...plan.services, ...(plan.foreign ?? [])]) await applyRole(session, role);
    for (const { database, users, owner, isMigrated } of databasesOf(plan)) {
      await applyDatabase(session, database, owner);
      // In the database of such a service the migration step acts as that service.
      if (isMigrated && owner !== plan.owner.role) {
        await run(session, 'grant %I to %I', owner, plan.owner.role);
        await run(session, 'alter role %I in database %I set role to %I', plan.owner.role, database, owner);
        await run(session, 'grant connect on database %I to %I', database, plan.owner.role);
      }
      for (const user of users) await run(session, 'grant connect, temporary on database %I to %I', database, user);
    }
  });
  for (const { database, users, owner } of databasesOf(plan)) {
    await onDatabase(plan.adminUrl, database, (session) => applyGrants(session, owner, users));
  }
  if (plan.monitor !== undefined) await applyMonitor(plan.adminUrl, plan.monitor);
};

const databasesOf = ({ services, foreign = [], busDatabase, owner: { role: owner } }: RolePlan) => [
  ...services.map(({ database, role, ownsTables }) => ({
    ...{ database, users: [role], isMigrated: true },
    owner: ownsTables === true ? role : owner,
  })),
  ...foreign.map(({ database, role }) => ({ database, users: [role], owner: role, isMigrated: false })),
  ...(busDatabase === undefined
    ? []
    : [
        {
          owner,
          isMigrated: true,
          database: busDatabase,
          users: services.filter(({ isOnBus }) => isOnBus).map(({ role }) => role),
        },
      ]),
];

const applyDatabase = async (session: Session, database: string, owner: string): Promise<void> => {
  const known = await session.query('select 1 from pg_database where datname = $1', [database]);
  if (known.length === 0) await run(session, 'create database %I owner %I', database, owner);
  await run(session, 'alter database %I owner to %I', database, owner);
  // Whoever has a role on the server could connect otherwise.
  await run(session, 'revoke all on database %I from public', database);
};

/** Of tables that are there, and of those that the owner will make. */
const applyGrants = async (session: Session, owner: string, users: readonly string[]): Promise<void> => {
  const [current] = await session.query<{ superuser: string }>('select current_user as superuser');
  const { superuser = owner } = current ?? {};
  await session.query(giveTo(owner));
  await session.query('revoke create on schema public from public');
  for (const user of users) {
    await run(session, 'grant usage on schema public to %I', user);
    await run(session, 'grant select, insert, update, delete on all tables in schema public to %I', user);
    await run(session, 'grant usage, select, update on all sequences in schema public to %I', user);
    const future = 'alter default privileges for role %I grant';
    // Also of what a person makes by hand as the superuser.
    for (const maker of [owner, superuser]) {
      await run(session, `${future} select, insert, update, delete on tables to %I`, maker, user);
      await run(session, `${future} usage, select, update on sequences to %I`, maker, user);
    }
  }
};

/** Databases from before there were roles belong to the superuser. Parts of an extension stay its own. */
const giveTo = (owner: string): string => `do $$
declare
  owner constant name := ${quoted(owner)};
  one record;
begin
  execute format('alter schema public owner to %I', owner);
  for one in
    select c.oid::regclass::text as name, case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end as kind
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'S')
      and c.relowner <> owner::regrole
      and not exists (
        select from pg_depend d where d.objid = c.oid
          -- The sequence of a column goes with its table.
          and (d.deptype = 'e' or c.relkind = 'S' and d.deptype in ('a', 'i'))
      )
  loop
    execute format('alter %s %s owner to %I', one.kind, one.name, owner);
  end loop;
  for one in
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proowner <> owner::regrole
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter routine %s owner to %I', one.name, owner);
  end loop;
  for one in
    select t.oid::regtype::text as name from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typowner <> owner::regrole and t.typtype in ('e', 'd')
  loop
    execute format('alter type %s owner to %I', one.name, owner);
  end loop;
end $$`;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
