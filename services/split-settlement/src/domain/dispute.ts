import { type PaymentMethod } from '@repasse/contracts';
import { makeTransaction, move, type LedgerTransaction } from './ledger';

export type DisputeOutcome = 'WON' | 'LOST';

/** A dispute as it was opened, with what is held of each user. */
export interface HeldDispute {
  readonly chargeId: string | null;
  readonly settlementId: string | null;
  readonly paymentMethod: PaymentMethod;
  readonly currency: string;
  readonly held: readonly { readonly userId: number; readonly amountMinor: number }[];
}

/**
 * Ends what was held: won, it becomes available to those it was taken from, also where it had been waiting for its day;
 * lost, it goes to the provider, who has given it to the payer.
 */
export const decideDispute = (
  dispute: HeldDispute,
  outcome: DisputeOutcome,
  transactionId: string,
  decidedAt: string,
): LedgerTransaction => {
  const { chargeId, settlementId, paymentMethod, currency, held } = dispute;
  return makeTransaction({
    transactionId,
    kind: outcome === 'WON' ? 'DISPUTE_WON' : 'DISPUTE_LOST',
    chargeId,
    settlementId,
    occurredAt: decidedAt,
    postings: held.flatMap(({ userId, amountMinor }) => {
      const from = { kind: 'dispute_held', userId } as const;
      return outcome === 'WON'
        ? move('DISPUTE_RELEASE', { from, to: { kind: 'user_available', userId } }, amountMinor, currency)
        : move('DISPUTE_LOSS', { from, to: { kind: 'provider_clearing', paymentMethod } }, amountMinor, currency);
    }),
  });
};
