import { type IncomingHttpHeaders } from 'node:http';
import { type Principal } from '../auth/principal';
import { type IdempotencyTicket } from '../idempotency/ticket';
import { type Fault, type ProblemDetails } from './problem';
import { type ApiResponse } from './response';

/**
 * One request that has been authenticated and validated. `B` is the body's type and `Q` the query's, as the OpenAPI
 * description guarantees them; query values are coerced and defaults are filled in, path parameters stay text.
 */
export interface ApiRequest<B = unknown, Q = Readonly<Record<string, unknown>>> {
  readonly operationId: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Q;
  readonly body: B;
  /** The bytes as they came, for exact number parsing and signatures. Empty when there was no body. */
  readonly rawBody: Buffer;
  readonly headers: IncomingHttpHeaders;
  /** Who holds the other end of the connection: the edge, as a rule. '' when the connection is gone. */
  readonly remoteAddress: string;
  /** Undefined on public and internal operations. */
  readonly principal: Principal | undefined;
  readonly requestId: string;
  /** Present when the caller sent an Idempotency-Key and the application has a store for it. */
  readonly idempotency: IdempotencyTicket | undefined;
  /** Aborted when the caller has gone away; its reason is a CallerGoneError, which is answered by nothing. */
  readonly signal: AbortSignal;
}

/** The handler of one operationId. The methods are written as methods so that any body type fits the registry. */
export interface Operation<B = unknown, Q = Readonly<Record<string, unknown>>> {
  handle(request: ApiRequest<B, Q>): Promise<ApiResponse>;
  /**
   * Semantic faults found beside the schema's, so that a caller gets all of them at once. `faulty` holds the fields
   * the schema already refused: their values have not the type they claim.
   */
  check?(request: ApiRequest<B, Q>, faulty: ReadonlySet<string>): readonly Fault[];
  /** Known fields that had no effect on this request, because of other fields beside them. */
  unusedFields?(request: ApiRequest<B, Q>): readonly string[];
  /** The answer to a refused request, for a protocol that has its own form of refusals beside problem details. */
  refusal?(problem: ProblemDetails): ApiResponse;
  /** When the idempotency key is claimed: before the handler (the default), or by the handler's own append. */
  readonly claim?: 'before-handling' | 'with-append';
}

/** Of any query: an interface has no index signature, so none fits the default of `Operation`. */
export type Operations = Readonly<Record<string, Operation<unknown, object>>>;
