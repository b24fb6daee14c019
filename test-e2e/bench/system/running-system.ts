import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '../../../deploy/local/project-root';
import { readStackFile, type StackFile } from '../../../deploy/local/stack-file';

export type BusName = 'postgres' | 'kafka';

/** On Kafka two Java programs start before the services do. */
const readyTimeoutMs = 180_000;

/** The runner itself gives its services 28 s to drain. */
const stopTimeoutMs = 60_000;

/** The end of what the runner printed is where it says why it did not start. */
const outputCharactersMax = 4_000;

export interface RunningSystem {
  readonly bus: BusName;
  readonly stack: StackFile;
  /** The runner; every process of the system is below it. */
  readonly pid: number;
  readonly postgresLog: string;
  /** As performance.now() has it. */
  readonly startedAtMs: number;
  stop(): Promise<void>;
}

export interface SystemOptions {
  readonly bus: BusName;
  readonly portBase: number;
  readonly dataDir: string;
  /** Empties the data folder first. */
  readonly isReset: boolean;
}

/** Starts the built system as `npm start` does, in processes of its own, and waits until it says that it is ready. */
export const startSystem = async ({ bus, portBase, dataDir, isReset }: SystemOptions): Promise<RunningSystem> => {
  const startedAtMs = performance.now();
  const options = ['--port-base', String(portBase), '--data', dataDir];
  const flags = [...(bus === 'kafka' ? ['--kafka'] : []), ...(isReset ? ['--reset'] : [])];
  const runner = spawn(process.execPath, [join(projectRoot, 'deploy/local/start.mjs'), ...options, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await ready(runner);
  return {
    bus,
    stack: readStackFile(dataDir),
    pid: runner.pid ?? 0,
    postgresLog: join(dataDir, 'logs', 'postgres.log'),
    startedAtMs,
    stop: () => stop(runner),
  };
};

const ready = async (runner: ChildProcess): Promise<void> => {
  let output = '';
  const isReady = new Promise<void>((resolve) => {
    const read = (chunk: Buffer): void => {
      output = (output + String(chunk)).slice(-outputCharactersMax);
      if (output.includes('Repasse is ready.')) resolve();
    };
    runner.stdout?.on('data', read);
    runner.stderr?.on('data', read);
  });
  const outcome = await Promise.race([
    isReady.then(() => 'ready'),
    once(runner, 'exit').then(() => 'ended'),
    pause(readyTimeoutMs, 'late', { ref: false }),
  ]);
  if (outcome === 'ready') return;
  await stop(runner);
  throw new Error(`The system was not ready (${outcome}). It printed:\n${output}`);
};

const stop = async (runner: ChildProcess): Promise<void> => {
  if (runner.exitCode !== null || runner.signalCode !== null) return;
  const exited = once(runner, 'exit');
  const hardStop = setTimeout(() => runner.kill('SIGKILL'), stopTimeoutMs);
  runner.kill('SIGTERM');
  await exited;
  clearTimeout(hardStop);
};
