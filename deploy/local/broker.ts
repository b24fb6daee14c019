import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { applyTopics } from '../kafka/apply-topics';
import { registerSchemas } from '../kafka/register-schemas';
import { startKafka, startRegistry } from '../kafka/start';

type Broker = { readonly brokers: string; readonly registryUrl: string };

type BrokerOptions = {
  readonly dataDir: string;
  readonly ports: { readonly kafka: number; readonly registry: number };
  /** Gets what stops each program, as soon as it runs. */
  readonly onStarted: (stop: () => Promise<void>) => void;
};

/** Kafka and the schema registry, with every topic and schema. */
export const startBroker = async ({ dataDir, ports, onStarted }: BrokerOptions): Promise<Broker> => {
  for (const name of ['kafka', 'registry']) mkdirSync(join(dataDir, name), { recursive: true });
  const broker = await startKafka({ port: ports.kafka, dataDir: join(dataDir, 'kafka') });
  onStarted(() => stopProgram(broker));
  const registry = await startRegistry({ port: ports.registry, dataDir: join(dataDir, 'registry') });
  onStarted(() => stopProgram(registry));
  await applyTopics({ brokers: broker.brokers });
  await registerSchemas({ registryUrl: registry.url });
  return { brokers: broker.brokers.join(','), registryUrl: registry.url };
};

/** How it ended is of no interest any more. */
const stopProgram = async (program: { readonly stop: () => Promise<unknown> }): Promise<void> => {
  await program.stop();
};
