import { openExchange } from '@repasse/chassis/http/exchange';
import { HttpFault } from '@repasse/chassis/http/http-fault';
import { addressRefused, isPrivateLiteral, type LookupAll, publicLookup } from '@repasse/chassis/net/public-lookup';
import { type AttemptOutcome } from '../domain/delivery';
import { retryAfterMs } from './retry-after';

/** From the name lookup to the last byte of the answer: a receiver that drips bytes must not hold a place for ever. */
export const attemptTimeoutMs = 10_000;

/** So much of an answer is read, so that the connection of a receiver that answers with a page can be used again. */
const responseBytesReadMax = 64 * 1024;

/** As much of an answer as a person needs to see what went wrong; it is kept with every try. */
export const responseBytesMax = 4 * 1024;

/** Keeps connections to busy receivers open; more than this many open at once to one host is that host's own denial of service. */
const socketsPerHostMax = 32;

/** Most servers close a connection that was idle for five seconds or more; one that is about to be closed is not used. */
const idleSocketTimeoutMs = 4_000;

export interface SendRequest {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Send = (request: SendRequest) => Promise<AttemptOutcome>;

/** Sends one webhook and always returns what came of it. Outside the sandbox only https to public addresses is dialled. */
export const createSend = (options: {
  readonly isSandbox: boolean;
  readonly timeoutMs?: number;
  /** Asks for the addresses of a name; the operating system when left out. */
  readonly lookup?: LookupAll;
}): { send: Send; close: () => void } => {
  const { isSandbox, timeoutMs = attemptTimeoutMs, lookup } = options;
  const { exchange, close } = openExchange({
    socketsMax: socketsPerHostMax,
    idleTimeoutMs: idleSocketTimeoutMs,
    // A connection that is used again leads to the address that was checked when it was made.
    ...(!isSandbox && { lookup: publicLookup(lookup) }),
    answerBytesMax: responseBytesReadMax,
    longAnswer: 'cut',
    // The receiver knows the webhook-id.
    repeatsUnanswered: true,
  });

  const send: Send = async ({ url, body, headers }) => {
    const target = new URL(url);
    const refusal = isSandbox ? undefined : refusalOf(target);
    if (refusal !== undefined) return { type: 'failed', failure: refusal };
    try {
      const request = { method: 'POST', url: target, headers: { ...headers, ...commonHeaders }, body, timeoutMs };
      const answer = await exchange(request);
      return {
        type: 'answered',
        status: answer.status,
        body: storable(beginningOf(answer.text)),
        retryAfterMs: retryAfterMs(answer.headers['retry-after'], new Date()),
      };
    } catch (fault) {
      if (!(fault instanceof HttpFault)) throw fault;
      return { type: 'failed', failure: storable(fault.message) || 'The connection failed.' };
    }
  };
  return { send, close };
};

const commonHeaders = { 'content-type': 'application/json', 'user-agent': 'Repasse-Webhooks/1.0' };

const refusalOf = (url: URL): string | undefined => {
  if (url.protocol !== 'https:') return 'Webhooks are sent over https only.';
  return isPrivateLiteral(url) ? addressRefused : undefined;
};

/** A character that does not fit as a whole is left out. */
const beginningOf = (text: string): string => {
  const bytes = Buffer.from(text);
  if (bytes.length <= responseBytesMax) return text;
  return new TextDecoder().decode(bytes.subarray(0, responseBytesMax), { stream: true });
};

/** PostgreSQL's text holds no zero byte and no half of a character. */
const storable = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '');
