import { writeUnits } from '../../units';

/** Before it is verified a payout is CREATING; nothing moves then. */
type PayoutStatus = 'CREATING' | 'WAITING' | 'PROCESSING' | 'SENDING' | 'FINISHED' | 'FAILED' | 'REJECTED';

/** Coins on their way to one address. Amounts are in hundred-millionths. */
export interface Payout {
  readonly payoutId: number;
  /** Payouts are verified by the batch; a batch has one payout here. */
  readonly batchId: number;
  readonly status: PayoutStatus;
  readonly terms: PayoutTerms;
  /** Wrong codes; after ten no code is right any more. */
  readonly codesRefused: number;
  /** The transaction on the chain, once it is done. */
  readonly hash: string | null;
  readonly error: string | null;
  readonly createdAt: string;
  /** When it was verified. */
  readonly requestedAt: string | null;
  readonly updatedAt: string;
  /** When it takes its next step, or is given up unverified; null when nothing happens by itself. */
  readonly dueAt: string | null;
}

export interface PayoutTerms {
  readonly address: string;
  readonly currency: string;
  readonly units: number;
  readonly extraId: string | null;
  readonly uniqueExternalId: string | null;
  readonly ipnCallbackUrl: string | null;
}

/** In every answer and IPN. All ids and amounts of payouts are text. */
export const describePayout = ({ terms, ...payout }: Payout): object => ({
  id: String(payout.payoutId),
  batch_withdrawal_id: String(payout.batchId),
  unique_external_id: terms.uniqueExternalId,
  status: payout.status,
  error: payout.error,
  currency: terms.currency,
  amount: writeUnits(terms.units),
  address: terms.address,
  extra_id: terms.extraId,
  hash: payout.hash,
  created_at: payout.createdAt,
  requested_at: payout.requestedAt,
  updated_at: payout.updatedAt,
});
