import { type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type Principal } from '../../auth/principal';
import { type IdempotencyTicket } from '../../idempotency/ticket';
import { CallerGoneError } from '../collect-body';
import { type ApiRequest } from '../operation';

/** A request on its way to a handler. A class, so that the abort signal is only made on first use. */
export class RequestInHand implements ApiRequest {
  #abort: AbortController | undefined;

  /** Set once the key is claimed; validation comes before that. */
  idempotency: IdempotencyTicket | undefined;

  constructor(
    readonly operationId: string,
    readonly requestId: string,
    readonly params: Readonly<Record<string, string>>,
    readonly query: Readonly<Record<string, unknown>>,
    readonly body: unknown,
    readonly rawBody: Buffer,
    readonly headers: IncomingHttpHeaders,
    readonly principal: Principal | undefined,
    private readonly response: ServerResponse,
  ) {}

  get remoteAddress(): string {
    return this.response.req.socket.remoteAddress ?? '';
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      const { response } = this;
      response.once('close', () => {
        if (!response.writableFinished) abort.abort(new CallerGoneError('The caller has gone.'));
      });
      this.#abort = abort;
    }
    return this.#abort.signal;
  }
}
