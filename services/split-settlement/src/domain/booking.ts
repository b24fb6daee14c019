import { type ChargeMethod } from '@repasse/contracts';
import { sumMinor } from '@repasse/values/money';
import { type SharePart } from './explain-settlement';
import { heldMinorOf, heldSharesIn, holdShares, type HeldShare } from './held-share';
import {
  credit,
  debit,
  LedgerFault,
  makeTransaction,
  move,
  type Account,
  type LedgerTransaction,
  type Posting,
} from './ledger';
import { dueTimesOf, isDue, planReleases, releaseFunds, type Release, type ReleaseSchedule } from './release';

export interface PaidShare {
  readonly userId: number;
  readonly amountMinor: number;
  readonly isOwner: boolean;
  readonly reducedByMinor: number;
  /** How the rules of the split came to it, for readers of the settlement; they add up to it. */
  readonly parts?: readonly SharePart[];
}

/** The facts of a paid charge that the ledger needs. gross = fee + shares; the owner's share includes the reserve. */
export interface PaidCharge {
  readonly chargeId: string;
  readonly paymentId: string;
  readonly userId: number;
  readonly paymentMethod: ChargeMethod;
  readonly grossAmountMinor: number;
  readonly feeAmountMinor: number;
  readonly netAmountMinor: number;
  readonly disputeReserveMinor: number;
  readonly currency: string;
  readonly shares: readonly PaidShare[];
  readonly installments: number;
  readonly paidAt: string;
}

export interface BookingIds {
  readonly settlementId: string;
  readonly bookingTransactionId: string;
  readonly releaseTransactionId: string;
  readonly holdTransactionId: string;
}

export interface SettledShare extends PaidShare {
  readonly reserveMinor: number;
  /** When the last of the share, the reserve aside, can be used. */
  readonly releaseAt: string;
}

export interface Booking {
  readonly ids: BookingIds;
  readonly charge: PaidCharge;
  readonly shares: readonly SettledShare[];
  readonly held: readonly HeldShare[];
  readonly transactions: readonly LedgerTransaction[];
  readonly releasedNow: readonly Release[];
  readonly releasedLater: readonly Release[];
  readonly bookedAt: string;
}

/**
 * Books what a payment brought: the gross amount to its owner, from whom fee, shares and reserve are taken one by one, so
 * that the owner's entries tell them apart. What is due at once (PIX) is released with it, in a second transaction, so
 * that the books read the same whatever the method's schedule.
 */
export const bookChargePaid = (
  charge: PaidCharge,
  schedule: ReleaseSchedule,
  ids: BookingIds,
  now: string,
): Booking => {
  assertAddsUp(charge);
  const held = heldOf(charge, schedule, ids.settlementId);
  const releases = releasesOf(charge, schedule, ids.settlementId);
  const releasedNow = releases.filter((release) => isDue(release, now));
  const booked = makeTransaction({
    transactionId: ids.bookingTransactionId,
    kind: 'CHARGE_PAID',
    chargeId: charge.chargeId,
    settlementId: ids.settlementId,
    occurredAt: charge.paidAt,
    postings: postingsOf(charge),
  });
  return {
    ids,
    charge,
    shares: charge.shares.map((share) => settledShare(share, charge, releases)),
    held,
    transactions: [
      booked,
      ...holdShares(held, { transactionId: ids.holdTransactionId, occurredAt: charge.paidAt }),
      ...(releasedNow.length === 0 ? [] : [released(charge.chargeId, ids, releasedNow, now)]),
    ],
    releasedNow,
    releasedLater: releases.filter((release) => !isDue(release, now)),
    bookedAt: now,
  };
};

const released = (chargeId: string, ids: BookingIds, releases: Release[], now: string) =>
  releaseFunds({
    transactionId: ids.releaseTransactionId,
    chargeId,
    settlementId: ids.settlementId,
    releases,
    now,
  });

const postingsOf = (charge: PaidCharge): Posting[] => {
  const { paymentMethod, grossAmountMinor, feeAmountMinor, disputeReserveMinor, currency } = charge;
  const { userId } = ownersShare(charge);
  const [clearing, pending] = [{ kind: 'provider_clearing', paymentMethod }, pendingOf(userId)] as const;
  return [
    ...move('GROSS', { from: clearing, to: pending }, grossAmountMinor, currency),
    ...move('FEE', { from: pending, to: { kind: 'platform_fees' } }, feeAmountMinor, currency),
    ...charge.shares.filter(({ isOwner }) => !isOwner).flatMap((share) => givenShare(pending, share, currency)),
    ...move('RESERVE', { from: pending, to: { kind: 'user_reserve', userId } }, disputeReserveMinor, currency),
  ];
};

