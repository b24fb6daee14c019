import http from 'node:http';
import https from 'node:https';
import { type Logger } from '../log/logger';
import { currentTrace } from '../telemetry/trace';
import { type Metrics } from '../telemetry/metrics';
import { exchange, type RawAnswer } from './exchange';
import { HttpFault } from './http-fault';

export { HttpFault } from './http-fault';

export interface HttpClientOptions {
  /** The called system, as a label of metrics and logs. */
  readonly name: string;
  readonly baseUrl: string;
  /** For the whole exchange, the answer's body included. */
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** PEM texts for mutual TLS. */
  readonly tls?: { readonly cert?: string; readonly key?: string; readonly ca?: string };
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Begins with a slash; put behind the base URL. */
  readonly path: string;
  /** The label of a path with ids in metrics and logs: `/cob/{txid}`. */
  readonly route?: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON; a string or URLSearchParams is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Any status is an answer, redirects included; only silence is a fault. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON; undefined when the text is not JSON. */
  readonly body: unknown;
  readonly text: string;
}

export type HttpCallOptions = Omit<HttpCall, 'method' | 'path' | 'body'>;

export interface HttpClient {
  /** Throws HttpFault when no answer came. */
  call(call: HttpCall): Promise<HttpAnswer>;
  get(path: string, options?: HttpCallOptions): Promise<HttpAnswer>;
  post(path: string, body: unknown, options?: HttpCallOptions): Promise<HttpAnswer>;
  put(path: string, body: unknown, options?: HttpCallOptions): Promise<HttpAnswer>;
  /** Closes kept connections. */
  close(): void;
}

/** Connections to one other party at most; more calls than this wait in line within their timeout. */
const socketsMax = 128;

/**
 * Calls one other party over kept connections, passing on trace and request id. Built on node's own client because
 * fetch takes no client certificate, and providers of PIX ask for one.
 */
export const createHttpClient = (options: HttpClientOptions): HttpClient => {
  const isTls = options.baseUrl.startsWith('https:');
  const agentOptions = { keepAlive: true, maxSockets: socketsMax };
  const agent = isTls ? new https.Agent({ ...agentOptions, ...options.tls }) : new http.Agent(agentOptions);
  const duration = options.metrics.histogram(
    'repasse_http_client_duration_seconds',
    'Calls to other parties, by what came of them.',
    ['client', 'method', 'route', 'outcome'],
  );

  const call = async (request: HttpCall): Promise<HttpAnswer> => {
    const route = request.route ?? request.path;
    const startedMs = performance.now();
    const observe = (outcome: string): void =>
      duration.observe({ client: options.name, method: request.method, route, outcome }, secondsSince(startedMs));
    try {
      const answer = await exchange({
        url: options.baseUrl + request.path + queryOf(request.query),
        method: request.method,
        ...contentOf(request, options.headers),
        timeoutMs: request.timeoutMs ?? options.timeoutMs,
        agent,
        ...(request.signal === undefined ? {} : { signal: request.signal }),
      });
      observe(String(answer.status));
      return readable(answer);
    } catch (err) {
      const outcome = err instanceof HttpFault ? err.code : 'fault';
      observe(outcome);
      options.log.warn({ err, client: options.name, method: request.method, route }, 'call without an answer');
      throw err;
    }
  };

  return {
    call,
    get: (path, rest) => call({ ...rest, method: 'GET', path }),
    post: (path, body, rest) => call({ ...rest, method: 'POST', path, body }),
    put: (path, body, rest) => call({ ...rest, method: 'PUT', path, body }),
    close: () => agent.destroy(),
  };
};

const secondsSince = (startedMs: number): number => (performance.now() - startedMs) / 1_000;

const queryOf = (query: HttpCall['query'] = {}): string => {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) pairs.append(name, String(value));
  return pairs.size === 0 ? '' : `?${pairs.toString()}`;
};

/** Headers in order of precedence: the call's, the client's, then the common ones. */
const contentOf = (
  call: HttpCall,
  clientHeaders: HttpClientOptions['headers'],
): { headers: Record<string, string>; body: string | undefined } => {
  const trace = currentTrace();
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(trace === undefined ? {} : { traceparent: trace.traceparent }),
    ...(trace?.requestId === undefined ? {} : { 'x-request-id': trace.requestId }),
    ...(call.body === undefined ? {} : { 'content-type': contentTypeOf(call.body) }),
    ...lowerCased(clientHeaders),
    ...lowerCased(call.headers),
  };
  if (call.body === undefined) return { headers, body: undefined };
  if (typeof call.body === 'string') return { headers, body: call.body };
  return { headers, body: call.body instanceof URLSearchParams ? call.body.toString() : JSON.stringify(call.body) };
};

const contentTypeOf = (body: unknown): string =>
  body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json';

const lowerCased = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

const readable = ({ status, headers, text }: RawAnswer): HttpAnswer => ({
  status,
  headers,
  text,
  body: jsonOf(text),
});

const jsonOf = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's HTML page is an answer too; the caller sees its status and text.
    return undefined;
  }
};
