import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort, startOnFreePorts } from '@repasse/chassis/testing/free-port';
import { installRegistry, installRegistryJava } from './install';
import { type JavaProcess, quickStartFlags, startJava } from './java-process';

const heapMax = '-Xmx256m';
const probeTimeoutMs = 2_000;

export interface RegistryOptions {
  /** A free one when left out. */
  readonly port?: number;
  /**
   * Kept after the stop when given; otherwise in memory. Keep or drop it together with the broker's folder: an empty
   * registry numbers its schemas from 1 again, and the messages that are already in the topics carry the old numbers.
   */
  readonly dataDir?: string;
}

export interface RunningRegistry extends JavaProcess {
  /** What SCHEMA_REGISTRY_URL is set to. */
  readonly url: string;
  readonly port: number;
}

/** A real schema registry (Apicurio, by its Confluent interface) on 127.0.0.1. It is empty: see register-schemas.ts. */
export const startRegistry = (options: RegistryOptions = {}): Promise<RunningRegistry> =>
  startOnFreePorts(() => startOnce(options), options.port);

const startOnce = async (options: RegistryOptions): Promise<RunningRegistry> => {
  const [home, java] = await Promise.all([installRegistry(), installRegistryJava()]);
  const port = options.port ?? (await freePort());
  const workDir = await makeWorkDir(options.dataDir);
  const url = `http://127.0.0.1:${port}/apis/ccompat/v7`;

  const registry = await startJava({
    name: `The schema registry on port ${port}`,
    java,
    args: [
      heapMax,
      ...quickStartFlags,
      ...listenFlags(port, await freePort()),
      ...storageFlags(options.dataDir),
      '-jar',
      join(home, 'quarkus-run.jar'),
    ],
    workDir,
    logFile: join(workDir, 'registry.log'),
    isReady: () => answers(url),
  });
  const stop = async (): Promise<void> => {
    await registry.stop();
    if (options.dataDir === undefined) await rm(workDir, { recursive: true, force: true });
  };
  return { ...registry, stop, port, url };
};

const makeWorkDir = async (given: string | undefined): Promise<string> => {
  if (given === undefined) return mkdtemp(join(tmpdir(), 'repasse-registry-'));
  await mkdir(resolve(given), { recursive: true });
  return resolve(given);
};

/** The management port would be 9000 on every address, and it cannot be switched off. */
const listenFlags = (port: number, managementPort: number): string[] => [
  '-Dquarkus.http.host=127.0.0.1',
  `-Dquarkus.http.port=${port}`,
  '-Dquarkus.management.host=127.0.0.1',
  `-Dquarkus.management.port=${managementPort}`,
  '-Dquarkus.http.access-log.enabled=false',
  '-Dquarkus.log.level=WARN',
];

const storageFlags = (dataDir: string | undefined): string[] => [
  '-Dapicurio.datasource.jdbc.initial-size=1',
  '-Dapicurio.datasource.jdbc.min-size=1',
  '-Dapicurio.datasource.jdbc.max-size=10',
  ...(dataDir === undefined ? [] : [`-Dapicurio.datasource.url=jdbc:h2:file:${resolve(dataDir, 'registry')}`]),
];

const answers = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(`${url}/subjects`, { signal: AbortSignal.timeout(probeTimeoutMs) });
    return response.ok;
  } catch {
    return false;
  }
};
