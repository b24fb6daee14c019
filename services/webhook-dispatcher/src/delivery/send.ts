import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type AttemptOutcome } from '../domain/delivery';
import { isPublicAddress } from './address-guard';
import { retryAfterMs } from './retry-after';

/** From the name lookup to the last byte of the answer: a receiver that drips bytes must not hold a place for ever. */
export const attemptTimeoutMs = 10_000;

/** As much of an answer as a person needs to see what went wrong; the rest is not read. */
export const responseBytesMax = 64 * 1024;

/** Keeps connections to busy receivers open; more than this many open at once to one host is that host's own denial of service. */
const socketsPerHostMax = 32;

export type SendRequest = {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};
export type Send = (request: SendRequest) => Promise<AttemptOutcome>;

/** Sends one webhook and always answers what came of it. Outside the sandbox only https to public addresses is dialled. */
export const createSend = (options: {
  readonly isSandbox: boolean;
  readonly timeoutMs?: number;
}): { send: Send; close: () => void } => {
  const agentOptions = {
    keepAlive: true,
    maxSockets: socketsPerHostMax,
    ...(!options.isSandbox && { lookup: guardedLookup }),
  };
  const agents = { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions) };
  const timeoutMs = options.timeoutMs ?? attemptTimeoutMs;

  const send: Send = async (request) => {
    const url = new URL(request.url);
    const refusal = options.isSandbox ? undefined : refusalOf(url);
    if (refusal !== undefined) return { type: 'failed', failure: refusal };
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await exchange(url, request, url.protocol === 'https:' ? agents.https : agents.http, signal);
    } catch (fault) {
      return { type: 'failed', failure: signal.aborted ? `No whole answer within ${timeoutMs} ms.` : failureOf(fault) };
    }
  };

  const close = () => {
    agents.http.destroy();
    agents.https.destroy();
  };
  return { send, close };
};

const addressRefused = 'The address is not public, so nothing was sent.';

const refusalOf = (url: URL): string | undefined => {
  if (url.protocol !== 'https:') return 'Webhooks are sent over https only.';
  // Node does not look up a literal address, so the guard on the lookup would never see it.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host) ? addressRefused : undefined;
};

/** Hands the socket only public addresses, so that what was checked is what is dialled. */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (fault, addresses: LookupAddress[]) => {
    if (fault !== null) return callback(fault, []);
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (first === undefined) return callback(new Error(addressRefused), []);
    if (options.all === true) return callback(null, allowed);
    return callback(null, first.address, first.family);
  });
};

const exchange = (
  url: URL,
  { body, headers }: SendRequest,
  agent: HttpAgent,
  signal: AbortSignal,
): Promise<AttemptOutcome> =>
  new Promise((resolve, reject) => {
    const start = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = start(url, {
      method: 'POST',
      agent,
      signal,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Repasse-Webhooks/1.0',
      },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      readLimited(response).then((text) => {
        resolve({
          type: 'answered',
          status: response.statusCode ?? 0,
          body: text,
          retryAfterMs: retryAfterMs(response.headers['retry-after'], new Date()),
        });
      }, reject);
    });
    request.end(body);
  });

/** Stops reading at the limit and drops the connection, because an endless answer would otherwise be read to its end. */
const readLimited = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= responseBytesMax) break;
  }
  // PostgreSQL's text cannot hold a zero byte.
  return Buffer.concat(chunks).subarray(0, responseBytesMax).toString('utf8').replaceAll('\u0000', '');
};

/** Not by `instanceof`: a fault of Node's own network code may come from another realm than this module. */
const failureOf = (fault: unknown): string => {
  if (typeof fault !== 'object' || fault === null || !('message' in fault)) return 'The connection failed.';
  return 'code' in fault ? `${String(fault.code)}: ${String(fault.message)}` : String(fault.message);
};