const givenShare = (owners: Account, { userId, amountMinor }: PaidShare, currency: string): Posting[] => [
  ...debit('SHARE_GIVEN', owners, amountMinor, currency),
  ...credit('SHARE_RECEIVED', pendingOf(userId), amountMinor, currency),
];

const pendingOf = (userId: number): Account => ({ kind: 'user_pending', userId });

const ownersShare = (charge: PaidCharge): PaidShare => {
  const [owner, ...others] = charge.shares.filter(({ isOwner }) => isOwner);
  if (owner === undefined || others.length > 0) throw fault(charge, 'ledger.owner_missing', 'one share is the owner’s');
  return owner;
};

const heldOf = (charge: PaidCharge, schedule: ReleaseSchedule, settlementId: string): readonly HeldShare[] => {
  const { chargeId, userId: ownerUserId, currency, paidAt } = charge;
  const dueAt = dueTimesOf(schedule[charge.paymentMethod], paidAt, charge.installments);
  return heldSharesIn(ownersShare(charge).parts ?? [], {
    settlementId,
    chargeId,
    ownerUserId,
    currency,
    dueAt,
    paidAt,
  });
};

const heldMinorIn = ({ parts = [] }: PaidShare): number =>
  heldMinorOf(parts.filter(({ heldFor }) => heldFor !== undefined));

/** Only the owner answers for disputes, so only the owner's share has a part held back. */
const reserveOf = (share: PaidShare, charge: PaidCharge): number => (share.isOwner ? charge.disputeReserveMinor : 0);

const releasesOf = (charge: PaidCharge, schedule: ReleaseSchedule, settlementId: string): Release[] => {
  const terms = schedule[charge.paymentMethod];
  return charge.shares.flatMap((share) => {
    const reserveMinor = reserveOf(share, charge);
    const pendingMinor = share.amountMinor - reserveMinor - heldMinorIn(share);
    const payout = { settlementId, userId: share.userId, currency: charge.currency, pendingMinor, reserveMinor };
    return planReleases(payout, terms, charge.paidAt, charge.installments);
  });
};

const settledShare = (share: PaidShare, charge: PaidCharge, releases: readonly Release[]): SettledShare => {
  const dueAt = releases
    .filter(({ userId, source }) => userId === share.userId && source === 'user_pending')
    .map((release) => release.dueAt);
  // A share of nothing has nothing to wait for.
  return { ...share, reserveMinor: reserveOf(share, charge), releaseAt: dueAt.at(-1) ?? charge.paidAt };
};

/** The charge service promises these sums; an event that breaks one must not reach the books. */
const assertAddsUp = (charge: PaidCharge): void => {
  const sharedMinor = charge.shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const isWhole =
    charge.grossAmountMinor === charge.feeAmountMinor + charge.netAmountMinor && charge.netAmountMinor === sharedMinor;

  if (!isWhole) throw fault(charge, 'ledger.parts_do_not_add_up', 'the fee and the shares are not the gross amount');
  const owner = ownersShare(charge);
  if (new Set(charge.shares.map(({ userId }) => userId)).size < charge.shares.length) {
    throw fault(charge, 'ledger.user_twice', 'a user has two shares');
  }
  if (!charge.shares.every(isWholeOfParts)) {
    throw fault(charge, 'ledger.parts_do_not_add_up', 'the parts of a share are not the share');
  }
  if (owner.amountMinor < charge.disputeReserveMinor + heldMinorIn(owner)) {
    throw fault(charge, 'ledger.reserve_exceeds_share', 'the reserve and what waits are more than the owner’s share');
  }
};

const isWholeOfParts = ({ amountMinor, parts }: PaidShare): boolean =>
  parts === undefined || sumMinor(parts.map((part) => part.amountMinor)) === amountMinor;

const fault = (charge: PaidCharge, code: LedgerFault['code'], what: string): LedgerFault =>
  new LedgerFault(code, `Charge ${charge.chargeId}, payment ${charge.paymentId}: ${what}.`);
