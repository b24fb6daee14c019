import { readFileSync } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** One question to a provider. `operation` and `reference` are for logs and metrics. */
export interface ExchangeRequest {
  readonly operation: string;
  readonly reference: string | null;
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** For the whole exchange: connecting, sending, and the last byte of the answer. */
  readonly timeoutMs: number;
}

export interface ExchangeAnswer {
  readonly status: number;
  readonly text: string;
}

export type Exchange = (request: ExchangeRequest) => Promise<ExchangeAnswer>;

/** `refused`: nothing reached the provider. `timeout` and `broken`: it may have been reached and may have acted. */
export type ExchangeFaultCode = 'refused' | 'timeout' | 'broken';

export class ExchangeFault extends Error {
  override readonly name = 'ExchangeFault';
  readonly isRetryable = true;
  constructor(
    readonly code: ExchangeFaultCode,
    message: string,
  ) {
    super(message);
  }
}

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
  readonly caFile?: string | undefined;
}

/** Providers answer in a few kB; a body that goes on is a fault, not something to hold in memory. */
const answerBytesMax = 1024 * 1024;
/** One provider, and callbacks come in bursts: enough sockets not to queue, few enough not to be a flood. */
const socketsMax = 64;
/** Faults of connecting: the request cannot have been read by anyone. */
const connectFaults = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/**
 * HTTP to providers on node's own client rather than fetch: a client certificate (mTLS) needs an agent, one timeout
 * must cover the whole exchange, and our trace headers are nothing to show to third parties.
 */
export const createExchange = (tls?: TlsFiles): { exchange: Exchange; close: () => void } => {
  const http = new HttpAgent({ keepAlive: true, maxSockets: socketsMax });
  const https = new HttpsAgent({ keepAlive: true, maxSockets: socketsMax, ...certificates(tls) });
  return {
    exchange: (request) =>
      send(request, (onAnswer) => {
        const options = { method: request.method, headers: withLength(request) };
        return request.url.protocol === 'https:'
          ? httpsRequest(request.url, { ...options, agent: https }, onAnswer)
          : httpRequest(request.url, { ...options, agent: http }, onAnswer);
      }),
    close: () => {
      http.destroy();
      https.destroy();
    },
  };
};

const send = (
  request: ExchangeRequest,
  open: (onAnswer: (answer: IncomingMessage) => void) => ClientRequest,
): Promise<ExchangeAnswer> =>
  new Promise((resolve, fail) => {
    const outgoing = open((answer) => {
      collect(answer).then(
        (text) => {
          clearTimeout(deadline);
          resolve({ status: answer.statusCode ?? 0, text });
        },
        (fault: unknown) => outgoing.destroy(fault instanceof Error ? fault : new Error(String(fault))),
      );
    });
    const deadline = setTimeout(() => {
      outgoing.destroy(new ExchangeFault('timeout', `No whole answer within ${request.timeoutMs} ms.`));
    }, request.timeoutMs);
    outgoing.on('error', (fault: NodeJS.ErrnoException) => {
      clearTimeout(deadline);
      fail(toFault(fault));
    });
    outgoing.end(request.body);
  });

const collect = async (answer: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) throw new ExchangeFault('broken', `An answer of more than ${answerBytesMax} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const toFault = (fault: NodeJS.ErrnoException): ExchangeFault => {
  if (fault instanceof ExchangeFault) return fault;
  return new ExchangeFault(connectFaults.has(fault.code ?? '') ? 'refused' : 'broken', fault.message);
};

const withLength = ({ headers, body }: ExchangeRequest): Record<string, string> =>
  body === undefined ? { ...headers } : { ...headers, 'content-length': String(Buffer.byteLength(body)) };

const certificates = (tls: TlsFiles | undefined): object => {
  if (tls === undefined) return {};
  const ca = tls.caFile === undefined ? {} : { ca: readFileSync(tls.caFile) };
  return { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile), ...ca };
};
