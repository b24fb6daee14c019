import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessSpec } from './supervised-process';

/** A first start runs every migration on a cold disk, and a service that fails is started again with growing pauses. */
const readyTimeoutMs = 120_000;
/** A start takes some 5 s. After this, a person wants to know what it is waiting for. */
const reportEveryMs = 10_000;
const pollMs = 50;
const probeTimeoutMs = 2_000;
const logTailCharacters = 1_500;

/** Waits for all services at once, and tells from time to time which ones are still awaited. */
export const untilAllReady = async (specs: readonly ProcessSpec[], report: (line: string) => void): Promise<void> => {
  const awaited = new Set(specs.map(({ name }) => name));
  const repeated = setInterval(() => report(`Still waiting for ${[...awaited].join(', ')} …`), reportEveryMs);
  try {
    await Promise.all(specs.map((spec) => waitUntilReady(spec).then(() => awaited.delete(spec.name))));
  } finally {
    clearInterval(repeated);
  }
};

/** Asks a service's readiness until it says yes; the error carries the end of its log, where the reason stands. */
export const waitUntilReady = async ({ name, env, logFile }: ProcessSpec): Promise<void> => {
  const url = `http://127.0.0.1:${env['PORT'] ?? ''}`;
  const deadline = Date.now() + readyTimeoutMs;
  while (!(await isReady(url))) {
    if (Date.now() > deadline)
      throw new Error(
        `${name} was not ready in ${String(readyTimeoutMs / 1_000)} s. The end of ${logFile}:\n${tailOf(logFile)}`,
      );
    await delay(pollMs);
  }
};

/** What a service, known by its address, says of itself at this moment. */
export const isReady = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(probeTimeoutMs) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
};

const tailOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').slice(-logTailCharacters);
  } catch {
    return '(no log yet)';
  }
};
