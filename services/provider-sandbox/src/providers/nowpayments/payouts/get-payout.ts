import { failed, type NowPaymentsEndpoint } from '../nowpayments';
import { describePayout } from './describe-payout';

/** GET /payout/{id}: of one payout, not of a batch, and still an array. */
export const getPayout: NowPaymentsEndpoint = async ({ payouts }, request) => {
  const { payoutId } = request.params;
  if (typeof payoutId !== 'string' || !/^\d{1,15}$/.test(payoutId))
    return failed(400, 'INVALID_REQUEST_PARAMS', 'Payout id must be a number');
  const payout = await payouts.find(Number(payoutId));
  return payout === undefined
    ? failed(404, 'NOT_FOUND', 'Payout not found')
    : { status: 200, body: [describePayout(payout)] };
};
