import { applyTopics } from '../kafka/apply-topics';
import { registerSchemas } from '../kafka/register-schemas';
import { kafkaPrerequisites, startKafka, startRegistry } from '../kafka/start';

/** The first time on a machine Kafka and the registry are fetched, about 200 MB. */
export const kafkaStartTimeoutMs = 300_000;

export interface TestKafka {
  readonly brokers: readonly string[];
  readonly registryUrl: string;
  stop(): Promise<void>;
}

/**
 * A broker and a registry with our topics and schemas: those that TEST_KAFKA_BROKERS and TEST_SCHEMA_REGISTRY_URL name,
 * which saves ten seconds when tests are run again and again, or fresh ones.
 */
export const startTestKafka = async (): Promise<TestKafka> => {
  const kafka = givenKafka() ?? (await freshKafka());
  await applyTopics({ brokers: kafka.brokers });
  await registerSchemas({ registryUrl: kafka.registryUrl });
  return kafka;
};

/** `describe`, unless this machine cannot run Kafka and is not the one that has to: then it says why, and skips. */
export const describeWithKafka = (name: string, tests: () => void): void => {
  const missing = givenKafka() === undefined ? kafkaPrerequisites() : [];
  if (missing.length === 0 || process.env['CI'] === 'true') {
    describe(name, tests);
    return;
  }
  process.stderr.write(`Skipped: ${name}. This machine lacks ${missing.join('; ')}.\n`);
  describe.skip(name, tests);
};

const givenKafka = (): TestKafka | undefined => {
  const brokers = process.env['TEST_KAFKA_BROKERS'];
  const registryUrl = process.env['TEST_SCHEMA_REGISTRY_URL'];
  if (!brokers || !registryUrl) return undefined;
  return { brokers: brokers.split(','), registryUrl, stop: () => Promise.resolve() };
};

const freshKafka = async (): Promise<TestKafka> => {
  const kafka = await startKafka();
  try {
    const registry = await startRegistry();
    const stop = async (): Promise<void> => {
      await registry.stop();
      await kafka.stop();
    };
    return { brokers: kafka.brokers, registryUrl: registry.url, stop };
  } catch (fault) {
    await kafka.stop();
    throw fault;
  }
};
