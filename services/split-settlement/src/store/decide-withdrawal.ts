import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type Ids } from '@repasse/chassis/ids';
import { feeOf } from '../domain/payout-fee';
import { leastMinor, payableMinor, type PayoutStanding } from '../domain/payout-standing';
import { firstRail, reais } from '../domain/rails';
import { type RequestWithdrawal } from '../domain/request-withdrawal';
import { withdrawal } from '../domain/withdrawal';
import { type WithdrawalTerms } from '../domain/withdrawal-terms';
import { bookWithdrawal } from './book-withdrawal';
import { type Books } from './books/books';
import { currency, standingOf, type Payable } from './read-payables';
import { stateOf, type StoredWithdrawal } from './withdrawals';

/** An address for coins that was named in the request, in the place of a destination. */
export interface NamedAddress {
  readonly payCurrency: string;
  readonly payAddress: string;
  readonly memo: string | null;
}

export interface AskedWithdrawal {
  readonly withdrawalId: string;
  readonly amountMinor: number;
  /** As much of the amount as may be paid, where policy and user allow less. */
  readonly isUpTo: boolean;
  /** Null: to the destination of the payable. */
  readonly address: NamedAddress | null;
  readonly externalReference: string | null;
  readonly batchId: string | null;
  /** The API key; null of a schedule. */
  readonly requestedBy: string | null;
}

export interface DecideWithdrawalOptions {
  readonly ids: Ids;
  readonly now: string;
  /** The setting: the least that is paid out in coins. */
  readonly amountMinorMin: number;
  /** How long a second person has to release it. */
  readonly releaseWithinMs: number;
}

/** Why not, and what could be. */
export interface RefusedWithdrawal {
  readonly rejection: Rejection;
  readonly standing: PayoutStanding;
  readonly payableMinor: number;
  readonly minimumMinor: number;
}

export const isRefused = (decided: StoredWithdrawal | RefusedWithdrawal): decided is RefusedWithdrawal =>
  'rejection' in decided;

/**
 * Decides about one payout and books it in memory, within open books that have read the users of the payable (see usersOf)
 * and the withdrawal's id, under the ledger's lock. The caller writes the books, once for any number of decisions; of a user
 * there is one decision in a batch, since what was asked for before it is read once. A repeat gives what is there.
 */
export const decideWithdrawal = (
  books: Books,
  payable: Payable,
  asked: AskedWithdrawal,
  o: DecideWithdrawalOptions,
): StoredWithdrawal | RefusedWithdrawal => {
  const { withdrawalId, isUpTo } = asked;
  const standing = standingOf(payable, books);
  const state = stateOf(books.withdrawals.find(withdrawalId));
  const terms = termsOf(payable, standing, asked, o.now);
  const releaseUntil = new Date(Date.parse(o.now) + o.releaseWithinMs).toISOString();
  const data = { terms, standing, isUpTo, amountMinorMin: o.amountMinorMin, releaseUntil, now: o.now };
  const decision = withdrawal.decide({ type: 'RequestWithdrawal', data }, state);
  if (isRejection(decision)) return refused(decision, data);
  for (const event of decision) bookWithdrawal(books, event, { ids: o.ids, occurredAt: event.data.at });
  const made = books.withdrawals.find(withdrawalId);
  if (made === undefined) throw new Error(`Withdrawal ${withdrawalId} was made and is not there.`);
  return made;
};

const refused = (
  rejection: Rejection,
  { standing, terms, amountMinorMin, now }: RequestWithdrawal,
): RefusedWithdrawal => ({
  rejection,
  standing,
  payableMinor: payableMinor(standing, now),
  minimumMinor: leastMinor(standing, terms, amountMinorMin),
});

const termsOf = (payable: Payable, standing: PayoutStanding, asked: AskedWithdrawal, now: string): WithdrawalTerms => {
  const { withdrawalId, address, externalReference, batchId, requestedBy } = asked;
  const { userId, payee } = payable;
  const amountMinor = amountOf(standing, asked, now);
  const managerUserId = payee?.managerUserId ?? null;
  return {
    ...{ withdrawalId, userId, amountMinor, currency, externalReference, batchId, requestedBy, managerUserId },
    ...(address === null ? placeOf(payable) : { ...address, rail: firstRail, destinationId: null }),
    ...feeOf(standing.policy, { userId, managerUserId, amountMinor }),
  };
};

const amountOf = (standing: PayoutStanding, { amountMinor, isUpTo }: AskedWithdrawal, now: string): number =>
  isUpTo && standing.policy.mayCoverLess !== false ? Math.min(amountMinor, payableMinor(standing, now)) : amountMinor;

/** Without a destination the request is refused, whatever stands here. */
const placeOf = ({ destination }: Payable) => ({
  rail: destination?.rail ?? firstRail,
  destinationId: destination?.destinationId ?? '',
  payCurrency: destination?.payCurrency ?? reais,
  payAddress: destination?.payAddress ?? destination?.label ?? '',
  memo: destination?.memo ?? null,
});
