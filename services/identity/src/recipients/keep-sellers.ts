import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type Tx } from '@repasse/chassis/postgres/database';
import { recipientRegistered } from '../public/recipient-events';
import { type UserEvent } from '../public/user-events';
import { newUser, registered } from '../users/rules';
import { insertUsers, type User } from '../users/table';
import { unknownToAll, type Seller, type SellerDecision } from './decide-seller';
import { type Described } from './recipient';
import { linkRecipients } from './links-table';
import { insertRecipients, type StoredRecipient } from './table';
import { notStarted } from './verification';

export interface FoundOrMade {
  readonly recipient: StoredRecipient;
  readonly isNew: boolean;
}

export interface KeptSellers {
  /** In the order of the decisions. Another merchant may have taken an e-mail at this moment, which is a refusal. */
  readonly outcomes: readonly (FoundOrMade | Rejection)[];
  readonly events: readonly UserEvent[];
}

/** Four statements at most, however many sellers there are; three of them are for new ones. */
export const keepSellers = async (
  tx: Tx,
  merchantUserId: number,
  decisions: readonly (SellerDecision | Rejection)[],
  now: string,
): Promise<KeptSellers> => {
  const sellers = new Set(decisions.flatMap((each) => (isRejection(each) ? [] : each.seller)));
  const { recipients, events } = await makeNew(tx, merchantUserId, [...sellers], now);
  for (const seller of sellers) {
    if ('stored' in seller.from) recipients.set(seller, { ...seller.from.stored, externalReference: seller.reference });
  }
  await linkRecipients(tx, merchantUserId, [...recipients.values()], now);
  const outcomes = decisions.map((each) => {
    if (isRejection(each)) return each;
    const recipient = recipients.get(each.seller);
    return recipient === undefined ? unknownToAll : { recipient, isNew: each.isNew };
  });
  return { outcomes, events };
};

interface New {
  readonly seller: Seller;
  readonly described: Described;
  readonly user: User | undefined;
}

const makeNew = async (tx: Tx, merchantUserId: number, sellers: readonly Seller[], now: string) => {
  const news = sellers.flatMap((seller): New[] => ('stored' in seller.from ? [] : [{ seller, ...seller.from }]));
  const made = await insertUsers(
    tx,
    news.flatMap(({ user, described: { email, data } }) =>
      user === undefined ? newUser(email, data.name, 'CUSTOMER', now) : [],
    ),
  );
  const byEmail = new Map(made.map((user) => [user.email, user]));
  const recipients = new Map<Seller, StoredRecipient>();
  for (const each of news) {
    const user = each.user ?? byEmail.get(newUser(each.described.email, '', 'CUSTOMER', now).email);
    if (user !== undefined) recipients.set(each.seller, recipientOf(each, user, merchantUserId, now));
  }
  const all = [...recipients.values()];
  await insertRecipients(tx, all);
  const events = [...made.map(registered), ...all.map((recipient) => recipientRegistered(recipient, now))];
  return { recipients, events };
};

/** A merchant is a recipient too, and nobody else looks after them. */
const recipientOf = (
  { seller, described: { kind, data } }: New,
  { id: userId, email }: User,
  merchantUserId: number,
  now: string,
): StoredRecipient => ({
  ...{ userId, managerUserId: userId === merchantUserId ? null : merchantUserId, kind },
  ...{ ...notStarted, createdAt: now, updatedAt: now },
  ...{ email, data, externalReference: seller.reference, erasedAt: null },
});
