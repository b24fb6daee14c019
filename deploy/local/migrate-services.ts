import { fork } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './project-root';
import { migrationUrl, rolesOf } from './roles';
import { type Secrets } from './secrets';
import { type ProcessSpec } from './supervised-process';

/** The part of a service's settings that the process needs. */
export interface ServiceToMigrate {
  readonly name: string;
  readonly postgresUrl: string;
  /** The owner of the tables, where there are roles. */
  readonly migrationPostgresUrl: string | undefined;
  /** Undefined on Kafka, whose topics are made by a step of their own. */
  readonly busPostgresUrl: string | undefined;
}

/** A first start makes seven databases on a cold disk; an upgrade may make an index on every row of the installation. */
const timeoutMs = 30 * 60_000;

/** A person reads the end of it. */
const saidCharactersMax = 4_000;

/**
 * Brings the databases of these services up to date, as `npm run admin -- all migrate --apply` does, but in one process for
 * all of them, which ends before the services start: seven programs would take a second longer. Of an installation it
 * makes the roles first.
 */
export const migrateServices = async (
  plan: readonly Pick<ProcessSpec, 'name' | 'env'>[],
  installation?: { readonly postgresUrl: string; readonly secrets: Secrets },
): Promise<void> => {
  const services: readonly ServiceToMigrate[] = plan.map(({ name, env }) => ({
    name,
    postgresUrl: env['POSTGRES_URL'] ?? '',
    migrationPostgresUrl: installation && migrationUrl(installation.postgresUrl, installation.secrets),
    busPostgresUrl: env['KAFKA_BROKERS'] === undefined ? env['BUS_POSTGRES_URL'] : undefined,
  }));
  const roles = installation && rolesOf(plan, installation.postgresUrl, installation.secrets);
  const child = fork(join(projectRoot, 'deploy', 'dist', 'local', 'migrate-process.js'), {
    env: {
      ...process.env,
      SERVICES_TO_MIGRATE: JSON.stringify(services),
      ROLES_TO_APPLY: JSON.stringify(roles ?? null),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
    detached: true,
    timeout: timeoutMs,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (said = (said + String(chunk)).slice(-saidCharactersMax)));
  const ending = await new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'an unknown end'));
    child.once('error', (fault) => resolve(fault.message));
  });
  if (ending !== 0) throw new Error(`The databases could not be migrated (${String(ending)}):\n${said}`);
};
