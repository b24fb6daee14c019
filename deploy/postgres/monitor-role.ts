import { applyRole, onDatabase, type Role, run } from './role-statements';

/** Whose tables it reads: they, and those that are made later, belong to the database's owner. */
export interface ReadDatabase {
  readonly database: string;
  readonly owner: string;
}

export interface MonitorRole extends Role {
  /** For dashboards; the statistics of the server need none. */
  readonly reads: readonly ReadDatabase[];
}

/** The role of postgres_exporter and of dashboards: it sees the server's statistics and reads views, and writes nothing. */
export const applyMonitor = async (adminUrl: string, { reads, ...role }: MonitorRole): Promise<void> => {
  await onDatabase(adminUrl, undefined, async (session) => {
    await applyRole(session, role);
    await run(session, 'grant pg_monitor to %I', role.role);
    await run(session, 'alter role %I set default_transaction_read_only to on', role.role);
    // A panel over too many rows must not keep the server busy.
    await run(session, 'alter role %I set statement_timeout to %L', role.role, '15s');
    for (const { database } of reads) await run(session, 'grant connect on database %I to %I', database, role.role);
  });
  for (const { database, owner } of reads) {
    await onDatabase(adminUrl, database, async (session) => {
      await run(session, 'grant usage on schema public to %I', role.role);
      await run(session, 'grant select on all tables in schema public to %I', role.role);
      // A rebuild of a view makes its tables anew.
      await run(session, 'alter default privileges for role %I grant select on tables to %I', owner, role.role);
    });
  }
};
