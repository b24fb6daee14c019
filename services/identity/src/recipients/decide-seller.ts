import { reject, type Rejection } from '@repasse/chassis/decider';
import { hashOfEmail } from '../users/rules';
import { type User } from '../users/table';
import { type KnownSellers } from './known-sellers';
import { type Described } from './recipient';
import { type StoredRecipient } from './table';

/** One seller, whom several descriptions may be of. */
export interface Seller {
  readonly document: string;
  /** By which the merchant knows them from now on; the first description that has one gives it. */
  reference: string | null;
  readonly from:
    | { readonly stored: StoredRecipient }
    /** A new one; of the merchant themself the user is there. */
    | { readonly described: Described; readonly user: User | undefined };
}

export interface SellerDecision {
  readonly seller: Seller;
  readonly isNew: boolean;
}

/** What is known, and grows with each decision. */
interface Index {
  readonly merchantUserId: number;
  readonly byReference: Map<string, Seller>;
  readonly byDocument: Map<string, Seller>;
  readonly byEmailHash: Map<string, Seller>;
  readonly users: ReadonlyMap<string, User>;
}

/**
 * The recipients that a merchant describes: each found by the merchant's reference, by document among the merchant's own,
 * or by e-mail, and else new. A later description finds what an earlier one made, as if they came one after the other.
 */
export const decideSellers = (
  merchantUserId: number,
  described: readonly Described[],
  known: KnownSellers,
): readonly (SellerDecision | Rejection)[] => {
  const index = indexOf(merchantUserId, known);
  return described.map((each) => decideSeller(index, each));
};

const indexOf = (merchantUserId: number, { recipients, users }: KnownSellers): Index => {
  const index = { merchantUserId, byReference: new Map(), byDocument: new Map(), byEmailHash: new Map() };
  const hashes = new Map(users.map(({ id, emailHash }) => [id, emailHash]));
  for (const { isLinked, ...stored } of recipients) {
    const seller = { document: stored.data.document, reference: stored.externalReference, from: { stored } };
    const emailHash = hashes.get(stored.userId);
    if (emailHash !== undefined) index.byEmailHash.set(emailHash, seller);
    if (isLinked) link(index, seller);
  }
  return { ...index, users: new Map(users.map((user) => [user.emailHash, user])) };
};

const decideSeller = (index: Index, described: Described): SellerDecision | Rejection => {
  const { externalReference, data, email } = described;
  const emailHash = hashOfEmail(email);
  const found =
    (externalReference === null ? undefined : index.byReference.get(externalReference)) ??
    index.byDocument.get(data.document) ??
    index.byEmailHash.get(emailHash);
  if (found !== undefined) return describeAgain(index, found, described);
  const user = index.users.get(emailHash);
  if (user !== undefined && user.id !== index.merchantUserId) return unknownToAll;
  const seller = { document: data.document, reference: externalReference, from: { described, user } };
  index.byEmailHash.set(emailHash, seller);
  link(index, seller);
  return { seller, isNew: true };
};

/** Of one that is found only the reference changes, since another merchant may have described them. */
const describeAgain = (
  index: Index,
  seller: Seller,
  { externalReference, data }: Described,
): SellerDecision | Rejection => {
  if (seller.document !== data.document) return differs;
  if (externalReference !== null && seller.reference !== null && seller.reference !== externalReference)
    return anotherReference;
  seller.reference ??= externalReference;
  link(index, seller);
  return { seller, isNew: false };
};

const link = ({ byReference, byDocument }: Pick<Index, 'byReference' | 'byDocument'>, seller: Seller): void => {
  if (seller.reference !== null) byReference.set(seller.reference, seller);
  if (!byDocument.has(seller.document)) byDocument.set(seller.document, seller);
};

const differs = reject('recipient.document_differs', 'The seller that this names is known with another document.');
const anotherReference = reject('recipient.reference_differs', 'You know this seller under another reference.');
export const unknownToAll = reject(
  'recipient.user_exists',
  'A user with this e-mail exists, whom you did not make. They say who they are with a key of their own.',
);
