import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@repasse/chassis/testing/eventually';
import { freePort } from '@repasse/chassis/testing/free-port';
import { logTo } from '../../../deploy/local/log-to';
import { migrateServices } from '../../../deploy/local/migrate-services';
import { projectRoot } from '../../../deploy/local/project-root';

/** Compiling and migrating on a machine that is busy with other things. */
const startTimeoutMs = 60_000;

const logFolder = join(projectRoot, '.local', 'bench', 'logs');

export interface LoneService {
  readonly url: string;
  /** Stops it with a signal, as a debugger does, so that work can be prepared for it. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

/** Nobody calls it from inside. */
const callerOf: Readonly<Record<string, string>> = { 'split-settlement': 'payment-gateway' };

const secretsOf = (name: string): Readonly<Record<string, string>> => {
  const caller = callerOf[name];
  return {
    FINGERPRINT_KEYS: '1:a-fingerprint-key-of-the-bench',
    ...(caller !== undefined && { INTERNAL_CALLERS: `${caller}:nobody-calls-it-from-inside` }),
  };
};

interface LoneSettings {
  readonly postgresUrl: string;
  readonly busUrl: string;
  readonly env: Readonly<Record<string, string>>;
  /** Until when it is waited for; a service that asks others is never ready without them, but reads. */
  readonly health?: 'ready' | 'live' | undefined;
}

/** One built service as a process of its own, without the others: its capacity with the machine to itself. */
export const startLoneService = async (name: string, own: LoneSettings): Promise<LoneService> => {
  const port = await freePort();
  const env = {
    ...{ PATH: process.env['PATH'] ?? '', PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'info' },
    ...{ POSTGRES_URL: own.postgresUrl, BUS_POSTGRES_URL: own.busUrl },
    ...secretsOf(name),
    ...own.env,
  };
  await migrateServices([{ name, env }]);
  const child = fork(join(projectRoot, 'services', name, 'dist', 'main.js'), {
    ...{ env, execArgv: [], silent: true },
  });
  mkdirSync(logFolder, { recursive: true });
  logTo(join(logFolder, `${name}.log`), child);
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    // One that could not start has ended by itself.
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    // Nothing of it is needed any more, and draining takes as long as the slowest receiver.
    child.kill('SIGKILL');
    await exited;
  };
  try {
    await eventually(async () => (await fetch(`${url}/health/${own.health ?? 'ready'}`)).ok, {
      timeoutMs: startTimeoutMs,
    });
  } catch (fault) {
    await stop();
    throw fault;
  }
  return { url, stop, freeze: () => void child.kill('SIGSTOP'), thaw: () => void child.kill('SIGCONT') };
};
