import { type IncomingHttpHeaders } from 'node:http';
import { type Logger } from '../log/logger';
import { type Span, type SpanTemplate } from '../telemetry/spans';
import { currentTrace, startSpan, untilDone } from '../telemetry/trace';
import { type Metrics } from '../telemetry/metrics';
import { openExchange } from './exchange';
import { HttpFault } from './http-fault';
import { askOnceMore } from './replicas/internal/ask-once-more';
import { connectingTo } from './replicas/internal/probe';
import { followReplicas } from './replicas/replicas';

export { HttpFault } from './http-fault';

export interface HttpClientOptions {
  /** The called service, as a label of metrics and logs. */
  readonly name: string;
  /** Of its processes: a request goes to one that is ready. */
  readonly baseUrls: readonly string[];
  /** For the whole exchange, the answer's body included. */
  readonly timeoutMs: number;
  /** The token by which the called service knows this one, as it is now. */
  readonly internalToken?: () => string;
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
  /** Asking twice is the same as asking once; true of GET unless it says otherwise. */
  readonly isRepeatable?: boolean;
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

/**
 * Shorter than a process serves on after it was asked to stop (5 s), so that no connection is idle, and closed by it,
 * just when the next call goes out.
 */
const idleTimeoutMs = 4_000;

/** A process on a machine of the same network answers within milliseconds; one that is gone may not answer at all. */
const connectTimeoutMs = 2_000;

/** Calls another service over kept connections, passing on trace and request id. */
export const createHttpClient = (o: HttpClientOptions): HttpClient => {
  const { name, baseUrls, log, metrics } = o;
  const limits = { socketsMax, answerBytesMax, idleTimeoutMs, connectTimeoutMs };
  const replicas = followReplicas({
    ...{ name, urls: baseUrls, log },
    open: (target) => openExchange({ ...limits, ...connectingTo(target) }),
    onClosed: ({ close }) => close(),
  });
  const duration = metrics.histogram('repasse_http_client_duration_seconds', 'Calls to other services, by outcome.', [
    ...(['client', 'method', 'route', 'outcome'] as const),
  ]);
  const repeated = metrics.counter('repasse_http_client_repeats_total', 'Calls that were sent once more.', ['client']);
  repeated.inc({ client: name }, 0);

  const ask = async (request: HttpCall, span: Span | undefined): Promise<HttpAnswer> => {
    const { method, path, route = path, query, body, isRepeatable = method === 'GET' } = request;
    const startedMs = performance.now();
    span?.rename(`${method} ${route}`);
    span?.set({ 'http.request.method': method, 'url.template': route, 'service.peer.name': name });
    const observe = (outcome: string): void =>
      duration.observe({ client: name, method, route, outcome }, (performance.now() - startedMs) / 1_000);
    try {
      const answer = await askOnceMore(replicas, {
        path: path + (query === undefined ? '' : `?${new URLSearchParams(query).toString()}`),
        method,
        headers: {
          ...headersOf(request, span),
          ...(o.internalToken && { 'repasse-internal-token': o.internalToken() }),
        },
        body: body && JSON.stringify(body),
        timeoutMs: request.timeoutMs ?? o.timeoutMs,
        isRepeatable,
        onRepeat: () => repeated.inc({ client: name }),
      });
      observe(String(answer.status));
      span?.set({ 'http.response.status_code': answer.status });
      if (answer.status >= 400) span?.fail(String(answer.status));
      return { ...answer, body: jsonOf(answer.text) };
    } catch (err) {
      observe(err instanceof HttpFault ? err.code : 'fault');
      log.warn({ err, client: name, method, route }, 'call without an answer');
      throw err;
    }
  };
  const call = (request: HttpCall): Promise<HttpAnswer> => {
    const span = startSpan(callSpan);
    return untilDone(span, () => ask(request, span));
  };
  return { call, close: () => replicas.close() };
};

const callSpan: SpanTemplate = { kind: 'client', name: 'call' };

const headersOf = ({ body }: HttpCall, span: Span | undefined): Record<string, string> => {
  const trace = currentTrace();
  return {
    accept: 'application/json',
    ...(trace && { traceparent: span?.traceparent ?? trace.traceparent }),
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
