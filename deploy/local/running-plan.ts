import { portPlan } from './port-plan';
import { migrationUrl } from './roles';
import { loadSecrets } from './secrets';
import { servicePlan } from './service-plan';
import { readStackFile } from './stack-file';
import { type ProcessSpec } from './supervised-process';

/** Undefined when no system runs on this data folder. */
export const runningPlan = (dataDir: string): readonly ProcessSpec[] | undefined => {
  const stack = stackOf(dataDir);
  if (stack === undefined) return undefined;
  const { baseUrl, postgresUrl, kafkaBrokers, schemaRegistryUrl } = stack;
  const secrets = loadSecrets(dataDir);
  const owner = migrationUrl(postgresUrl, secrets);
  const plan = servicePlan({
    ports: portPlan(Number(new URL(baseUrl).port)),
    postgresUrlOf: (database, role) => asRole(postgresUrl, database, role),
    secrets,
    kafka:
      kafkaBrokers === null || schemaRegistryUrl === null
        ? undefined
        : { brokers: kafkaBrokers, registryUrl: schemaRegistryUrl },
    dataDir,
  });
  // Commands that make tables, and no service, come as their owner.
  return plan.map((spec) => ({ ...spec, env: { ...spec.env, MIGRATION_POSTGRES_URL: owner } }));
};

/** Without a password: that is in a file of the service’s secrets. */
const asRole = (postgresUrl: string, database: string, role: string): string => {
  const url = new URL(postgresUrl);
  [url.username, url.password, url.pathname] = [role, '', `/${database}`];
  return url.href;
};

const stackOf = (dataDir: string) => {
  try {
    return readStackFile(dataDir);
  } catch {
    return undefined;
  }
};
