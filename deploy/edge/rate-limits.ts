import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { callerAddress } from '@repasse/chassis/limits/caller-address';
import { createRateLimit } from '@repasse/chassis/limits/rate-limit';
import type { Config } from './config';

/** Counts a request, or throws the problem to answer with. */
export type LimitRates = (request: IncomingMessage, operation: string) => Promise<void>;

/**
 * By address, by credential, and by credential and operation, each as far as it is set. The edge does not verify tokens,
 * so a credential is the whole header: a caller cannot use up another's limit by naming them. Undefined without limits.
 */
export const createRateLimits = ({ rateLimits, proxiesInFront }: Config): LimitRates | undefined => {
  const { perAddress, perCredential, perOperation } = rateLimits;
  if (perAddress === null && perCredential === null && perOperation.size === 0) return undefined;
  const byAddress = createRateLimit(perAddress);
  const byCredential = createRateLimit(perCredential);
  const byOperation = new Map([...perOperation].map(([name, rate]) => [name, createRateLimit(rate)]));

  return async ({ headers, socket }, operation) => {
    const { remoteAddress = '' } = socket;
    const address = callerAddress({ forwardedFor: headers['x-forwarded-for'], remoteAddress }, proxiesInFront);
    const credential = headers.authorization ?? headers['x-checkout-token'];
    const caller = credential === undefined ? address : digestOf(String(credential));
    await byAddress.count(address);
    if (credential !== undefined) await byCredential.count(caller);
    await byOperation.get(operation)?.count(caller);
  };
};

/** Short, and no token lies about in memory. */
const digestOf = (credential: string): string => createHash('sha256').update(credential).digest('base64url');
