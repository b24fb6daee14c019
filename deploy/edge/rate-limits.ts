import { createHash } from 'node:crypto';
import { type IncomingMessage } from 'node:http';
import { bearerTokenOf } from '@repasse/chassis/auth/bearer-token';
import { type DescribedOperation } from '@repasse/chassis/http/described-operation';
import { createRateLimit, type RateLimit } from '@repasse/chassis/limits/rate-limit';
import { createAcceptedCredentials } from './accepted-credentials';
import { type Config } from './config';

/** A request to an operation; undefined when the path has none of this method. */
export interface CountedRequest {
  readonly request: IncomingMessage;
  /** Of the caller. */
  readonly address: string;
  readonly operation: DescribedOperation | undefined;
}

/** Called with the status that the service has answered with. */
export type OnAnswered = (status: number) => void;

/** Counts a request, or throws the problem to answer with. */
export type LimitRates = (counted: CountedRequest) => Promise<OnAnswered>;

/**
 * By address, by credential, and by credential and operation, each as far as it is set. The edge does not verify
 * credentials; it learns from the answers which ones a service accepts. Others count for the address they come from, so
 * that made-up ones have no limit of their own. Undefined without limits.
 */
export const createRateLimits = ({ rateLimits }: Config): LimitRates | undefined => {
  const { perAddress, perCredential, perOperation } = rateLimits;
  if (perAddress === null && perCredential === null && perOperation.size === 0) return undefined;
  const byAddress = createRateLimit(perAddress);
  const byCredential = createRateLimit(perCredential);
  const byOperation = new Map([...perOperation].map(([name, rate]) => [name, createRateLimit(rate)]));
  const accepted = createAcceptedCredentials();

  return async ({ request, address, operation }) => {
    await byAddress.count(address);
    if (operation === undefined) return doNothing;
    const credential = credentialOf(operation, request);
    const key = credential === undefined ? undefined : digestOf(credential);
    const caller = key !== undefined && accepted.has(key) ? key : address;
    const limits = [
      ...(key === undefined ? [] : [byCredential]),
      byOperation.get(`${operation.method} ${operation.path}`),
    ].filter((limit) => limit !== undefined);
    for (const limit of limits) await limit.count(caller);
    if (key === undefined) return doNothing;
    return (status) => {
      if (status === 401) accepted.delete(key);
      if (status >= 400) return;
      accepted.add(key);
      if (caller === address) void move(limits, address, key);
    };
  };
};

const doNothing: OnAnswered = () => undefined;

/** A request was counted for its address, and its credential turned out to be good. */
const move = async (limits: readonly RateLimit[], address: string, key: string): Promise<void> => {
  for (const limit of limits) {
    await limit.giveBack(address);
    // Requests of one credential that came together before the first was answered may be one too many.
    await limit.count(key).catch(() => undefined);
  }
};

/**
 * The credential that the operation checks. Any other header is ignored there, so it must not choose whose limit counts; nor
 * must the spelling of a header.
 */
const credentialOf = ({ access }: DescribedOperation, { headers, url = '' }: IncomingMessage): string | undefined => {
  if (access.some(({ kind }) => kind === 'bearer')) return bearerTokenOf(headers.authorization);
  if (!access.some(({ kind }) => kind === 'guarded')) return undefined;
  const queryAt = url.indexOf('?');
  const inAddress = queryAt < 0 ? null : new URLSearchParams(url.slice(queryAt)).get('token');
  const token = headers['x-checkout-token'] ?? inAddress;
  return token === null ? undefined : String(token);
};

/** Short, and no token lies about in memory. */
const digestOf = (credential: string): string => createHash('sha256').update(credential).digest('base64url');
