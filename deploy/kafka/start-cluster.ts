import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@repasse/chassis/testing/free-port';
import { type ClusterNode, type SecuredListeners } from './server-properties';
import { startKafka, type KafkaOptions, type RunningKafka } from './start-kafka';

/** As in production: one broker may fail and nothing waits, and no message is lost before two disks are. */
const copies = 3;
const inSyncMin = 2;
/** The last is the controller, too, and is not killed: without a controller no other broker can take over. */
const ids = [1, 2, 3];
const controllerId = 3;

export interface ClusterOptions {
  /** The listeners beside the plain one, by the broker's number from 0. */
  readonly securedOf?: (broker: number) => SecuredListeners;
}

export interface RunningCluster {
  /** Of the plain listeners. */
  readonly brokers: readonly string[];
  /** Ends the first or the second broker as a power cut does. */
  kill(broker: 0 | 1): Promise<void>;
  /** Starts a broker that was killed, on its port and its data. */
  startAgain(broker: 0 | 1): Promise<void>;
  stop(): Promise<void>;
}

/** A real cluster on 127.0.0.1: three brokers, three copies of everything and two in sync. */
export const startCluster = async ({ securedOf }: ClusterOptions = {}): Promise<RunningCluster> => {
  const folder = await mkdtemp(join(tmpdir(), 'repasse-cluster-'));
  const controllers = [{ id: controllerId, port: await freePort() }];
  const nodeOf = (id: number): ClusterNode => ({
    ...{ id, controllers, copies, inSyncMin },
    roles: id === controllerId ? ['broker', 'controller'] : ['broker'],
  });
  const optionsOf = async (id: number): Promise<KafkaOptions> => ({
    ...{ port: await freePort(), dataDir: join(folder, String(id)), node: nodeOf(id) },
    ...(securedOf && { secured: securedOf(id - 1) }),
  });
  const places = await Promise.all(ids.map(optionsOf));
  // A broker is ready when the controller has let it in.
  const last = await startKafka(places.at(-1));
  const running = [...(await startAll(places.slice(0, -1), last)), last];
  return {
    brokers: running.flatMap(({ brokers }) => brokers),
    kill: async (broker) => {
      const node = running[broker];
      process.kill(Number(node?.pid), 'SIGKILL');
      await node?.exited;
    },
    startAgain: async (broker) => {
      running[broker] = await startKafka(places[broker]);
    },
    // The controller last: a broker asks it for leave to go.
    stop: async () => {
      await Promise.all(running.slice(0, -1).map((node) => node.stop()));
      await running.at(-1)?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Where one of them does not start, those that do are stopped. */
const startAll = async (options: readonly KafkaOptions[], controller: RunningKafka): Promise<RunningKafka[]> => {
  const started = await Promise.allSettled(options.map((one) => startKafka(one)));
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = started.find((one) => one.status === 'rejected');
  if (failed === undefined) return running;
  for (const node of [...running, controller]) await node.stop();
  throw failed.reason;
};
