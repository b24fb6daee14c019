import { type Principal } from './principal';

/** The caller of an operation that asks for a token. One without is a mistake in the wiring. */
export const callerOf = ({ principal }: { readonly principal?: Principal | undefined }): Principal => {
  if (principal === undefined) throw new Error('An operation that asks for a token was called without one.');
  return principal;
};

/** The person who does it, the portal link, or the API key where a program calls: for records of who did it. */
export const actorOf = ({
  personId,
  portalLinkId,
  clientId,
}: Pick<Principal, 'personId' | 'portalLinkId' | 'clientId'>): string => personId ?? portalLinkId ?? clientId;

/** Whoever looks after the platform, and not a merchant. */
export const isStaff = ({ profile }: Pick<Principal, 'profile'>): boolean => profile !== 'CUSTOMER';
