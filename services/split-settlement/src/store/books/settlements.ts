import { sumMinor } from '@repasse/values/money';
import { type Booking, type PaidCharge } from '../../domain/booking';
import { type Contribution, type Party } from '../../domain/divide-reversal';
import { type FeeLimit } from '../../domain/explain-settlement';
import { type Entries } from './entries';
import { type ReversibleSettlement } from './read-books';

/** A fee as the charge stated it, kept so that a settlement can explain its net amount. */
export interface StatedFee {
  readonly code: string;
  readonly method: string;
  readonly percentBps: number;
  readonly fixedMinor: number;
  /** The limit that changed amountMinor from the sum of percentage and fixed part; null or absent where none did. */
  readonly limitedBy?: FeeLimit | null;
  readonly amountMinor: number;
}

/** The charge's own words beside its amounts: statements show them, and nothing is computed from them. */
export interface StatedFacts {
  readonly fees: readonly StatedFee[];
  readonly externalReference: string | null;
  readonly description: string | null;
  readonly endToEndId?: string;
}

/** Paid charges: the users' shares, and the amounts taken back from them. */
export interface Settlements {
  /** Whether this payment is in the books already. */
  readonly hasPayment: (paymentId: string) => boolean;
  /** The first settlement of a charge; undefined when nothing is booked for it. */
  readonly ofCharge: (chargeId: string) => ReversibleSettlement | undefined;
  readonly add: (booking: Booking, facts: StatedFacts) => void;
  /** Notes each user's part of a refund or a dispute, or of a won dispute that is returned. */
  readonly takeOf: (settlementId: string, contributions: readonly Taken[]) => void;
  readonly entries: () => Entries;
}

export interface Taken extends Pick<Contribution, 'userId' | 'amountMinor'> {
  /** True when the refund named the givers, instead of taking it in proportion. */
  readonly isListed: boolean;
}

export const openSettlements = (
  settledPayments: readonly string[],
  read: readonly ReversibleSettlement[],
): Settlements => {
  const payments = new Set(settledPayments);
  const byCharge = new Map(read.map((settlement) => [settlement.chargeId, settlement]));
  const settlements: object[] = [];
  const shares: object[] = [];
  return {
    hasPayment: (paymentId) => payments.has(paymentId),
    ofCharge: (chargeId) => byCharge.get(chargeId),
    add: (booking, facts) => {
      const { ids, charge } = booking;
      payments.add(charge.paymentId);
      settlements.push(settlementRow(booking, facts));
      shares.push(...shareRows(booking));
      if (!byCharge.has(charge.chargeId)) byCharge.set(charge.chargeId, reversible(charge, ids.settlementId));
    },
    takeOf: (settlementId, contributions) => {
      for (const settlement of byCharge.values()) {
        if (settlement.settlementId !== settlementId) continue;
        const parties = settlement.parties.map((party) => after(party, contributions));
        byCharge.set(settlement.chargeId, { ...settlement, parties });
      }
    },
    entries: () => ({ new_settlements: settlements, new_shares: shares }),
  };
};

/** The owner's part is the rest of the gross amount. The owner comes first, as when it is read. */
const reversible = (charge: PaidCharge, settlementId: string): ReversibleSettlement => {
  const others = charge.shares.filter(({ isOwner }) => !isOwner);
  const ownerMinor = charge.grossAmountMinor - sumMinor(others.map(({ amountMinor }) => amountMinor));
  const parties = charge.shares
    .map(({ userId, isOwner, amountMinor }) => ({
      ...{ userId, isOwner, partMinor: isOwner ? ownerMinor : amountMinor },
      ...{ takenMinor: 0, listedMinor: 0 },
    }))
    .sort((one, other) => Number(other.isOwner) - Number(one.isOwner) || one.userId - other.userId);
  return { settlementId, chargeId: charge.chargeId, paymentId: charge.paymentId, parties };
};

const after = (party: Party, contributions: readonly Taken[]): Party => {
  const given = (isListed: boolean): number =>
    sumMinor(
      contributions
        .filter((contribution) => contribution.userId === party.userId && contribution.isListed === isListed)
        .map(({ amountMinor }) => amountMinor),
    );
  return { ...party, takenMinor: party.takenMinor + given(false), listedMinor: party.listedMinor + given(true) };
};

const settlementRow = ({ ids, charge, bookedAt }: Booking, facts: StatedFacts): object => ({
  settlement_id: ids.settlementId,
  charge_id: charge.chargeId,
  payment_id: charge.paymentId,
  user_id: charge.userId,
  payment_method: charge.paymentMethod,
  gross_minor: charge.grossAmountMinor,
  fee_minor: charge.feeAmountMinor,
  reserve_minor: charge.disputeReserveMinor,
  net_minor: charge.netAmountMinor,
  currency: charge.currency,
  fees: facts.fees,
  paid_at: charge.paidAt,
  settled_at: bookedAt,
  external_reference: facts.externalReference,
  description: facts.description,
  end_to_end_id: facts.endToEndId ?? null,
});

const shareRows = ({ ids, shares }: Booking): object[] =>
  shares.map((share) => ({
    settlement_id: ids.settlementId,
    user_id: share.userId,
    amount_minor: share.amountMinor,
    reserve_minor: share.reserveMinor,
    reduced_by_minor: share.reducedByMinor,
    is_owner: share.isOwner,
    release_at: share.releaseAt,
    parts: share.parts ?? [],
  }));
