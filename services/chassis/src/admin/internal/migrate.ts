import { exitCodes, type AdminCommand, type AdminContext } from '../command';
import { loadAdminConfig } from '../settings';
import { listMissingMigrations, migrateDatabases, type MigrationJob } from '../../service/migrate-databases';
import { readBuildInfo } from '../../telemetry/internal/build-info';

const { version } = readBuildInfo();

/** Brings the service's databases up to date. A release's deployment takes this step before it starts the service. */
export const migrateCommand: AdminCommand = {
  name: 'migrate',
  summary: 'create the database where it is missing and apply what it lacks of migrations and functions',
  changes: true,
  signature: { by: 'deployment', why: `release ${version}` },
  run: async (context) => {
    const job = jobOf(context);
    const { log, isApplied } = context;
    const rows = isApplied ? await migrateDatabases(job, log) : await listMissingMigrations(job, log);
    if (rows.length === 0) return { summary: 'Every file is there already.' };
    if (isApplied) return { rows, summary: `Applied ${rows.length} file(s); all of them are there now.` };
    return { rows, summary: `${rows.length} file(s) are missing.`, exitCode: exitCodes.found };
  },
};

const jobOf = ({ service, env, migrations }: AdminContext): MigrationJob => {
  const { postgresUrl, bus, migrationPostgresUrl } = loadAdminConfig(env);
  return {
    ...{ service, migrations, postgresUrl, migrationPostgresUrl },
    busPostgresUrl: bus.kafkaBrokers === undefined ? bus.postgresUrl : undefined,
  };
};
