import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@repasse/chassis/testing/free-port';
import { type ClusterNode, type SecuredListeners } from './server-properties';
import { startKafka, type KafkaOptions, type RunningKafka } from './start-kafka';

/** As in production: one broker may fail and nothing waits, and no message is lost before two disks are. */
const copies = 3;
const inSyncMin = 2;
/** Apart from the brokers, so that the death of two of them leaves one that knows. */
const controllerId = 100;

export interface ClusterOptions {
  /** The listeners beside the plain one, by the broker's number from 0; the controller gets their properties, too. */
  readonly securedOf?: (broker: number) => SecuredListeners;
}

export interface RunningCluster {
  /** Of the plain listeners. */
  readonly brokers: readonly string[];
  /** Ends a broker as a power cut does. */
  kill(broker: number): Promise<void>;
  /** Starts a broker that was killed, on its port and its data. */
  startAgain(broker: number): Promise<void>;
  stop(): Promise<void>;
}

/** A real cluster on 127.0.0.1: one controller and three brokers, three copies of everything and two in sync. */
export const startCluster = async ({ securedOf }: ClusterOptions = {}): Promise<RunningCluster> => {
  const folder = await mkdtemp(join(tmpdir(), 'repasse-cluster-'));
  const controllers = [{ id: controllerId, port: await freePort() }];
  const nodeOf = (id: number, role: 'broker' | 'controller'): ClusterNode => ({
    ...{ id, controllers, copies, inSyncMin },
    roles: [role],
  });
  const properties = securedOf?.(0).properties ?? {};
  const optionsOf = async (id: number, role: 'broker' | 'controller'): Promise<KafkaOptions> => ({
    ...{ port: await freePort(), dataDir: join(folder, String(id)), node: nodeOf(id, role) },
    secured: role === 'broker' && securedOf ? securedOf(id - 1) : { listeners: [], properties },
  });
  const places = await Promise.all([1, 2, 3].map((id) => optionsOf(id, 'broker')));
  // A broker is ready when the controller has let it in, so all start side by side.
  const controller = await optionsOf(controllerId, 'controller');
  const running = await startAll([controller, ...places]);

  const nodeOfBroker = (broker: number): RunningKafka => {
    const node = running[broker + 1];
    if (node === undefined) throw new Error(`There is no broker ${broker}.`);
    return node;
  };
  return {
    brokers: running.slice(1).flatMap(({ brokers }) => brokers),
    kill: async (broker) => {
      const node = nodeOfBroker(broker);
      process.kill(Number(node.pid), 'SIGKILL');
      await node.exited;
    },
    startAgain: async (broker) => {
      running[broker + 1] = await startKafka(places[broker]);
    },
    // The controller last: a broker asks it for leave to go.
    stop: async () => {
      await Promise.all(running.slice(1).map((node) => node.stop()));
      await running[0]?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Where one of them does not start, those that do are stopped. */
const startAll = async (options: readonly KafkaOptions[]): Promise<RunningKafka[]> => {
  const started = await Promise.allSettled(options.map((one) => startKafka(one)));
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed === undefined) return running;
  await Promise.all(running.map((node) => node.stop()));
  throw failed.reason;
};
