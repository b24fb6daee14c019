import { type Logger } from '../logger';

/** How often a fault that lasts is told. */
const repeatEveryMs = 60_000;

/** Tells of a fault that comes again and again: the first time, then once a minute with a count, and when it is over. */
export interface OutageLog {
  failed(fields: object, message: string): void;
  /** Cheap while there is no outage. */
  recovered(): void;
}

export interface OutageOptions {
  readonly log: Pick<Logger, 'warn' | 'info'>;
  /** The line of its end. */
  readonly over: string;
  readonly fields?: object;
  /** A success sooner after a failure ends nothing: several parts report here, and one may go on failing. */
  readonly quietMs?: number;
}

interface Outage {
  readonly sinceMs: number;
  failedAtMs: number;
  /** A success came after the last failure, too soon to be the end. */
  hasSucceeded: boolean;
  toldAtMs: number;
  /** Since the last line. */
  untold: number;
  total: number;
}

const fresh = { hasSucceeded: false, toldAtMs: Number.NEGATIVE_INFINITY, untold: 0, total: 0 };

export const createOutageLog = ({ log, over, fields: own = {}, quietMs = 0 }: OutageOptions): OutageLog => {
  let outage: Outage | undefined;

  const tell = (fields: object, message: string): void => {
    const nowMs = performance.now();
    // A fault after a quiet while is a new one, also where nobody reports a success.
    const mayBeQuietMs = outage?.hasSucceeded === true ? quietMs : repeatEveryMs;
    if (outage !== undefined && nowMs - outage.failedAtMs > mayBeQuietMs) outage = undefined;
    outage ??= { ...fresh, sinceMs: nowMs, failedAtMs: nowMs };
    outage.failedAtMs = nowMs;
    outage.hasSucceeded = false;
    outage.total += 1;
    outage.untold += 1;
    if (nowMs - outage.toldAtMs < repeatEveryMs) return;
    log.warn({ ...own, ...fields, ...(outage.untold > 1 && { faultsSince: outage.untold }) }, message);
    outage.toldAtMs = nowMs;
    outage.untold = 0;
  };

  return {
    failed: tell,
    recovered: () => {
      if (outage === undefined) return;
      outage.hasSucceeded = true;
      if (performance.now() - outage.failedAtMs < quietMs) return;
      const seconds = Math.round((performance.now() - outage.sinceMs) / 1_000);
      log.info({ ...own, faults: outage.total, seconds }, over);
      outage = undefined;
    },
  };
};
