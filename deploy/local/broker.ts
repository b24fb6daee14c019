import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, type BackoffLimits } from '@repasse/chassis/waiting/backoff';
import { applyTopics } from '../kafka/apply-topics';
import { type JavaProcess } from '../kafka/java-process';
import { registerSchemas } from '../kafka/register-schemas';
import { startKafka, startRegistry } from '../kafka/start';
import { type PortPlan } from './port-plan';
import { type OnDied } from './supervised-process';

interface Broker {
  readonly brokers: string;
  readonly registryUrl: string;
}

interface BrokerOptions {
  readonly dataDir: string;
  readonly ports: Pick<PortPlan, 'kafka' | 'kafka-metrics' | 'registry'>;
  readonly onDied: OnDied;
  /** Gets what stops each program, as soon as it runs. */
  readonly onStarted: (stop: () => Promise<void>) => void;
}

/** A start of either takes seconds; services keep their events in the outbox until it is back. */
const restartPauses: BackoffLimits = { firstMs: 500, maxMs: 15_000 };

/** Kafka and the schema registry, with every topic and schema. Each is started again when it dies. */
export const startBroker = async ({ dataDir, ports, onDied, onStarted }: BrokerOptions): Promise<Broker> => {
  for (const name of ['kafka', 'registry']) mkdirSync(join(dataDir, name), { recursive: true });
  const kafka = { port: ports.kafka, metricsPort: ports['kafka-metrics'], dataDir: join(dataDir, 'kafka') };
  const broker = await keepRunning('Kafka', () => startKafka(kafka), { onDied, onStarted });
  const registered = { port: ports.registry, dataDir: join(dataDir, 'registry') };
  const registry = await keepRunning('The schema registry', () => startRegistry(registered), { onDied, onStarted });
  await applyTopics({ brokers: broker.brokers });
  await registerSchemas({ registryUrl: registry.url });
  return { brokers: broker.brokers.join(','), registryUrl: registry.url };
};

type Keeping = Pick<BrokerOptions, 'onDied' | 'onStarted'>;

/** Starts a program on its port and data, and starts it there again each time it ends without being asked to. */
export const keepRunning = async <Program extends JavaProcess>(
  name: string,
  start: () => Promise<Program>,
  { onDied, onStarted }: Keeping,
): Promise<Program> => {
  const stopping = new AbortController();
  const first = await start();
  let running: Program | undefined = first;
  const keep = async (): Promise<void> => {
    while (running !== undefined) {
      const how = await running.exited;
      if (stopping.signal.aborted) return;
      onDied(`${name} died (${how}) and is started again.`);
      running = await startAgain(name, start, onDied, stopping.signal);
    }
  };
  const keeping = keep();
  onStarted(async () => {
    stopping.abort();
    await running?.stop();
    await keeping;
  });
  return first;
};

/** Tries until it runs. Returns undefined when the stop was asked for meanwhile. */
const startAgain = async <Program extends JavaProcess>(
  name: string,
  start: () => Promise<Program>,
  onDied: OnDied,
  signal: AbortSignal,
): Promise<Program | undefined> => {
  const isStopping = (): boolean => signal.aborted;
  for (let tries = 1; !isStopping(); tries += 1) {
    // The stop cuts the pause; the loop's condition ends it.
    await delay(backoffMs(tries, restartPauses), undefined, { signal }).catch(() => undefined);
    if (isStopping()) return undefined;
    try {
      const program = await start();
      if (!isStopping()) return program;
      await program.stop();
    } catch (fault) {
      onDied(`${name} could not be started and is tried again: ${String(fault)}`);
    }
  }
  return undefined;
};
