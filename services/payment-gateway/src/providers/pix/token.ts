import { HttpFault } from '@repasse/chassis/http/http-fault';
import { type PixConfig } from '../../config';
import { type Grant } from '../wire/bearer';
import { type Exchange, type ExchangeRequest } from '../wire/exchange';
import { parseJson } from '../wire/ask';
import { anything, matcher, object, text } from '../wire/schema';

export interface TokenOptions extends Pick<PixConfig, 'clientId' | 'clientSecret' | 'tokenFormat' | 'tokenScope'> {
  readonly exchange: Exchange;
  readonly tokenUrl: string;
}

/** A token is renewed this long before its end: a request on its way must not arrive with a dead one. */
const marginMsMax = 60_000;
/** Lifetimes of 300 s are seen in practice, so the margin is also at most a tenth of the lifetime. */
const marginShare = 10;
/** RFC 6749 only recommends expires_in; where it is missing the shortest lifetime seen in practice is assumed. */
const lifetimeSecondsDefault = 300;

/** OAuth 2.0 client credentials. */
export const fetchGrant = async (o: TokenOptions, timeoutMs: number): Promise<Grant> => {
  try {
    const { status, text: body } = await o.exchange(tokenRequest(o, timeoutMs));
    const grant = status === 200 ? grantIn(parseJson(body)) : undefined;
    if (grant === undefined) return { detail: `The token endpoint answered ${status}.` };
    return { token: grant.access_token, usableMs: usableMsOf(Number(grant.expires_in)) };
  } catch (fault) {
    if (!(fault instanceof HttpFault)) throw fault;
    return { detail: fault.message };
  }
};

const tokenRequest = (o: TokenOptions, timeoutMs: number): ExchangeRequest => {
  const fields = { grant_type: 'client_credentials', ...(o.tokenScope === undefined ? {} : { scope: o.tokenScope }) };
  // Most providers read a form; some (Efí) read JSON.
  const isJson = o.tokenFormat === 'json';
  return {
    operation: 'token',
    reference: null,
    method: 'POST',
    url: new URL(o.tokenUrl),
    headers: {
      authorization: `Basic ${Buffer.from(`${o.clientId}:${o.clientSecret}`).toString('base64')}`,
      accept: 'application/json',
      'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
    },
    body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
    timeoutMs,
  };
};

const grantIn = matcher(object({ access_token: text, expires_in: anything }));

const usableMsOf = (expiresInSeconds: number): number => {
  const lifetimeMs = (expiresInSeconds > 0 ? expiresInSeconds : lifetimeSecondsDefault) * 1000;
  return lifetimeMs - Math.min(marginMsMax, lifetimeMs / marginShare);
};
