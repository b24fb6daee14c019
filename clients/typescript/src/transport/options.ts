/** How a client reaches an installation. */
export interface RepasseOptions {
  /** Such as https://api.loja.example; no path. */
  readonly baseUrl: string;
  /** Of an API key. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** The scopes that tokens are asked for; all of the key's without it. */
  readonly scopes?: readonly string[];
  /** Of one try. 30,000 without it; a long poll has its waiting time on top. */
  readonly timeoutMs?: number;
  /** Tries after the first one. 2 without it. */
  readonly maxRetries?: number;
  /** Verify webhooks: the present signing secret, and while it is rotated the one before. */
  readonly webhookSecrets?: readonly string[];
  /** Stands before this package's own in the User-Agent, such as `loja/4.2`. */
  readonly userAgent?: string;
  /** In the place of the runtime's own, as for a proxy. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Of one call. */
export interface CallOptions {
  readonly timeoutMs?: number;
  readonly maxRetries?: number;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Of a call that would do something twice if it were repeated. */
export interface KeyedCallOptions extends CallOptions {
  /**
   * Made once a call where none is given, and kept over its tries. Give your own, such as the order's number, so that a
   * repeat after a crash of yours is the same request.
   */
  readonly idempotencyKey?: string;
}
