import { toIso, type Clock } from '../../clock';
import { type ApiResponse } from '../../http/response';
import { type Fingerprint } from './fingerprint';
import { type IdempotencyRow, type IdempotencyTicket } from '../ticket';

/** A request with an Idempotency-Key, before it has a result. */
export interface KeyedRequest extends Fingerprint {
  readonly scope: string;
  readonly key: string;
  readonly operationId: string;
  /** Its fingerprint with the key that a row was made with; undefined when that key is not listed any more. */
  fingerprintLike(row: IdempotencyRow): Fingerprint | undefined;
}

/** A ticket, and what of it only the HTTP layer may see. */
export interface HeldTicket extends IdempotencyTicket {
  /** The row in which this very answer was handed to an append, if it was. */
  rowOf(response: ApiResponse): IdempotencyRow | undefined;
}

/**
 * How long a request may be silent before a repeat takes over: a little more than the slowest provider is given. A
 * take-over while the first is still at work does no harm, because both make the same ids.
 */
export const leaseMs = 10_000;

export const createTicket = (options: {
  readonly request: KeyedRequest;
  readonly ulid: string;
  readonly isResumed: boolean;
  readonly clock: Clock;
  /** Makes the exact text that will be sent. */
  readonly textOf: (response: ApiResponse) => string | undefined;
}): HeldTicket => {
  const { request, ulid, isResumed, clock, textOf } = options;
  const nowMs = clock.now().getTime();
  const running: IdempotencyRow = {
    scope: request.scope,
    key: request.key,
    operationId: request.operationId,
    requestHash: request.requestHash,
    fieldHashes: request.fieldHashes,
    ulid,
    status: 'running',
    responseStatus: null,
    responseBody: null,
    leaseUntil: toIso(new Date(nowMs + leaseMs)),
    createdAt: toIso(new Date(nowMs)),
  };
  let last: { readonly response: ApiResponse; readonly row: IdempotencyRow } | undefined;
  return {
    ulid,
    isResumed,
    running: () => running,
    done: (response) => {
      const responseBody = textOf(response) ?? null;
      const row: IdempotencyRow = { ...running, status: 'done', responseStatus: response.status, responseBody };
      last = { response, row };
      return row;
    },
    rowOf: (response) => (last?.response === response ? last.row : undefined),
  };
};
