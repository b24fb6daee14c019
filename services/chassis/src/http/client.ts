import { type IncomingHttpHeaders } from 'node:http';
import { type Logger } from '../log/logger';
import { currentTrace } from '../telemetry/trace';
import { type Metrics } from '../telemetry/metrics';
import { openExchange } from './exchange';
import { HttpFault } from './http-fault';

export { HttpFault } from './http-fault';

export interface HttpClientOptions {
  /** The called service, as a label of metrics and logs. */
  readonly name: string;
  readonly baseUrl: string;
  /** For the whole exchange, the answer's body included. */
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface HttpCall {
  readonly method: 'GET' | 'POST';
  /** Begins with a slash; put behind the base URL. */
  readonly path: string;
  /** The label of a path with ids in metrics and logs: `/internal/payments/{paymentId}`. */
  readonly route?: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
  readonly timeoutMs?: number;
}

/** Any status is an answer, redirects included; only silence is a fault. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The parsed JSON; undefined when the text is not JSON. */
  readonly body: unknown;
  readonly text: string;
}

export interface HttpClient {
  /** Throws HttpFault when no answer came. */
  call(call: HttpCall): Promise<HttpAnswer>;
  /** Closes kept connections. */
  close(): void;
}

/** Connections to one service at most; more calls than this wait in line within their timeout. */
const socketsMax = 128;
/** No answer we ask for is near this size; a larger one is a mistake or an attack on our memory. */
const answerBytesMax = 4 * 1_024 * 1_024;

/** Calls another service over kept connections, passing on trace and request id. */
export const createHttpClient = (o: HttpClientOptions): HttpClient => {
  const { exchange, close } = openExchange({ socketsMax, answerBytesMax });
  const duration = o.metrics.histogram('repasse_http_client_duration_seconds', 'Calls to other services, by outcome.', [
    'client',
    'method',
    'route',
    'outcome',
  ]);

  const call = async (request: HttpCall): Promise<HttpAnswer> => {
    const { method, path, route = path, query, body, timeoutMs = o.timeoutMs } = request;
    const startedMs = performance.now();
    const observe = (outcome: string): void =>
      duration.observe({ client: o.name, method, route, outcome }, (performance.now() - startedMs) / 1_000);
    try {
      const answer = await exchange({
        url: new URL(o.baseUrl + path + (query === undefined ? '' : `?${new URLSearchParams(query).toString()}`)),
        method,
        headers: { ...headersOf(request), ...o.headers },
        body: body && JSON.stringify(body),
        timeoutMs,
      });
      observe(String(answer.status));
      return { ...answer, body: jsonOf(answer.text) };
    } catch (err) {
      observe(err instanceof HttpFault ? err.code : 'fault');
      o.log.warn({ err, client: o.name, method, route }, 'call without an answer');
      throw err;
    }
  };
  return { call, close };
};

const headersOf = ({ body }: HttpCall): Record<string, string> => {
  const trace = currentTrace();
  return {
    accept: 'application/json',
    ...(trace && { traceparent: trace.traceparent }),
    ...(trace?.requestId !== undefined && { 'x-request-id': trace.requestId }),
    ...(body && { 'content-type': 'application/json' }),
  };
};

const jsonOf = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's HTML page is an answer too; the caller sees its status and text.
    return undefined;
  }
};
