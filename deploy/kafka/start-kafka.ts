import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startOnFreePorts } from '@repasse/chassis/testing/free-port';
import { projectRoot } from '../local/project-root';
import { installAgent, installKafka, installKafkaJava } from './install';
import { type JavaProcess, quickStartFlags, startJava } from './java-process';
import { singleNode, writeProperties, type ClusterNode, type SecuredListeners } from './server-properties';

const run = promisify(execFile);

/** The broker runs in half of this; the rest is for a test that sends in bulk. */
const heapMax = '-Xmx256m';
/** Any 16 bytes in base64url name a cluster. It is fixed because each data folder is a cluster of its own anyway. */
const clusterId = '4L6g3nShT-eMCtK--X86sw';
const formatTimeoutMs = 60_000;

export interface KafkaOptions {
  /** A free one when left out. */
  readonly port?: number;
  /** Kept after the stop when given; otherwise a temporary folder that goes with the broker. */
  readonly dataDir?: string;
  /** Where Prometheus reads the broker; nothing measures it when left out. */
  readonly metricsPort?: number;
  /** Further listeners beside the plain one, which the broker itself uses. */
  readonly secured?: SecuredListeners;
  /** Its place in a cluster; a cluster by itself when left out. */
  readonly node?: ClusterNode;
}

export interface RunningKafka extends JavaProcess {
  readonly brokers: readonly string[];
  readonly port: number;
}

/** A real Apache Kafka on 127.0.0.1, of one node unless it is told its place in a cluster, ready for clients. It has no topics yet: see apply-topics.ts. */
export const startKafka = (options: KafkaOptions = {}): Promise<RunningKafka> =>
  startOnFreePorts(() => startOnce(options), options.port);

const startOnce = async (options: KafkaOptions): Promise<RunningKafka> => {
  const [lib, java] = await Promise.all([installKafka(), installKafkaJava()]);
  const port = options.port ?? (await freePort());
  const dataDir = await makeDataDir(options.dataDir);
  const properties = join(dataDir, 'server.properties');
  const node = options.node ?? singleNode(await freePort());
  await writeProperties(properties, { node, port, dataDir, secured: options.secured });

  const secured = Object.entries(options.secured?.systemProperties ?? {}).map(([name, value]) => `-D${name}=${value}`);
  const flags = [...secured, ...(await agentFlags(options))];
  const classPath = ['-cp', join(lib, '*')];
  if (!existsSync(join(dataDir, 'log', 'meta.properties'))) {
    const format = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', properties];
    const users = Object.entries(options.secured?.scramUsers ?? {});
    const scram = users.flatMap(([name, password]) => [
      '--add-scram',
      `SCRAM-SHA-512=[name=${name},password=${password}]`,
    ]);
    await run(java, [...quickStartFlags, ...classPath, ...format, ...scram], { timeout: formatTimeoutMs });
  }
  const broker = await startJava({
    name: `Kafka on port ${port}`,
    java,
    args: [heapMax, ...quickStartFlags, ...logFlags, ...flags, ...classPath, 'kafka.Kafka', properties],
    workDir: dataDir,
    logFile: join(dataDir, 'kafka.log'),
    // An open port is not readiness: the broker opens it before it has taken up its duties.
    isReady: (printed) => printed.includes('Kafka Server started'),
  });
  const stop = async (): Promise<void> => {
    await broker.stop();
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  return { ...broker, stop, port, brokers: [`127.0.0.1:${port}`] };
};

const agentFlags = async ({ metricsPort }: KafkaOptions): Promise<readonly string[]> => {
  if (metricsPort === undefined) return [];
  const rules = join(projectRoot, 'deploy/monitoring/kafka-jmx.yml');
  return [`-javaagent:${await installAgent()}=127.0.0.1:${metricsPort}:${rules}`];
};

const makeDataDir = async (given: string | undefined): Promise<string> => {
  if (given === undefined) return mkdtemp(join(tmpdir(), 'repasse-kafka-'));
  const dataDir = resolve(given);
  await mkdir(dataDir, { recursive: true });
  return dataDir;
};

/** Warnings only, and the one line that tells of readiness. */
const logFlags: readonly string[] = [
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
  '-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info',
  '-Dorg.slf4j.simpleLogger.showDateTime=true',
  '-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS',
];
