import { join } from 'node:path';
import { createLogger } from '@repasse/chassis/log/logger';
import { type MigrationSet } from '@repasse/chassis/postgres/migrate';
import { migrateDatabases } from '@repasse/chassis/service/migrate-databases';
import { applyRoles, type RolePlan } from '../postgres/roles';
import { type ServiceToMigrate } from './migrate-services';
import { projectRoot } from './project-root';

/** A parent that is gone, even by kill -9, must not leave this behind; PostgreSQL takes back what was not committed. */
if (process.connected) process.once('disconnect', () => process.exit(1));

const log = createLogger({ service: 'migrate', level: 'warn' });

/** The services are programs of their own: the runner reads which files they have, and nothing else of them. */
const migrationsOf = async (name: string): Promise<readonly MigrationSet[]> => {
  const file = join(projectRoot, 'services', name, 'dist', 'migrations.js');
  const loaded = (await import(file)) as { readonly migrations: readonly MigrationSet[] };
  return loaded.migrations;
};

const migrateOne = async ({ name, ...urls }: ServiceToMigrate): Promise<void> => {
  await migrateDatabases({ service: name, migrations: await migrationsOf(name), ...urls }, log);
};

const run = async (roles: RolePlan | null, services: readonly ServiceToMigrate[]): Promise<void> => {
  if (roles !== null) await applyRoles(roles);
  await Promise.all(services.map(migrateOne));
};

const given = (name: string): unknown => JSON.parse(process.env[name] ?? 'null');

run(given('ROLES_TO_APPLY') as RolePlan | null, given('SERVICES_TO_MIGRATE') as ServiceToMigrate[]).then(
  () => process.exit(0),
  (fault: unknown) => {
    console.error(fault instanceof Error ? fault.message : String(fault));
    process.exit(1);
  },
);
