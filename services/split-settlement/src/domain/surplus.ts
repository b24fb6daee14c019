import { type ChargeMethod } from '@repasse/contracts';
import { credit, debit, makeTransaction, move, type LedgerTransaction } from './ledger';
import { takingPostings, type Taking } from './take-back';

/** One receipt of money beside what a charge asked for. */
export interface SurplusFacts {
  readonly transactionId: string;
  readonly chargeId: string;
  /** The merchant whose charge it came to. */
  readonly userId: number;
  readonly paymentMethod: ChargeMethod;
  readonly amountMinor: number;
  readonly currency: string;
  readonly occurredAt: string;
}

/** Money arrived: kept by the merchant at once, or held until it is decided or has gone back. */
export const receiveSurplus = (facts: SurplusFacts, isAccepted: boolean): LedgerTransaction =>
  moved(facts, 'SURPLUS_RECEIVED', { from: clearingOf(facts), to: isAccepted ? availableOf(facts) : heldOf(facts) });

/** The merchant keeps what was held. */
export const acceptSurplus = (facts: SurplusFacts): LedgerTransaction =>
  moved(facts, 'SURPLUS_ACCEPTED', { from: heldOf(facts), to: availableOf(facts) });

/** The charge comes to use what was held: it is as if it arrived with the payment that is booked next. */
export const applySurplus = (facts: SurplusFacts): LedgerTransaction =>
  moved(facts, 'SURPLUS_APPLIED', { from: heldOf(facts), to: clearingOf(facts) });

/**
 * A surplus went back: what is held of it first. Where less is held than went back, because the merchant had kept it,
 * the rest is taken back from the merchant.
 */
export const refundSurplus = (facts: SurplusFacts, heldMinor: number, takings: readonly Taking[]): LedgerTransaction =>
  transactionOf(facts, 'SURPLUS_REFUNDED', [
    ...debit('REFUND', heldOf(facts), heldMinor, facts.currency),
    ...takingPostings('REFUND', takings, facts.currency),
    ...credit('REFUND', clearingOf(facts), facts.amountMinor, facts.currency),
  ]);

const moved = (
  facts: SurplusFacts,
  kind: LedgerTransaction['kind'],
  accounts: Parameters<typeof move>[1],
): LedgerTransaction => transactionOf(facts, kind, move('SURPLUS', accounts, facts.amountMinor, facts.currency));

const transactionOf = (
  { transactionId, chargeId, occurredAt }: SurplusFacts,
  kind: LedgerTransaction['kind'],
  postings: LedgerTransaction['postings'],
): LedgerTransaction => makeTransaction({ transactionId, kind, chargeId, settlementId: null, occurredAt, postings });

const clearingOf = ({ paymentMethod }: SurplusFacts) => ({ kind: 'provider_clearing', paymentMethod }) as const;
const heldOf = ({ userId }: SurplusFacts) => ({ kind: 'surplus_held', userId }) as const;
const availableOf = ({ userId }: SurplusFacts) => ({ kind: 'user_available', userId }) as const;
