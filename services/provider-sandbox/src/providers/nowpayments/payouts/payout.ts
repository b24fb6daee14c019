import { writeUnits } from '../../units';

/** Before it is verified a payout is CREATING; nothing moves then. */
export type PayoutStatus = 'CREATING' | 'WAITING' | 'PROCESSING' | 'SENDING' | 'FINISHED' | 'FAILED' | 'REJECTED';

/** Coins on their way to one address. Amounts are in hundred-millionths. */
export interface Payout {
  readonly payoutId: number;
  readonly batchId: number;
  readonly status: PayoutStatus;
  readonly terms: PayoutTerms;
  /** The transaction on the chain, once it is done. */
  readonly hash: string | null;
  readonly error: string | null;
  readonly feeUnits: number | null;
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
  readonly description: string | null;
  readonly ipnCallbackUrl: string | null;
}

/** Payouts that were asked for together and are verified together. */
export interface PayoutBatch {
  readonly batchId: number;
  readonly createdAt: string;
  /** Wrong codes; after ten no code is right any more. */
  readonly codesRefused: number;
  readonly payouts: readonly Payout[];
}

/** The batch to store, and the payouts the merchant is notified of. */
export interface BatchDecision {
  readonly batch: PayoutBatch;
  readonly told: readonly Payout[];
}

/** The answer to POST /payout. All ids and amounts of payouts are text. */
export const describeBatch = ({ batchId, payouts }: PayoutBatch): object => ({
  id: String(batchId),
  withdrawals: payouts.map(describePayout),
});

/** GET /payout/{id} and the list. */
export const describePayout = (payout: Payout): object => ({
  is_request_payouts: false,
  ...describePayoutIpn(payout),
  unique_external_id: payout.terms.uniqueExternalId,
  payout_description: payout.terms.description,
});

/** What an IPN holds: it is flat, and has batch_withdrawal_id where those of payments have payment_id. */
export const describePayoutIpn = ({ terms, ...payout }: Payout): object => ({
  id: String(payout.payoutId),
  batch_withdrawal_id: String(payout.batchId),
  status: payout.status,
  error: payout.error,
  currency: terms.currency,
  amount: writeUnits(terms.units),
  address: terms.address,
  fee: payout.feeUnits === null ? null : writeUnits(payout.feeUnits),
  extra_id: terms.extraId,
  hash: payout.hash,
  ipn_callback_url: terms.ipnCallbackUrl,
  created_at: payout.createdAt,
  requested_at: payout.requestedAt,
  updated_at: payout.updatedAt,
});
