import { type IncomingMessage, type ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import { type KeyedRequest } from '../../idempotency/internal/create-ticket';
import { runOnce, type RunOnce } from '../../idempotency/internal/run-once';
import { type Authenticate, type Caller } from '../authentication';
import { refuseCardData, type Inspected } from '../card-data/internal/card-data';
import { type DescribedOperation } from '../described-operation';
import { type Operation } from '../operation';
import { invalidRequest, ProblemError, type Fault } from '../problem';
import { cellsOf } from './csv-cells';
import { csvType, readBody } from './read-body';
import { RequestInHand } from './request';
import { type ApiResponse } from '../response';
import { type Validation } from './validation';

/** An operation with everything its description asks for, put together once at start. */
export interface ReadyOperation {
  readonly described: DescribedOperation;
  readonly operation: Operation;
  readonly authenticate: Authenticate;
  readonly validation: Validation;
  /** Media types of the body. */
  readonly accepted: readonly string[];
  readonly once: RunOnce | undefined;
}

export interface Handled {
  readonly response: ApiResponse;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Throws the problem to answer with, or a fault. */
export const handleOperation = async (
  ready: ReadyOperation,
  ...request: [IncomingMessage, ServerResponse, string, Readonly<Record<string, string>>]
): Promise<Handled> => {
  try {
    return await handleRequest(ready, ...request);
  } catch (fault) {
    if (!(fault instanceof ProblemError) || ready.operation.refusal === undefined) throw fault;
    return { response: ready.operation.refusal(fault.problem) };
  }
};

/** authenticate → read → refuse card data → validate → handle once. */
const handleRequest = async (
  ready: ReadyOperation,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  requestId: string,
  params: Readonly<Record<string, string>>,
): Promise<Handled> => {
  const given = queryOf(incoming.url);
  const caller = await ready.authenticate({ headers: incoming.headers, params, query: given });
  const received = await readBody(incoming, ready.accepted, ready.described.bodyLimitBytes);
  const inspected = received.contentType === csvType ? cellsOf(received.value) : received.value;
  refuseMisplacedCards(ready.described, incoming, { params, query: given, body: inspected });
  const query = ready.validation.query(given);
  const body = ready.validation.body(received.value, received.contentType);
  const request = new RequestInHand(
    ready.described.operationId,
    requestId,
    params,
    query.query,
    received.value,
    received.raw,
    incoming.headers,
    caller.principal,
    outgoing,
  );
  refuseFaults(ready, request, [...ready.validation.params(params), ...query.faults, ...body.faults]);

  const response = await handle(ready, request, caller);
  const unused = ready.operation.unusedFields?.(request) ?? [];
  const ignored = [...body.ignored, ...unused, ...query.ignored];
  return ignored.length === 0 ? { response } : { response, headers: { 'repasse-ignored-fields': ignored.join(', ') } };
};

/** A provider's report is never refused for its texts: that would only lose it. */
const refuseMisplacedCards = (
  { isFromProvider, takesCard, takesIdempotencyKey }: DescribedOperation,
  { headers }: IncomingMessage,
  given: Pick<Inspected, 'params' | 'query' | 'body'>,
): void => {
  if (isFromProvider) return;
  const idempotencyKey = takesIdempotencyKey ? headers['idempotency-key'] : undefined;
  refuseCardData({ ...given, idempotencyKey, takesCard });
};

const queryOf = (url = ''): Readonly<Record<string, unknown>> => {
  const at = url.indexOf('?');
  return at < 0 ? {} : { ...parseQuery(url.slice(at + 1)) };
};

/** Faults of the schema and of meaning together, so that a caller does not mend them one answer at a time. */
const refuseFaults = ({ operation }: ReadyOperation, request: RequestInHand, schemaFaults: readonly Fault[]): void => {
  const faulty = new Set(schemaFaults.map(({ field }) => field));
  const isBodyUsable = !faulty.has('body');
  const further = isBodyUsable ? checkMeaning(operation, request, faulty) : [];
  const errors = [...schemaFaults, ...further];
  if (errors.length > 0) throw new ProblemError(invalidRequest(errors));
};

const checkMeaning = (operation: Operation, request: RequestInHand, faulty: ReadonlySet<string>): readonly Fault[] => {
  try {
    return operation.check?.(request, faulty) ?? [];
  } catch (fault) {
    // A check may throw on a value the schema has refused already; those faults suffice.
    if (faulty.size > 0) return [];
    throw fault;
  }
};

const handle = async (ready: ReadyOperation, request: RequestInHand, { scope }: Caller): Promise<ApiResponse> => {
  // Read only where the description has the parameter: a key's record includes digests of the body.
  const key = ready.described.takesIdempotencyKey ? request.headers['idempotency-key'] : undefined;
  if (key === undefined) return ready.operation.handle(request);
  checkKey(key);
  // A key belongs to a caller. Without one it is unknown whose key it is, and one caller must not read another's
  // answer.
  if (ready.once === undefined || scope === undefined) return ready.operation.handle(request);

  const { operationId } = request;
  const { store } = ready.once;
  const keyed: KeyedRequest = {
    ...{ scope, key, operationId, ...store.fingerprint(request) },
    fingerprintLike: (row) => store.fingerprintLike(request, row),
  };
  return runOnce(ready.once, {
    request: keyed,
    requestId: request.requestId,
    claim: ready.operation.claim ?? 'before-handling',
    handle: (ticket) => {
      request.idempotency = ticket;
      return ready.operation.handle(request);
    },
  });
};

function checkKey(key: string | string[]): asserts key is string {
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return;
  throw new ProblemError({
    status: 400,
    code: 'idempotency.key_invalid',
    detail: 'An Idempotency-Key is 1 to 255 visible ASCII characters without blanks.',
    errors: [{ field: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters.' }],
  });
}
