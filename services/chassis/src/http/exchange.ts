import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { type LookupFunction } from 'node:net';
import { withTls, type TlsTexts } from '../net/tls-files';
import { HttpFault } from './http-fault';

export interface ExchangeOptions {
  /** Connections to one host at most; more requests than this wait in line within their timeout. */
  readonly socketsMax: number;
  /** A new connection takes no longer, its TLS aside; without a limit of its own the whole exchange may wait for it. */
  readonly connectTimeoutMs?: number;
  /** Kept connections are closed after being idle for as long; when the other side closes them, if left out. */
  readonly idleTimeoutMs?: number;
  /** Asks for the addresses of a name; the operating system when left out. Not used for literal addresses. */
  readonly lookup?: LookupFunction;
  /** A client certificate, and whom to trust. */
  readonly tls?: TlsTexts;
  /** A longer answer is a fault, or is cut there, so that no answer fills the memory. */
  readonly answerBytesMax: number;
  readonly longAnswer?: 'fault' | 'cut';
  /**
   * Sends a request once more on another connection when a kept one broke before any answer: the other side closed it
   * as we began to use it again, or died on the request. Only for requests that are safe to repeat.
   */
  readonly repeatsUnanswered?: boolean;
}

export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For the whole exchange: from the name lookup to the last byte of the answer. */
  readonly timeoutMs: number;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends one request and returns its whole answer, whatever the status; throws HttpFault when no answer came. */
export type Exchange = (request: OutgoingRequest) => Promise<RawAnswer>;

/** The one way out of a service by HTTP: calls to other services, to providers, and webhooks. Redirects are answers. */
export const openExchange = (o: ExchangeOptions): { readonly exchange: Exchange; readonly close: () => void } => {
  const agentOptions = {
    keepAlive: true,
    maxSockets: o.socketsMax,
    ...(o.idleTimeoutMs !== undefined && { timeout: o.idleTimeoutMs }),
    ...(o.lookup && { lookup: o.lookup }),
  };
  const agents = {
    plain: new http.Agent(agentOptions),
    secure: withTls(new https.Agent(agentOptions), o.tls),
  };
  let isClosed = false;
  // A request that our own closing cut off is not sent again.
  const mayRepeat = () => o.repeatsUnanswered === true && !isClosed;
  return {
    exchange: (request) => exchange(request, () => open(request, agents), mayRepeat, o),
    close: () => {
      isClosed = true;
      agents.plain.destroy();
      agents.secure.destroy();
    },
  };
};

interface Agents {
  readonly plain: http.Agent;
  readonly secure: https.Agent;
}

const open = ({ method, url, headers, body }: OutgoingRequest, agents: Agents): ClientRequest => {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const options = { method, headers: { ...headers, ...length } };
  return url.protocol === 'https:'
    ? https.request(url, { ...options, agent: agents.secure })
    : http.request(url, { ...options, agent: agents.plain });
};

/** Callbacks rather than promises and streams, because this runs for every request and every webhook. */
const exchange = (
  request: OutgoingRequest,
  openRequest: () => ClientRequest,
  mayRepeat: () => boolean,
  o: ExchangeOptions,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    let outgoing: ClientRequest;
    let isOver = false;
    const succeed = (answer: RawAnswer): void => {
      isOver = true;
      clearTimeout(deadline);
      resolve(answer);
    };
    const fail = (fault: unknown): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(deadline);
      reject(toFault(fault, false));
      outgoing.destroy();
    };
    const start = (isFirst: boolean): void => {
      const sent = (outgoing = openRequest());
      let isAnswered = false;
      // Stays listening: an abort after the end also ends here, and must not end the process.
      sent.on('error', (fault) => {
        const isUnanswered = !isAnswered && sent.reusedSocket;
        if (!isOver && isFirst && mayRepeat() && isUnanswered) start(false);
        else fail(toFault(fault, isUnanswered));
      });
      if (o.connectTimeoutMs !== undefined) limitConnecting(sent, o.connectTimeoutMs, fail);
      sent.once('response', (answer) => {
        isAnswered = true;
        collect(answer, o, fail, (text) => succeed({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      });
      sent.end(request.body);
    };
    start(true);
    const deadline = setTimeout(
      () => fail(new HttpFault('timeout', `No whole answer within ${request.timeoutMs} ms.`)),
      request.timeoutMs,
    );
  });

/** Stops reading at the limit and drops the connection, because an endless answer would otherwise be read to its end. */
const collect = (
  answer: IncomingMessage,
  { answerBytesMax, longAnswer = 'fault' }: ExchangeOptions,
  onFault: (fault: unknown) => void,
  onText: (text: string) => void,
): void => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const text = (): string => Buffer.concat(chunks).subarray(0, answerBytesMax).toString('utf8');
  answer.on('data', (chunk: Buffer) => {
    if (bytes > answerBytesMax) return;
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= answerBytesMax) return;
    if (longAnswer === 'cut') onText(text());
    else onFault(new HttpFault('broken', `The answer is larger than ${answerBytesMax} bytes.`));
    answer.destroy();
  });
  answer.once('end', () => {
    if (bytes <= answerBytesMax) onText(text());
  });
  answer.on('error', onFault);
};

/** Faults of connecting: the request cannot have been read by anyone. */
const connectFaults = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** An address whose machine is gone answers nothing at all, and the request has not left yet. */
const limitConnecting = (sent: ClientRequest, limitMs: number, onFault: (fault: HttpFault) => void): void => {
  sent.once('socket', (socket) => {
    if (!socket.connecting) return;
    const tooLate = (): void => onFault(new HttpFault('refused', `No connection within ${limitMs} ms.`));
    const limit = setTimeout(tooLate, limitMs);
    for (const event of ['connect', 'close'] as const) socket.once(event, () => clearTimeout(limit));
  });
};

/** Not by `instanceof Error`: a fault of Node's own network code may come from another realm than this module. */
const toFault = (fault: unknown, isUnanswered: boolean): HttpFault => {
  if (fault instanceof HttpFault) return fault;
  const { code, message = 'The connection failed.' } = fault as { readonly code?: string; readonly message?: string };
  const isUnsent = connectFaults.has(code);
  const text = code === undefined ? message : `${code}: ${message}`;
  return new HttpFault(isUnsent ? 'refused' : 'broken', text, { cause: fault, isUnanswered });
};
