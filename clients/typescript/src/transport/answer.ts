/** What an answer brought beside its body. */
export interface AnswerInfo {
  readonly status: number;
  readonly headers: Headers;
  /** What to quote to support. */
  readonly requestId: string | undefined;
  /** True where a request before this one had the same Idempotency-Key, and this is its answer. */
  readonly isReplayed: boolean;
}

export interface WithResponse<Body> {
  readonly data: Body;
  readonly response: AnswerInfo;
}

/** The body of an answer, to be awaited; `withResponse()` has the rest of it, too. */
export class ApiPromise<Body> implements PromiseLike<Body> {
  readonly #answer: Promise<WithResponse<Body>>;

  constructor(answer: Promise<WithResponse<Body>>) {
    this.#answer = answer;
  }

  withResponse(): Promise<WithResponse<Body>> {
    return this.#answer;
  }

  then<Done = Body, Failed = never>(
    onDone?: ((body: Body) => Done | PromiseLike<Done>) | null,
    onFailed?: ((thrown: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#answer.then(({ data }) => data).then(onDone, onFailed);
  }

  catch<Failed = never>(onFailed?: ((thrown: unknown) => Failed | PromiseLike<Failed>) | null): Promise<Body | Failed> {
    return this.then(undefined, onFailed);
  }

  finally(onEnd?: (() => void) | null): Promise<Body> {
    return this.then().finally(onEnd);
  }
}

export const infoOf = ({ status, headers }: Response): AnswerInfo => ({
  status,
  headers,
  requestId: headers.get('x-request-id') ?? undefined,
  isReplayed: headers.get('idempotency-replayed') === 'true',
});
