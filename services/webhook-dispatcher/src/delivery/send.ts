import { lookup as dnsLookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AttemptOutcome } from '../domain/delivery';
import { isPublicAddress } from '@repasse/chassis/net/public-address';
import { retryAfterMs } from './retry-after';

/** From the name lookup to the last byte of the answer: a receiver that drips bytes must not hold a place for ever. */
export const attemptTimeoutMs = 10_000;

/** As much of an answer as a person needs to see what went wrong; the rest is not read. */
export const responseBytesMax = 64 * 1024;

/** Keeps connections to busy receivers open; more than this many open at once to one host is that host's own denial of service. */
const socketsPerHostMax = 32;

/** Most servers close a connection that was idle for five seconds or more; one that is about to be closed is not used. */
const idleSocketTimeoutMs = 4_000;

export type SendRequest = {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};
export type Send = (request: SendRequest) => Promise<AttemptOutcome>;

/** Sends one webhook and always returns what came of it. Outside the sandbox only https to public addresses is dialled. */
export const createSend = (options: {
  readonly isSandbox: boolean;
  readonly timeoutMs?: number;
  /** Asks for the addresses of a name; the operating system when left out. */
  readonly lookup?: LookupAll;
}): { send: Send; close: () => void } => {
  const agentOptions = {
    keepAlive: true,
    maxSockets: socketsPerHostMax,
    maxFreeSockets: socketsPerHostMax,
    timeout: idleSocketTimeoutMs,
    // A connection that is used again leads to the address that was checked when it was made.
    ...(!options.isSandbox && { lookup: guarded(options.lookup ?? dnsLookup) }),
  };
  const agents = { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions) };
  const timeoutMs = options.timeoutMs ?? attemptTimeoutMs;

  const send: Send = (request) => {
    const url = new URL(request.url);
    const refusal = options.isSandbox ? undefined : refusalOf(url);
    if (refusal !== undefined) return Promise.resolve({ type: 'failed', failure: refusal });
    return exchange(() => open(url, request, agents), request.body, timeoutMs);
  };

  const close = () => {
    agents.http.destroy();
    agents.https.destroy();
  };
  return { send, close };
};

export type LookupAll = (
  hostname: string,
  options: LookupAllOptions,
  callback: (fault: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

const addressRefused = 'The address is not public, so nothing was sent.';

const refusalOf = (url: URL): string | undefined => {
  if (url.protocol !== 'https:') return 'Webhooks are sent over https only.';
  // Node does not look up a literal address, so the guard on the lookup would never see it.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host) ? addressRefused : undefined;
};

/** Hands the socket only public addresses, so that what was checked is what is dialled. */
const guarded =
  (lookupAll: LookupAll): LookupFunction =>
  (hostname, options, callback) => {
    lookupAll(hostname, { ...options, all: true }, (fault, addresses) => {
      if (fault !== null) return callback(fault, []);
      const allowed = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (first === undefined) return callback(new Error(addressRefused), []);
      if (options.all === true) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };

type Agents = { readonly http: HttpAgent; readonly https: HttpsAgent };

const open = (url: URL, { body, headers }: SendRequest, agents: Agents): ClientRequest => {
  const isSecure = url.protocol === 'https:';
  return (isSecure ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    agent: isSecure ? agents.https : agents.http,
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Repasse-Webhooks/1.0',
    },
  });
};

/** One request and its answer within the time; callbacks rather than promises, because this runs for every delivery. */
const exchange = (openRequest: () => ClientRequest, body: string, timeoutMs: number): Promise<AttemptOutcome> =>
  new Promise((resolve) => {
    let request: ClientRequest;
    let isOver = false;
    const end = (outcome: AttemptOutcome): void => {
      isOver = true;
      clearTimeout(timer);
      resolve(outcome);
    };
    const fail = (failure: string): void => {
      if (isOver) return;
      end({ type: 'failed', failure: storable(failure) });
      request.destroy();
    };
    const timer = setTimeout(() => fail(`No whole answer within ${timeoutMs} ms.`), timeoutMs);

    const start = (isRepeat: boolean): void => {
      request = openRequest();
      let isAnswered = false;
      request.on('error', (fault) => {
        // The receiver closed a connection that was idle as we began to use it again; it has seen nothing, or its
        // server died, and will know the webhook-id.
        if (!isOver && !isRepeat && !isAnswered && request.reusedSocket) start(true);
        else fail(failureOf(fault));
      });
      request.once('response', (response) => {
        isAnswered = true;
        readLimited(
          response,
          (fault) => fail(failureOf(fault)),
          (text) => end(answerOf(response, text)),
        );
      });
      request.end(body);
    };
    start(false);
  });

/** Stops reading at the limit and drops the connection, because an endless answer would otherwise be read to its end. */
const readLimited = (
  response: IncomingMessage,
  onFault: (fault: unknown) => void,
  onText: (text: string) => void,
): void => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const done = (): void => onText(Buffer.concat(chunks).subarray(0, responseBytesMax).toString('utf8'));
  response.on('data', (chunk: Buffer) => {
    if (bytes >= responseBytesMax) return;
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < responseBytesMax) return;
    done();
    response.destroy();
  });
  response.once('end', () => {
    if (bytes < responseBytesMax) done();
  });
  response.on('error', onFault);
};

const answerOf = ({ statusCode, headers }: IncomingMessage, text: string): AttemptOutcome => ({
  type: 'answered',
  status: statusCode ?? 0,
  body: storable(text),
  retryAfterMs: retryAfterMs(headers['retry-after'], new Date()),
});

/** PostgreSQL's text holds no zero byte and no half of a character. */
const storable = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '');

/** Not by `instanceof`: a fault of Node's own network code may come from another realm than this module. */
const failureOf = (fault: unknown): string => {
  if (typeof fault !== 'object' || fault === null || !('message' in fault)) return 'The connection failed.';
  return 'code' in fault ? `${String(fault.code)}: ${String(fault.message)}` : String(fault.message);
};
