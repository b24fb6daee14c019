import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessSpec } from './supervised-process';

/** A first start runs every migration on a cold disk; two cores and a busy machine need some of this. */
const readyTimeoutMs = 60_000;
const pollMs = 50;
const probeTimeoutMs = 2_000;
const logTailCharacters = 1_500;

/** Asks a service's readiness until it says yes; the error carries the end of its log, where the reason stands. */
export const waitUntilReady = async ({ name, env, logFile }: ProcessSpec): Promise<void> => {
  const url = `http://127.0.0.1:${env['PORT'] ?? ''}`;
  const deadline = Date.now() + readyTimeoutMs;
  while (!(await isReady(url))) {
    if (Date.now() > deadline)
      throw new Error(
        `${name} was not ready in ${String(readyTimeoutMs)} ms. The end of ${logFile}:\n${tailOf(logFile)}`,
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
