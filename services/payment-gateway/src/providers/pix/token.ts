import { type Clock } from '@repasse/chassis/clock';
import { type Exchange, type ExchangeAnswer } from '../exchange';

export interface TokenOptions {
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Most providers read a form; some (Efí) read JSON. */
  readonly bodyFormat: 'form' | 'json';
  readonly scope?: string | undefined;
  readonly timeoutMs: number;
}

/** A token, or the answer or fault that came instead. Faults of the exchange are thrown as they are. */
export type TokenAnswer = { readonly token: string } | { readonly refusal: ExchangeAnswer };

export interface TokenSource {
  get(): Promise<TokenAnswer>;
  /** The provider no longer takes this token (401). Another one fetched meanwhile stays. */
  discard(token: string): void;
}

/** A token is renewed this long before its end: a request on its way must not arrive with a dead one. */
const marginMsMax = 60_000;
/** Lifetimes of 300 s are seen in practice, so the margin is also at most a tenth of the lifetime. */
const marginShare = 10;
/** RFC 6749 only recommends expires_in; where it is missing the shortest lifetime seen in practice is assumed. */
const lifetimeSecondsDefault = 300;

/** OAuth 2.0 client credentials: one token for all requests, fetched once however many wait for it. */
export const createTokenSource = (options: TokenOptions): TokenSource => {
  let held: { token: string; usableUntilMs: number } | undefined;
  let fetching: Promise<TokenAnswer> | undefined;

  const renew = async (): Promise<TokenAnswer> => {
    const askedAtMs = options.clock.now().getTime();
    const answer = await options.exchange(tokenRequest(options));
    const grant = answer.status === 200 ? readGrant(answer.text) : undefined;
    if (grant === undefined) return { refusal: answer };
    held = { token: grant.token, usableUntilMs: askedAtMs + grant.lifetimeMs - marginMs(grant.lifetimeMs) };
    return { token: grant.token };
  };

  return {
    get: async () => {
      if (held !== undefined && options.clock.now().getTime() < held.usableUntilMs) return { token: held.token };
      fetching ??= renew().finally(() => (fetching = undefined));
      return fetching;
    },
    discard: (token) => {
      if (held?.token === token) held = undefined;
    },
  };
};

const tokenRequest = (o: TokenOptions): Parameters<Exchange>[0] => {
  const fields = { grant_type: 'client_credentials', ...(o.scope === undefined ? {} : { scope: o.scope }) };
  const isJson = o.bodyFormat === 'json';
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
    timeoutMs: o.timeoutMs,
  };
};

const readGrant = (text: string): { token: string; lifetimeMs: number } | undefined => {
  let grant: unknown;
  try {
    grant = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof grant !== 'object' || grant === null || !('access_token' in grant)) return undefined;
  if (typeof grant.access_token !== 'string') return undefined;
  const seconds = 'expires_in' in grant ? Number(grant.expires_in) : Number.NaN;
  return { token: grant.access_token, lifetimeMs: (seconds > 0 ? seconds : lifetimeSecondsDefault) * 1000 };
};

const marginMs = (lifetimeMs: number): number => Math.min(marginMsMax, lifetimeMs / marginShare);
