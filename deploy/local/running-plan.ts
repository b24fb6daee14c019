import { portPlan } from './port-plan';
import { loadSecrets } from './secrets';
import { servicePlan } from './service-plan';
import { readStackFile } from './stack-file';
import type { ProcessSpec } from './supervised-process';

/** Undefined when no system runs on this data folder. */
export const runningPlan = (dataDir: string): readonly ProcessSpec[] | undefined => {
  const stack = stackOf(dataDir);
  if (stack === undefined) return undefined;
  const { baseUrl, postgresUrl, kafkaBrokers, schemaRegistryUrl } = stack;
  return servicePlan({
    ports: portPlan(Number(new URL(baseUrl).port)),
    postgresUrlOf: (database) => `${postgresUrl}/${database}`,
    secrets: loadSecrets(dataDir),
    kafka:
      kafkaBrokers === null || schemaRegistryUrl === null
        ? undefined
        : { brokers: kafkaBrokers, registryUrl: schemaRegistryUrl },
    dataDir,
  });
};

const stackOf = (dataDir: string) => {
  try {
    return readStackFile(dataDir);
  } catch {
    return undefined;
  }
};
