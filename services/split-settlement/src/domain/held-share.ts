import { multiplyDivideFloor, sumMinor } from '@repasse/values/money';
import { type Party } from './divide-reversal';
import { type SharePart } from './explain-settlement';
import { makeTransaction, move, type LedgerTransaction } from './ledger';
import { addDays, installmentsOf, type Release } from './release';

/** A share that waits for a recipient whom nobody knew when the charge was made. */
export interface HeldShare {
  readonly heldShareId: string;
  readonly settlementId: string;
  readonly chargeId: string;
  readonly ownerUserId: number;
  readonly emailHash: string;
  readonly currency: string;
  readonly amountMinor: number;
  /** When its parts may be used, as those of the other shares of the charge; one for each instalment. */
  readonly dueAt: readonly string[];
  /** When it is the owner's, if nobody has claimed it. */
  readonly returnAt: string;
}

export type HeldOf = Pick<HeldShare, 'settlementId' | 'chargeId' | 'ownerUserId' | 'currency' | 'dueAt'> & {
  readonly paidAt: string;
};

/** The parts of the owner's share that wait, one share for each recipient. */
export const heldSharesIn = (parts: readonly SharePart[], of: HeldOf): readonly HeldShare[] => {
  const { paidAt, ...facts } = of;
  const byRecipient = new Map<string, HeldShare>();
  for (const { heldFor, amountMinor } of parts) {
    if (heldFor === undefined || amountMinor === 0) continue;
    const { emailHash, holdDays } = heldFor;
    const before = byRecipient.get(emailHash);
    byRecipient.set(emailHash, {
      ...facts,
      heldShareId: before?.heldShareId ?? idOf(of.settlementId, byRecipient.size + 1),
      emailHash,
      amountMinor: (before?.amountMinor ?? 0) + amountMinor,
      // Never before the owner could use it.
      returnAt: laterOf(addDays(paidAt, holdDays), of.dueAt.at(-1)),
    });
  }
  return [...byRecipient.values()];
};

/** Made of the payment's number, so that it is the same when it is booked again after a restore. */
const idOf = (settlementId: string, place: number): string => `hs_${settlementId.slice('stl_'.length)}_${place}`;

const laterOf = (one: string, other: string | undefined): string =>
  other !== undefined && Date.parse(other) > Date.parse(one) ? other : one;

export const heldMinorOf = (shares: readonly Pick<HeldShare, 'amountMinor'>[]): number =>
  sumMinor(shares.map(({ amountMinor }) => amountMinor));

/** From the owner's pending money to what waits. */
export const holdShares = (
  shares: readonly HeldShare[],
  { transactionId, occurredAt }: { readonly transactionId: string; readonly occurredAt: string },
): readonly LedgerTransaction[] => {
  const [first] = shares;
  if (first === undefined) return [];
  const { chargeId, settlementId, ownerUserId: userId, currency } = first;
  const accounts = { from: { kind: 'user_pending', userId }, to: { kind: 'share_held', userId } } as const;
  return [
    makeTransaction({
      ...{ transactionId, kind: 'SHARE_HELD', chargeId, settlementId, occurredAt },
      postings: shares.flatMap(({ amountMinor }) => move('SHARE_HELD', accounts, amountMinor, currency)),
    }),
  ];
};

export interface HeldShareFacts {
  readonly leftMinor: number;
  readonly amountMinor: number;
  readonly returnAt: string;
  /** Those of the settlement, with what was taken back of them. */
  readonly parties: readonly Party[];
  /** The verified user who has the address, and has no other share of the charge. */
  readonly claimant: number | null;
  /** A payer disputes the charge, and nothing is decided. */
  readonly isDisputed: boolean;
}

export interface HeldShareDecision {
  readonly claimMinor: number;
  readonly returnMinor: number;
}

/**
 * What becomes of a held share now. Of a charge of which a part went back, the same part of the share is the owner's, who gave
 * it back: floor(total × share / whole), as other recipients give. The rest waits, goes to the recipient, or when its time is
 * over to the owner. A disputed charge is not paid out to anybody new.
 */
export const decideHeldShare = (facts: HeldShareFacts, now: string): HeldShareDecision => {
  const { leftMinor, amountMinor, parties, claimant, isDisputed } = facts;
  const dueMinor = Math.max(0, Math.min(leftMinor, amountMinor - goneMinor(amountMinor, parties)));
  const surplusMinor = leftMinor - dueMinor;
  if (isDisputed) return { claimMinor: 0, returnMinor: 0 };
  if (claimant !== null) return { claimMinor: dueMinor, returnMinor: surplusMinor };
  const isOver = Date.parse(facts.returnAt) <= Date.parse(now);
  return { claimMinor: 0, returnMinor: isOver ? leftMinor : surplusMinor };
};

/** What was taken of others by name is set aside, as where a refund is divided. */
const goneMinor = (amountMinor: number, parties: readonly Party[]): number => {
  const wholeMinor = sumMinor(parties.map(({ partMinor, listedMinor }) => Math.max(0, partMinor - listedMinor)));
  const takenMinor = Math.min(wholeMinor, sumMinor(parties.map((party) => party.takenMinor)));
  return multiplyDivideFloor(takenMinor, amountMinor, Math.max(1, wholeMinor));
};

interface Ending {
  readonly transactionId: string;
  readonly occurredAt: string;
}

/** To the recipient's pending money; what is due is released from there, as of any share. */
export const claimShare = (
  { chargeId, settlementId, ownerUserId, currency }: HeldShare,
  { userId, amountMinor }: { readonly userId: number; readonly amountMinor: number },
  { transactionId, occurredAt }: Ending,
): LedgerTransaction =>
  makeTransaction({
    ...{ transactionId, kind: 'SHARE_CLAIMED', chargeId, settlementId, occurredAt },
    postings: move(
      'SHARE_RELEASE',
      { from: { kind: 'share_held', userId: ownerUserId }, to: { kind: 'user_pending', userId } },
      amountMinor,
      currency,
    ),
  });

/** To what the owner can use. */
export const returnShare = (
  { chargeId, settlementId, ownerUserId: userId, currency }: HeldShare,
  amountMinor: number,
  { transactionId, occurredAt }: Ending,
): LedgerTransaction =>
  makeTransaction({
    ...{ transactionId, kind: 'SHARE_RETURNED', chargeId, settlementId, occurredAt },
    postings: move(
      'SHARE_RELEASE',
      { from: { kind: 'share_held', userId }, to: { kind: 'user_available', userId } },
      amountMinor,
      currency,
    ),
  });

/** When the recipient may use which part of what was claimed. */
export const releasesOfClaim = (
  { settlementId, currency, dueAt }: HeldShare,
  { userId, amountMinor }: { readonly userId: number; readonly amountMinor: number },
): readonly Release[] =>
  installmentsOf(amountMinor, dueAt.length).flatMap((partMinor, index): readonly Release[] => {
    const due = dueAt[index];
    if (due === undefined || partMinor === 0) return [];
    const installment = index + 1;
    return [
      { settlementId, userId, source: 'user_pending', installment, amountMinor: partMinor, currency, dueAt: due },
    ];
  });
