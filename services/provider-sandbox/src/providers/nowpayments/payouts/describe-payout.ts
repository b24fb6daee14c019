import { writeUnits } from '../units';
import { type Payout, type PayoutBatch } from './payout';

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
