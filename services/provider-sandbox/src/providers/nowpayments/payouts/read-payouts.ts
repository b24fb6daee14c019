import { failed, invalidRequest, type NowPaymentsEndpoint } from '../nowpayments';
import { describePayout } from './describe-payout';

/** GET /payout/{id}: of one payout, not of a batch, and still an array. */
export const getPayout: NowPaymentsEndpoint = async ({ payouts }, request) => {
  const { payoutId } = request.params;
  if (typeof payoutId !== 'string' || !/^\d{1,15}$/.test(payoutId)) return invalidRequest('Payout id must be a number');
  const payout = await payouts.find(Number(payoutId));
  return payout === undefined
    ? failed(404, 'NOT_FOUND', 'Payout not found')
    : { status: 200, body: [describePayout(payout)] };
};

const limitMax = 500;
const limitDefault = '10';
const number = /^\d{1,15}$/;

/** GET /payout?batch_id&limit&page, newest first. */
export const listPayouts: NowPaymentsEndpoint = async ({ payouts }, { query }) => {
  const { batch_id: batchId, limit = limitDefault, page = '0' } = query;
  if (batchId !== undefined && !isNumber(batchId)) return invalidRequest('batch_id must be a number');
  if (!isNumber(limit) || Number(limit) < 1 || Number(limit) > limitMax)
    return invalidRequest(`limit must be from 1 to ${limitMax}`);
  if (!isNumber(page)) return invalidRequest('page must be a number');
  const found = await payouts.list({
    batchId: batchId === undefined ? null : Number(batchId),
    address: null,
    limit: Number(limit),
    offset: Number(page) * Number(limit),
  });
  return { status: 200, body: { payouts: found.map(describePayout) } };
};

const isNumber = (text: unknown): text is string => typeof text === 'string' && number.test(text);
