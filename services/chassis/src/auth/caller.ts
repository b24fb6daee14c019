import { type Principal } from './principal';

/** The caller of an operation that asks for a token. One without is a mistake in the wiring. */
export const callerOf = ({ principal }: { readonly principal?: Principal | undefined }): Principal => {
  if (principal === undefined) throw new Error('An operation that asks for a token was called without one.');
  return principal;
};

/** The person who does it, or the API key where a program calls: for records of who did it. */
export const actorOf = ({ personId, clientId }: Pick<Principal, 'personId' | 'clientId'>): string =>
  personId ?? clientId;

/** Whoever looks after the platform, and not a merchant. */
export const isStaff = ({ profile }: Pick<Principal, 'profile'>): boolean => profile !== 'CUSTOMER';
