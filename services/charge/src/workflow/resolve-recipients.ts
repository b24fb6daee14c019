import { createHash } from 'node:crypto';
import type { Tx } from '@repasse/chassis/postgres/database';
import type { SplitRule } from '../domain/split';
import type { RequestedShare } from '../http/checks/charge-request';
import type { Identity } from '../http/clients/identity';
import { findUsersByEmail, mayReceive, type User } from '../store/users';

/** Looks up who the shares are for. Throws IdentityUnavailableError when that cannot be told now. */
export type ResolveRecipients = (shares: readonly RequestedShare[]) => Promise<readonly SplitRule[]>;

/** Questions to identity at a time: a hundred unknown e-mails are one request, and must not be a burst of a hundred. */
const lookupsAtATime = 8;

/**
 * An e-mail nobody has, or whose owner may not receive, is no error: the rule then names nobody, and the share is the
 * owner's. Not knowing is another matter. A recipient who does exist must not lose a share to an outage.
 */
export const createResolveRecipients =
  ({ db, identity }: { readonly db: Tx; readonly identity: Identity }): ResolveRecipients =>
  async (shares) => {
    if (shares.length === 0) return [];
    const hashes = new Map(shares.map(({ recipientEmail }) => [recipientEmail, emailHashOf(recipientEmail)]));
    const wanted = [...new Set(hashes.values())];

    const users = new Map((await findUsersByEmail(db, wanted)).map((user) => [user.emailHash, user]));
    // Somebody registered a moment ago may not have reached this service's copy yet.
    const missing = wanted.filter((hash) => !users.has(hash));
    for (const user of await askIdentity(identity, missing)) users.set(user.emailHash, user);

    return shares.map((share) => ruleFor(share, users.get(hashes.get(share.recipientEmail) ?? '')));
  };

/** As identity makes it: e-mails that differ in case or blanks around them are one. */
export const emailHashOf = (email: string): string =>
  createHash('sha256').update(email.trim().toLowerCase()).digest('hex');

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
