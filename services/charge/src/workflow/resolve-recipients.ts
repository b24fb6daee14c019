import { hash } from 'node:crypto';
import { type PaymentRules } from '../domain/charge.terms';
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
 * By the merchant's rule the share of an e-mail that nobody has waits for its recipient, in the owner's share.
 */
export const resolveRecipients = async (
  shares: readonly HashedShare[],
  {
    known,
    identity,
    unknown,
  }: {
    readonly known: ReadonlyMap<string, User>;
    readonly identity: Identity;
    /** The merchant's rule for e-mails that nobody has. */
    readonly unknown: Pick<PaymentRules, 'unknownRecipient' | 'shareHoldDays'>;
  },
): Promise<readonly SplitRule[]> => {
  // A user who registered a moment ago may be missing in this service's copy.
  const missing = new Set(shares.map(({ emailHash }) => emailHash).filter((hash) => !known.has(hash)));
  const asked = new Map((await askIdentity(identity, [...missing])).map((user) => [user.emailHash, user]));
  return shares.map((share) => {
    const user = known.get(share.emailHash) ?? asked.get(share.emailHash);
    return { ...recipientOf(share, user, unknown), ...amountOf(share) };
  });
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

/** A user who is there and may not receive is no unknown one: that share is the owner's, whatever the rule. */
const recipientOf = (
  { emailHash }: HashedShare,
  user: User | undefined,
  { unknownRecipient, shareHoldDays: holdDays }: Pick<PaymentRules, 'unknownRecipient' | 'shareHoldDays'>,
): Pick<SplitRule, 'userId' | 'heldFor'> => {
  if (user !== undefined) return { userId: mayReceive(user) ? user.userId : null };
  return unknownRecipient === 'hold' ? { userId: null, heldFor: { emailHash, holdDays } } : { userId: null };
};

const amountOf = (share: RequestedShare) =>
  share.kind === 'FIXED'
    ? { kind: share.kind, amountMinor: share.amountMinor }
    : { kind: share.kind, percentBps: share.percentBps };
