import { reject, type Rejection } from '@repasse/chassis/decider';
import { type Tx } from '@repasse/chassis/postgres/database';
import { recipientRegistered } from '../public/recipient-events';
import { type UserEvent } from '../public/user-events';
import { hashOfEmail, newUser, registered } from '../users/rules';
import { findUserByEmailHash, insertUser, lockUser, type User } from '../users/table';
import { firstData, type LegalBody } from './legal-data';
import { type LegalData, type Recipient, type RecipientKind } from './recipient';
import { findLinkedBy, findRecipient, insertRecipient, linkRecipient, type StoredRecipient } from './table';
import { notStarted } from './verification';

/** A seller as a merchant describes them. */
export interface Described {
  readonly email: string;
  readonly kind: RecipientKind;
  readonly externalReference: string | null;
  readonly data: LegalData;
}

export interface FoundOrMade {
  readonly recipient: StoredRecipient;
  readonly isNew: boolean;
  readonly events: readonly UserEvent[];
}

type Body = LegalBody &
  Pick<LegalData, 'name' | 'document'> & {
    readonly email: string;
    readonly kind: RecipientKind;
    readonly externalReference?: string | null;
  };

export const describedBy = ({ email, kind, externalReference = null, ...data }: Body): Described => ({
  ...{ email, kind, externalReference },
  data: firstData(data),
});

/**
 * The recipient that a merchant describes: found by the merchant's reference, by document among the merchant's own, or by
 * e-mail, and else made. Of one that is found only the reference changes, since another merchant may have described them.
 * The merchant is locked, so that two requests for one seller at once make one.
 */
export const findOrMake = async (
  tx: Tx,
  merchantUserId: number,
  described: Described,
  now: string,
): Promise<FoundOrMade | Rejection> => {
  await lockUser(tx, merchantUserId);
  const found = await findLinked(tx, merchantUserId, described);
  if (found !== undefined) return linked(tx, merchantUserId, described, found, now);
  const user = await findUserByEmailHash(tx, hashOfEmail(described.email));
  if (user === undefined) return made(tx, merchantUserId, described, now);
  if (user.id === merchantUserId) return ofThemself(tx, user, described, now);
  const known = await findRecipient(tx, user.id, merchantUserId);
  return known === undefined ? unknownToAll : linked(tx, merchantUserId, described, known, now);
};

const findLinked = async (
  tx: Tx,
  merchantUserId: number,
  { externalReference, data: { document } }: Described,
): Promise<StoredRecipient | undefined> =>
  (externalReference === null ? undefined : await findLinkedBy(tx, merchantUserId, { externalReference })) ??
  findLinkedBy(tx, merchantUserId, { document });

const linked = async (
  tx: Tx,
  merchantUserId: number,
  { externalReference, data }: Described,
  found: StoredRecipient,
  now: string,
): Promise<FoundOrMade | Rejection> => {
  if (found.data.document !== data.document) return differs;
  const kept = found.externalReference;
  if (externalReference !== null && kept !== null && kept !== externalReference) return anotherReference;
  await linkRecipient(tx, merchantUserId, found.userId, externalReference, now);
  return { recipient: { ...found, externalReference: kept ?? externalReference }, isNew: false, events: [] };
};

const made = async (
  tx: Tx,
  merchantUserId: number,
  described: Described,
  now: string,
): Promise<FoundOrMade | Rejection> => {
  const user = await insertUser(tx, newUser(described.email, described.data.name, 'CUSTOMER', now));
  // Another merchant has just made it.
  if (user === undefined) return unknownToAll;
  const { recipient, events } = await describe(tx, user, merchantUserId, described, now);
  await linkRecipient(tx, merchantUserId, user.id, described.externalReference, now);
  return { recipient, isNew: true, events: [registered(user), ...events] };
};

/** A merchant is a recipient too, and nobody else looks after them. */
const ofThemself = async (tx: Tx, user: User, described: Described, now: string): Promise<FoundOrMade | Rejection> => {
  const known = await findRecipient(tx, user.id, user.id);
  if (known !== undefined) return linked(tx, user.id, described, known, now);
  const { recipient, events } = await describe(tx, user, null, described, now);
  await linkRecipient(tx, user.id, user.id, described.externalReference, now);
  return { recipient, isNew: true, events };
};

const describe = async (
  tx: Tx,
  { id: userId, email }: User,
  managerUserId: number | null,
  { kind, data, externalReference }: Described,
  now: string,
) => {
  const row: Recipient = { userId, managerUserId, kind, ...notStarted, createdAt: now, updatedAt: now };
  await insertRecipient(tx, row, data);
  const recipient: StoredRecipient = { ...row, email, data, externalReference, erasedAt: null };
  return { recipient, events: [recipientRegistered(row, now)] };
};

const differs = reject('recipient.document_differs', 'The seller that this names is known with another document.');
const anotherReference = reject('recipient.reference_differs', 'You know this seller under another reference.');
const unknownToAll = reject(
  'recipient.user_exists',
  'A user with this e-mail exists, whom you did not make. They say who they are with a key of their own.',
);
