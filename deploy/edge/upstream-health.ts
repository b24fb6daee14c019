import type { Health } from '@repasse/chassis/health/health';
import { openExchange } from '@repasse/chassis/http/exchange';
import type { Logger } from '@repasse/chassis/log/logger';
import type { Config } from './config';

/** Shorter than a health check may take, so that the one service that hangs is named. */
const timeoutMs = 1_500;
/** A service names the checks that fail, each in a line. */
const answerBytesMax = 64 * 1_024;
/** Anybody may ask for the edge's health, and each service asks its database for its own. */
const probeIntervalMs = 1_000;

/**
 * Shows in the edge's health which services are ready. The edge itself is ready when it can serve: a service that is away
 * is 503 on its own routes, and an edge that is taken out for it would take the others' routes along.
 */
export const followUpstreams = (health: Health, { upstreams }: Config, log: Logger): void => {
  const { exchange } = openExchange({ socketsMax: 1, answerBytesMax, repeatsUnanswered: true });
  const isReady = (url: string): Promise<boolean> =>
    exchange({ method: 'GET', url: new URL(`${url}/health/ready`), headers: {}, timeoutMs }).then(
      ({ status }) => status === 200,
      () => false,
    );
  for (const [name, url] of Object.entries(upstreams)) {
    const told = whenChanged((isWell) => {
      if (isWell) log.info({ upstream: name }, 'a service is ready');
      else log.warn({ upstream: name }, 'a service is not ready');
    });
    health.addNote(
      name,
      atMostEvery(probeIntervalMs, () => isReady(url).then(told)),
    );
  }
};

/** Returns what it is given, and reports it when it differs from the time before. */
const whenChanged = (report: (isWell: boolean) => void): ((isWell: boolean) => boolean) => {
  let last: boolean | undefined;
  return (isWell) => {
    if (isWell !== last) report(isWell);
    last = isWell;
    return isWell;
  };
};

/** All who ask within the interval get one answer. */
const atMostEvery = <T>(intervalMs: number, probe: () => Promise<T>): (() => Promise<T>) => {
  let asked: { readonly atMs: number; readonly answer: Promise<T> } | undefined;
  return () => {
    const nowMs = performance.now();
    if (asked === undefined || nowMs - asked.atMs > intervalMs) asked = { atMs: nowMs, answer: probe() };
    return asked.answer;
  };
};
