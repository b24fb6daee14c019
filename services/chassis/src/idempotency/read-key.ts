import { keyScopeOf } from '../auth/principal';
import { toIso, type Clock } from '../clock';
import { type Operation } from '../http/operation';
import { ProblemError } from '../http/problem';
import { type IdempotencyStore } from './store';
import { type IdempotencyRow } from './ticket';

/**
 * The operation that shows the outcome of a caller's earlier request. The description's path has the parameter `key`,
 * and its answer is an IdempotencyRecord.
 */
export const readIdempotencyKey = (store: Pick<IdempotencyStore, 'find'>, clock: Clock): Operation => ({
  handle: async ({ principal, params }) => {
    if (principal === undefined) throw new Error('An Idempotency-Key needs an authenticated caller.');
    const row = await store.find(keyScopeOf(principal), params['key'] ?? '');
    if (row === undefined) throw notFound();
    return { status: 200, body: recordOf(row, toIso(clock.now())) };
  },
});

const recordOf = (row: IdempotencyRow, now: string) => ({
  key: row.key,
  operation: row.operationId,
  status: standingOf(row, now),
  responseStatus: row.responseStatus,
  response: row.responseBody === null ? null : readable(row.responseBody),
  createdAt: row.createdAt,
});

const standingOf = ({ status, leaseUntil }: IdempotencyRow, now: string): 'RUNNING' | 'INTERRUPTED' | 'DONE' => {
  if (status === 'done') return 'DONE';
  return leaseUntil > now ? 'RUNNING' : 'INTERRUPTED';
};

/** Answers are JSON except for a few pages, which are shown as text. */
const readable = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const notFound = (): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'idempotency.key_not_found',
    detail: 'No request of yours with this Idempotency-Key is known here.',
  });
