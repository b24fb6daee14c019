import { failed, invalidRequest, type NowPayments, type NowPaymentsEndpoint, readSlice } from '../nowpayments';
import { describePayout, type Payout } from './payout';

/** GET /payout/{id}: of one payout, not of a batch, and still an array. */
export const getPayout: NowPaymentsEndpoint = async ({ batches }, request) => {
  const { payoutId } = request.params;
  if (!isNumber(payoutId)) return invalidRequest('Payout id must be a number');
  const batch = await batches.findBy({ payoutIds: [Number(payoutId)] });
  const payout = batch?.payouts.find((one) => one.payoutId === Number(payoutId));
  return payout === undefined
    ? failed(404, 'NOT_FOUND', 'Payout not found')
    : { status: 200, body: [describePayout(payout)] };
};

/** GET /payout?batch_id&limit&page, newest first. */
export const listPayouts: NowPaymentsEndpoint = async (nowPayments, request) => {
  const { batch_id: batchId } = request.query;
  if (batchId !== undefined && !isNumber(batchId)) return invalidRequest('batch_id must be a number');
  const slice = readSlice(request);
  if ('fault' in slice) return invalidRequest(slice.fault);
  const found = await listPayoutsOf(nowPayments, { batchId }, slice);
  return { status: 200, body: { payouts: found.map(describePayout) } };
};

interface PayoutSearch {
  readonly batchId?: string | undefined;
  readonly address?: string | undefined;
}

/** Newest first, of one batch or to one address when that is given. */
export const listPayoutsOf = async (
  { batches }: NowPayments,
  { batchId, address }: PayoutSearch,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly Payout[]> => {
  const search = { ids: batchId === undefined ? undefined : [batchId], refs: { addresses: address && [address] } };
  // Every batch that is found has a payout to show, so no more batches are needed than payouts.
  const found = await batches.list(search, { isNewestFirst: true, limit: offset + limit });
  return found
    .flatMap(({ payouts }) => payouts)
    .filter(({ terms }) => address === undefined || terms.address === address)
    .slice(offset, offset + limit);
};

const isNumber = (text: unknown): text is string => typeof text === 'string' && /^\d{1,15}$/.test(text);
