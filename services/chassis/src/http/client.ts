import { type Logger } from '../log/logger';
import { type Metrics } from '../telemetry/metrics';

export interface HttpClientOptions {
  /** Labels metrics and logs: who is called. */
  readonly name: string;
  readonly baseUrl: string;
  /** For the whole exchange, the answer's body included. */
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Begins with a slash; put behind the base URL. */
  readonly path: string;
  /** What the metrics call this path when it holds ids: `/cob/{txid}`. */
  readonly route?: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON; a string or URLSearchParams is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Any status is an answer; only silence is a fault. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; undefined when the text is not JSON. */
  readonly body: unknown;
  readonly text: string;
}

export interface HttpClient {
  call(call: HttpCall): Promise<HttpAnswer>;
  get(path: string, options?: Omit<HttpCall, 'method' | 'path' | 'body'>): Promise<HttpAnswer>;
  post(path: string, body: unknown, options?: Omit<HttpCall, 'method' | 'path' | 'body'>): Promise<HttpAnswer>;
  put(path: string, body: unknown, options?: Omit<HttpCall, 'method' | 'path' | 'body'>): Promise<HttpAnswer>;
}

/** No answer came. After a timeout what the other side did is unknown. */
export class HttpFault extends Error {
  override readonly name = 'HttpFault';
  constructor(
    readonly code: 'timeout' | 'network',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
  readonly isRetryable = true;
}

export declare const createHttpClient: (options: HttpClientOptions) => HttpClient;
