import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { applyTopics } from './apply-topics';
import { registerSchemas } from './register-schemas';
import { startKafka } from './start-kafka';
import { startRegistry } from './start-registry';

export { startKafka, type KafkaOptions, type RunningKafka } from './start-kafka';
export { startRegistry, type RegistryOptions, type RunningRegistry } from './start-registry';
export { kafkaPrerequisites } from './prerequisites';

const defaultPorts = { kafka: '9092', registry: '8181' };

/** `node deploy/dist/kafka/start.js`: a broker and a registry with our topics and schemas, until Ctrl-C. */
const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: defaultPorts.kafka },
      'registry-port': { type: 'string', default: defaultPorts.registry },
      data: { type: 'string' },
    },
  });
  const dataDirs = await dataDirsIn(values.data);
  const kafka = await startKafka({ port: Number(values.port), ...dataDirs.kafka });
  const registry = await startRegistry({ port: Number(values['registry-port']), ...dataDirs.registry });
  const stop = async (): Promise<void> => {
    await registry.stop();
    await kafka.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

  await applyTopics({ brokers: kafka.brokers });
  await registerSchemas({ registryUrl: registry.url });
  process.stdout.write(`KAFKA_BROKERS=${kafka.brokers.join(',')}\nSCHEMA_REGISTRY_URL=${registry.url}\n`);
  // Either of them ending, asked for or not, ends both.
  await Promise.race([kafka.exited, registry.exited]);
  await stop();
};

const dataDirsIn = async (root: string | undefined) => {
  if (root === undefined) return { kafka: {}, registry: {} };
  await mkdir(resolve(root), { recursive: true });
  return { kafka: { dataDir: join(root, 'kafka') }, registry: { dataDir: join(root, 'registry') } };
};

if (require.main === module) {
  main().catch((fault: unknown) => {
    process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
    process.exit(1);
  });
}
