import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { type Clock } from '../../clock';
import { openExchange } from '../../http/exchange';
import { type Logger } from '../../log/logger';

/** The issuer's keys could not be fetched, so nothing can be said about the token. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
  readonly code = 'keys_unavailable';
  readonly isRetryable = true;
}

export interface KeySetOptions {
  /** Of the issuer's processes, which have the same keys. */
  readonly jwksUrls: readonly string[];
  readonly clock: Clock;
  readonly log: Logger;
  /** Replaced in tests. */
  readonly fetchKeys?: (url: string) => Promise<JSONWebKeySet>;
}

/** How often keys are looked at again without need, so that a withdrawn key is forgotten. */
const refreshMs = 5 * 60_000;

/** Tokens with made-up key ids must not become requests to the issuer: this long passes between two fetches. */
const cooldownMs = 10_000;

const fetchTimeoutMs = 3_000;

/**
 * The issuer's public keys. Fetched once and kept however long the issuer is down; looked up again when a token names
 * an unknown key, and in the background when they have become old.
 */
export const createKeySet = ({ jwksUrls, clock, log, fetchKeys = fetchJson }: KeySetOptions): JWTVerifyGetKey => {
  let keys: JWTVerifyGetKey | undefined;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  let isLastTryFailed = false;
  let fetching: Promise<void> | undefined;

  const fetchNow = async (): Promise<void> => {
    triedAtMs = clock.now().getTime();
    try {
      keys = createLocalJWKSet(await firstOf(jwksUrls, fetchKeys));
      isLastTryFailed = false;
    } catch (err) {
      isLastTryFailed = true;
      log.warn({ err, jwksUrls }, 'token keys could not be fetched');
    } finally {
      fetching = undefined;
    }
  };
  const fetchOnce = (): Promise<void> => (fetching ??= fetchNow());
  const sinceTryMs = (): number => Math.abs(clock.now().getTime() - triedAtMs);

  /** Without any keys a service that has just started should not wait long for its issuer to come up. */
  const mayFetch = (): boolean => sinceTryMs() >= (keys === undefined ? 500 : cooldownMs);

  return async (header, token) => {
    if (keys === undefined && (fetching !== undefined || mayFetch())) await fetchOnce();
    else if (sinceTryMs() > refreshMs) void fetchOnce();
    if (keys === undefined) throw new KeysUnavailableError('No token keys yet.');

    try {
      return await keys(header, token);
    } catch (fault) {
      if (!(fault instanceof errors.JWKSNoMatchingKey)) throw fault;
      if (fetching !== undefined || mayFetch()) await fetchOnce();
      else if (!isLastTryFailed) throw fault;
      if (isLastTryFailed) throw new KeysUnavailableError('An unknown token key, and its issuer does not answer.');
      return keys(header, token);
    }
  };
};

/** The answer of the first address that has one; the fault of the last one when none has. */
const firstOf = async (urls: readonly string[], fetchKeys: (url: string) => Promise<JSONWebKeySet>) => {
  let fault: unknown = new Error('The issuer has no address.');
  for (const url of urls) {
    try {
      return await fetchKeys(url);
    } catch (failed) {
      fault = failed;
    }
  }
  throw fault;
};

/** A set of ten keys has 1 KB; a connection is needed again after minutes, or never. */
const { exchange } = openExchange({ socketsMax: 2, idleTimeoutMs: 1_000, answerBytesMax: 64 * 1_024 });

const fetchJson = async (url: string): Promise<JSONWebKeySet> => {
  const { status, text } = await exchange({ url: new URL(url), method: 'GET', headers: {}, timeoutMs: fetchTimeoutMs });
  if (status !== 200) throw new Error(`The issuer answered ${status}.`);
  const keys = JSON.parse(text) as JSONWebKeySet;
  // Refuses any other body.
  createLocalJWKSet(keys);
  return keys;
};

/** Throws unless a set of keys stands at one of these addresses. */
export const askForKeys = async (jwksUrls: readonly string[]): Promise<void> => {
  await firstOf(jwksUrls, fetchJson);
};
