import pino from 'pino';
import { currentTrace } from '../telemetry/trace';
import { type Logger } from './logger';

export const requestLogModes = ['off', 'errors', 'sampled', 'all'] as const;

export interface RequestLogConfig {
  readonly mode: (typeof requestLogModes)[number];
  /** Of `sampled`: one request in so many, and every refusal and fault. */
  readonly sampleOneIn: number;
}

/** A program without the setting. */
export const errorsOnly: RequestLogConfig = { mode: 'errors', sampleOneIn: 1 };

/** Nothing of a request's path, query, headers or body: any of them may hold a token or a person's data. */
export interface AnsweredRequest {
  readonly method: string | undefined;
  /** A template, never a path with ids in it. */
  readonly route: string;
  readonly status: number;
  /** Of a problem. */
  readonly code?: unknown;
  readonly requestId: string;
  readonly seconds?: number;
  /** The service that the edge asked. */
  readonly upstream?: string;
  /** The client left before it had the whole answer. */
  readonly isCut?: boolean;
}

export interface RequestLog {
  answered(request: AnsweredRequest): void;
}

/** Asked every few seconds by machines. */
const quietRoutes = ['/health/', '/metrics'];

/** Lines are written together, since the system call costs several times what the line does. */
const linesMax = 64;
const linesWaitMs = 100;

/** One line for each answered request, by the mode. Refusals are `info`, faults `warn`, as soon as they are answered. */
export const createRequestLog = (log: Logger, { mode, sampleOneIn }: RequestLogConfig): RequestLog => {
  if (mode === 'off') return { answered: () => undefined };
  const write = createLineWriter(log);
  return {
    answered: (request) => {
      if (request.status >= 500) log.warn(factsOf(request), 'request not served');
      else if (request.status >= 400) log.info(factsOf(request), 'request refused');
      else if (mode === 'errors' || quietRoutes.some((start) => request.route.startsWith(start))) return;
      else if (mode === 'sampled' && digestOf(request.requestId) % sampleOneIn !== 0) return;
      else if (log.isLevelEnabled('info')) write(request);
    },
  };
};

const factsOf = ({ seconds, ...request }: AnsweredRequest): object => ({
  ...request,
  ...(seconds !== undefined && { ms: msOf(seconds) }),
});

const msOf = (seconds: number): number => Math.round(seconds * 10_000) / 10;

/** The edge and the services have the same id, so they choose the same requests. FNV-1a. */
const digestOf = (text: string): number => {
  let digest = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193);
  return digest >>> 0;
};

/** Lines that wait, of all request logs of this process; what waits at its end is written then. */
const waiting = new Set<() => void>();
process.on('exit', () => {
  for (const flush of waiting) flush();
});

/** Through the logger's own destination, so that lines of both never mix. */
const createLineWriter = (log: Logger): ((request: AnsweredRequest) => void) => {
  const { service } = log.bindings();
  const begin = `{"level":"info","service":${JSON.stringify(service)},"time":"`;
  let lines = '';
  let count = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    waiting.delete(flush);
    const text = lines;
    lines = '';
    count = 0;
    if (text !== '') destinationOf(log).write(text);
  };
  return (request) => {
    lines += begin + lineOf(request);
    count += 1;
    if (count >= linesMax) flush();
    else if (timer === undefined) {
      timer = setTimeout(flush, linesWaitMs).unref();
      waiting.add(flush);
    }
  };
};

/** No value needs quoting: methods are Node's, routes ours, ids have a sane form (`requestIdOf`, `parseTraceparent`). */
const lineOf = ({ method = '', route, status, requestId, seconds, upstream, isCut }: AnsweredRequest): string => {
  const traceId = currentTrace()?.traceId;
  return (
    `${new Date().toISOString()}"${traceId === undefined ? '' : `,"traceId":"${traceId}"`},"requestId":"${requestId}"` +
    `,"method":"${method}","route":"${route}","status":${status}` +
    `${seconds === undefined ? '' : `,"ms":${msOf(seconds)}`}${upstream === undefined ? '' : `,"upstream":"${upstream}"`}` +
    `${isCut === true ? ',"isCut":true' : ''},"msg":"request answered"}\n`
  );
};

interface Destination {
  write(text: string): unknown;
}

const destinationOf = (log: Logger): Destination =>
  (log as unknown as Readonly<Record<symbol, Destination>>)[pino.symbols.streamSym] ?? process.stdout;
