import { type HttpClient } from '@repasse/chassis/http/client';
import { type User } from '../store/users';

export interface Identity {
  /** Undefined when no user has this e-mail. Throws when identity does not answer. */
  findUser(emailHash: string): Promise<User | undefined>;
}

/** A look-up by index, on the way to a payer's QR code: two seconds are an outage. */
export const identityTimeoutMs = 2_000;

/** Identity did not answer, so it is not known whether the recipient exists. */
export class IdentityUnavailableError extends Error {
  override readonly name = 'IdentityUnavailableError';
  readonly code = 'identity.unavailable';
  readonly isRetryable = true;
}

export const createIdentity = (http: HttpClient): Identity => ({
  findUser: async (emailHash) => {
    const answer = await http
      .call({ method: 'GET', path: '/internal/users', query: { emailHash } })
      .catch((cause: unknown) => Promise.reject(new IdentityUnavailableError('Identity is away.', { cause })));
    if (answer.status === 404) return undefined;
    if (answer.status !== 200) throw new IdentityUnavailableError(`Identity answered ${answer.status}.`);
    return answer.body as User;
  },
});
