import { AsyncLocalStorage } from 'node:async_hooks';
import { type Principal } from '../../auth/principal';
import { toIso, type Clock } from '../../clock';
import { type Ids } from '../../ids';
import { type Logger } from '../../log/logger';
import { type Database } from '../../postgres/database';
import { type Metrics } from '../../telemetry/metrics';
import { insertRequests, type KeyRequest } from './table';

export interface AnsweredCall {
  readonly caller: Principal;
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly code: unknown;
  readonly seconds: number;
  readonly isKeyed: boolean;
}

export interface RequestBook {
  /** Takes it in memory; nothing is waited for. */
  note(call: AnsweredCall): void;
  /** Writes what still waits. */
  stop(): Promise<void>;
}

interface Options {
  readonly db: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Written together, so that a request costs a part of a statement. */
const waitMs = 2_000;
/** Of one wait. What is over is counted and left out: a log must not fill the memory. */
const rowsMax = 2_000;
/** Of them successful reads: a program that polls would fill the log, and leave no room for changes and refusals. */
const plainReadsMax = 200;

/**
 * Requests of API keys, kept for a month beside the service's own data. People's requests are in the audit log, as far as
 * they change something. Never on a request's way: a database that is slow or away costs rows of this log and nothing else.
 */
export const createRequestBook = ({ db, clock, ids, log, metrics }: Options): RequestBook => {
  const left = metrics.counter('repasse_api_requests_left_out_total', 'Requests of API keys that their log lacks.');
  let waiting: KeyRequest[] = [];
  let plainReads = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  // The rows of many requests are no part of the one that began to wait.
  const outsideOfRequests = AsyncLocalStorage.snapshot();

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const rows = waiting;
    [waiting, plainReads] = [[], 0];
    if (rows.length === 0) return;
    writing = writing
      .then(() => insertRequests(db, rows))
      .catch((err: unknown) => {
        left.inc(rows.length);
        log.warn({ err, rows: rows.length }, 'requests of API keys were not written down');
      });
  };

  return {
    note: (call) => {
      if (!isOfKey(call.caller)) return;
      const isPlainRead = call.method === 'GET' && call.status < 400;
      if (waiting.length >= rowsMax || (isPlainRead && plainReads >= plainReadsMax)) return left.inc();
      if (isPlainRead) plainReads += 1;
      waiting.push(rowOf(call, ids.ulid(), toIso(clock.now())));
      timer ??= outsideOfRequests(() => setTimeout(flush, waitMs).unref());
    },
    stop: async () => {
      flush();
      await writing;
    },
  };
};

const isOfKey = ({ personId, portalLinkId }: Principal): boolean =>
  personId === undefined && portalLinkId === undefined;

const rowOf = (call: AnsweredCall, ulid: string, answeredAt: string): KeyRequest => {
  const { caller, requestId, method, route, status, code, seconds, isKeyed } = call;
  return {
    ...{ id: `req_${ulid}`, userId: caller.userId, clientId: caller.clientId, answeredAt, requestId, method, route },
    ...{ status, code: typeof code === 'string' ? code : null, durationMs: Math.round(seconds * 1_000), isKeyed },
  };
};
