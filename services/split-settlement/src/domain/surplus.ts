import { credit, debit, makeTransaction, type LedgerTransaction, type PaymentMethod } from './ledger';
import { takingPostings, type Taking } from './take-back';

/** One receipt of money beside what a charge asked for. */
export interface SurplusFacts {
  readonly transactionId: string;
  readonly chargeId: string;
  /** The merchant whose charge it came to. */
  readonly userId: number;
  readonly paymentMethod: PaymentMethod;
  readonly amountMinor: number;
  readonly currency: string;
  readonly occurredAt: string;
}

/** Money arrived: kept by the merchant at once, or held until it is decided or has gone back. */
export const receiveSurplus = (facts: SurplusFacts, isAccepted: boolean): LedgerTransaction =>
  transactionOf(facts, 'SURPLUS_RECEIVED', [
    ...debit(clearingOf(facts), facts.amountMinor, facts.currency),
    ...credit(isAccepted ? availableOf(facts) : heldOf(facts), facts.amountMinor, facts.currency),
  ]);

/** The merchant keeps what was held. */
export const acceptSurplus = (facts: SurplusFacts): LedgerTransaction =>
  transactionOf(facts, 'SURPLUS_ACCEPTED', [
    ...debit(heldOf(facts), facts.amountMinor, facts.currency),
    ...credit(availableOf(facts), facts.amountMinor, facts.currency),
  ]);

/** The charge comes to use what was held: it is as if it arrived with the payment that is booked next. */
export const applySurplus = (facts: SurplusFacts): LedgerTransaction =>
  transactionOf(facts, 'SURPLUS_APPLIED', [
    ...debit(heldOf(facts), facts.amountMinor, facts.currency),
    ...credit(clearingOf(facts), facts.amountMinor, facts.currency),
  ]);

/**
 * A surplus went back: what is held of it first. Where less is held than went back, because the merchant had kept it,
 * the rest is taken back from the merchant.
 */
export const refundSurplus = (facts: SurplusFacts, heldMinor: number, takings: readonly Taking[]): LedgerTransaction =>
  transactionOf(facts, 'SURPLUS_REFUNDED', [
    ...debit(heldOf(facts), heldMinor, facts.currency),
    ...takingPostings(takings, facts.currency),
    ...credit(clearingOf(facts), facts.amountMinor, facts.currency),
  ]);

const transactionOf = (
  { transactionId, chargeId, occurredAt }: SurplusFacts,
  kind: LedgerTransaction['kind'],
  postings: LedgerTransaction['postings'],
): LedgerTransaction => makeTransaction({ transactionId, kind, chargeId, settlementId: null, occurredAt, postings });

const clearingOf = ({ paymentMethod }: SurplusFacts) => ({ kind: 'provider_clearing', paymentMethod }) as const;
const heldOf = ({ userId }: SurplusFacts) => ({ kind: 'surplus_held', userId }) as const;
const availableOf = ({ userId }: SurplusFacts) => ({ kind: 'user_available', userId }) as const;
