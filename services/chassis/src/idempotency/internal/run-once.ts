import { toIso, type Clock } from '../../clock';
import { ProblemError, problem } from '../../http/problem';
import { type ApiResponse } from '../../http/response';
import { keptContentType, serialise } from '../../http/internal/serialise';
import { type Ids } from '../../ids';
import { type Logger } from '../../log/logger';
import { createTicket, leaseMs, type HeldTicket, type KeyedRequest } from './create-ticket';
import { differingFields } from './fingerprint';
import { type IdempotencyStore } from '../store';
import { IdempotencyConflict, isKept, type IdempotencyRow, type IdempotencyTicket } from '../ticket';

export interface RunOnce {
  readonly store: IdempotencyStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
}

export interface OneRequest {
  readonly request: KeyedRequest;
  readonly requestId: string;
  readonly claim: 'before-handling' | 'with-append';
  readonly handle: (ticket: IdempotencyTicket) => Promise<ApiResponse>;
}

/** A request that loses the race for a lapsed lease looks again; after a third loss the answer is "still running". */
const triesMax = 3;

/**
 * Handles a request that carries an Idempotency-Key once. A repeat gets the same bytes as the first answer, a different
 * request under the same key is refused by field, and an interrupted one is finished with the ids it began with.
 */
export const runOnce = async (deps: RunOnce, one: OneRequest): Promise<ApiResponse> => {
  let ticket = ticketFor(deps, one, deps.ids.ulid(), false);
  for (let attempt = 1; attempt <= triesMax; attempt += 1) {
    try {
      if (one.claim === 'before-handling' && !ticket.isResumed) await claim(deps.store, ticket.running());
      return await handleOnce(deps, one, ticket);
    } catch (fault) {
      if (!(fault instanceof IdempotencyConflict)) throw fault;
      const answer = answerFromExisting(one, fault.existing, deps.clock);
      if (answer !== undefined) return answer;
      ticket = (await takeOver(deps, one, fault.existing)) ?? ticket;
    }
  }
  throw inProgress(1);
};

const claim = async (store: IdempotencyStore, row: IdempotencyRow): Promise<void> => {
  const result = await store.claim(row);
  if (result.outcome === 'held') throw new IdempotencyConflict(result.existing);
};

const ticketFor = (
  { clock }: RunOnce,
  { request, requestId }: OneRequest,
  ulid: string,
  isResumed: boolean,
): HeldTicket =>
  createTicket({ request, ulid, isResumed, clock, textOf: (response) => serialise(response, requestId).text });

/** The answer to a key that is held, or undefined when its holder was cut off and this request must finish the work. */
const answerFromExisting = (one: OneRequest, existing: IdempotencyRow, clock: Clock): ApiResponse | undefined => {
  const request = one.request.fingerprintLike(existing);
  if (request === undefined) throw notComparable();
  if (existing.requestHash !== request.requestHash) throw keyReused({ ...one.request, ...request }, existing);
  if (existing.status === 'done') return replay(existing);
  const leftMs = Date.parse(existing.leaseUntil) - clock.now().getTime();
  if (leftMs > 0) throw inProgress(Math.ceil(leftMs / 1_000));
  return undefined;
};

const takeOver = async (deps: RunOnce, one: OneRequest, lapsed: IdempotencyRow): Promise<HeldTicket | undefined> => {
  const now = deps.clock.now();
  const leaseUntil = toIso(new Date(now.getTime() + leaseMs));
  if (!(await deps.store.takeOver(lapsed, toIso(now), leaseUntil))) return undefined;
  deps.log.info({ operationId: one.request.operationId, ulid: lapsed.ulid }, 'request resumed');
  return ticketFor(deps, one, lapsed.ulid, true);
};

const handleOnce = async (deps: RunOnce, one: OneRequest, ticket: HeldTicket): Promise<ApiResponse> => {
  try {
    const response = await one.handle(ticket).catch(refusalOf);
    if (response.status >= 500) await letGo(deps, ticket);
    return response.status >= 500 ? response : await keep(deps.store, ticket, response);
  } catch (fault) {
    if (!(fault instanceof IdempotencyConflict)) await letGo(deps, ticket);
    throw fault;
  }
};

/** A thrown refusal is an answer and is kept like any other. */
const refusalOf = (fault: unknown): ApiResponse => {
  if (fault instanceof ProblemError) return problem(fault.problem);
  throw fault;
};

const keep = async (store: IdempotencyStore, ticket: HeldTicket, response: ApiResponse): Promise<ApiResponse> => {
  const row = ticket.rowOf(response) ?? ticket.done(response);
  const kept = isKept(row) ? row : await store.finish(row);
  // Another request held the key, and this request's handler did not notice.
  if (kept.ulid !== row.ulid) throw new IdempotencyConflict(kept);
  // Another request took over the lapsed lease and finished first; its answer stays.
  if (kept !== row) return replay(kept);
  // Sends exactly what was kept, even when the handler changes its object later.
  return row.responseBody === null ? response : { ...response, ...sent(response.status, row.responseBody, response) };
};

const sent = (
  status: number,
  body: string,
  { contentType }: ApiResponse,
): Pick<ApiResponse, 'body' | 'contentType'> => ({
  body,
  contentType: contentType ?? keptContentType(status),
});

/** A server fault is not kept: the next try may start at once. When the database is down, the lease stays. */
const letGo = async ({ store, clock, log }: RunOnce, ticket: HeldTicket): Promise<void> => {
  try {
    await store.endLease(ticket.running(), toIso(clock.now()));
  } catch (err) {
    log.warn({ err }, 'the lease of an idempotency key stays until it lapses');
  }
};

const replay = ({ responseStatus, responseBody }: IdempotencyRow): ApiResponse => {
  const status = responseStatus ?? 200;
  const headers = { 'Idempotency-Replayed': 'true' };
  if (responseBody === null) return { status, headers };
  return { status, headers, body: responseBody, contentType: keptContentType(status) };
};

const inProgress = (retryAfterSeconds: number): ProblemError =>
  new ProblemError({
    status: 409,
    code: 'idempotency.in_progress',
    detail: 'The first request with this Idempotency-Key is still running.',
    headers: { 'Retry-After': String(retryAfterSeconds) },
    extra: { retryable: true },
  });

/** The hashes of the first request were made with a key that is gone, so nobody can tell whether this is its repeat. */
const notComparable = (): ProblemError =>
  new ProblemError({
    status: 422,
    code: 'idempotency.key_not_comparable',
    detail: 'Whether this is the first request with this Idempotency-Key cannot be told any more. Nothing was done.',
  });

const keyReused = (request: KeyedRequest, existing: IdempotencyRow): ProblemError => {
  const isOtherOperation = existing.operationId !== request.operationId;
  const fields = differingFields(existing.fieldHashes, request.fieldHashes);
  return new ProblemError({
    status: 422,
    code: 'idempotency.key_reused',
    detail: isOtherOperation
      ? 'This Idempotency-Key was used with another operation.'
      : 'This Idempotency-Key was used with another request; errors names the fields that differ.',
    errors: isOtherOperation
      ? [{ field: 'Idempotency-Key', message: `was used for ${existing.operationId}.` }]
      : fields.map((field) => ({ field, message: 'differs from the first request.' })),
  });
};
