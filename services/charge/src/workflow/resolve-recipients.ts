import { hash } from 'node:crypto';
import { type SplitRule } from '../domain/split';
import { type RequestedShare } from './charge-request';
import { type Identity } from '../clients/identity';
import { mayReceive, type User } from '../store/users';

/** Questions to identity at a time: a hundred unknown e-mails are one request, and must not be a burst of a hundred. */
const lookupsAtATime = 8;

/**
 * Finds the users of the shares, given the users this service knows. An e-mail without a user, or whose user may not
 * receive, is no error: the rule then has no user, and the owner gets the share. An outage is different: an existing
 * recipient must not lose a share to it, so it throws IdentityUnavailableError.
 */
export const resolveRecipients = async (
  shares: readonly HashedShare[],
  known: ReadonlyMap<string, User>,
  identity: Identity,
): Promise<readonly SplitRule[]> => {
  // A user who registered a moment ago may be missing in this service's copy.
  const missing = new Set(shares.map(({ emailHash }) => emailHash).filter((hash) => !known.has(hash)));
  const asked = new Map((await askIdentity(identity, [...missing])).map((user) => [user.emailHash, user]));
  return shares.map((share) => ruleFor(share, known.get(share.emailHash) ?? asked.get(share.emailHash)));
};

export type HashedShare = RequestedShare & { readonly emailHash: string };

export const hashed = (share: RequestedShare): HashedShare => ({
  ...share,
  emailHash: emailHashOf(share.recipientEmail),
});

/** As identity makes it: e-mails that differ in case or blanks around them are one. */
export const emailHashOf = (email: string): string => hash('sha256', email.trim().toLowerCase(), 'hex');

const askIdentity = async (identity: Identity, hashes: readonly string[]): Promise<readonly User[]> => {
  const found: User[] = [];
  for (let start = 0; start < hashes.length; start += lookupsAtATime) {
    const batch = hashes.slice(start, start + lookupsAtATime);
    const users = await Promise.all(batch.map((hash) => identity.findUser(hash)));
    found.push(...users.filter((user) => user !== undefined));
  }
  return found;
};

const ruleFor = (share: RequestedShare, user: User | undefined): SplitRule => {
  const userId = user && mayReceive(user) ? user.userId : null;
  return share.kind === 'FIXED'
    ? { kind: share.kind, userId, amountMinor: share.amountMinor }
    : { kind: share.kind, userId, percentBps: share.percentBps };
};
