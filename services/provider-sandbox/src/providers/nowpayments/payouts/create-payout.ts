import { commit } from '../../../callbacks/commit';
import { type ProviderAnswer } from '../../answer';
import { toJsonNumber } from '../../units';
import { coins } from '../coins';
import { failed, newPaymentId, type NowPaymentsEndpoint } from '../nowpayments';
import { balanceUnitsOf } from '../prices';
import { describeBatch, type PayoutTerms } from './payout';
import { readPayouts } from './payout-rules';
import { makeBatch } from './payout-steps';

/** POST /payout. Sent twice it makes two batches; neither moves anything before it is verified. */
export const createPayout: NowPaymentsEndpoint = async (nowPayments, request) => {
  const reading = readPayouts(request.body);
  if ('code' in reading) return failed(400, reading.code, reading.message);
  const shortage = shortageOf(reading.terms, nowPayments.payouts.get().custodyUsd);
  if (shortage !== undefined) return shortage;
  const batch = makeBatch({
    batchId: newPaymentId(),
    newPayoutId: newPaymentId,
    terms: reading.terms,
    now: nowPayments.clock.now(),
  });
  await commit(nowPayments, nowPayments.batches, async () => ({ saved: [batch], result: batch }));
  return { status: 200, body: describeBatch(batch) };
};

/** Too small a balance has the code of a wrong address, with another message and the figures. */
const shortageOf = (terms: readonly PayoutTerms[], custodyUsd: number): ProviderAnswer | undefined => {
  const short = coins
    .map((coin) => ({
      code: coin.code,
      wanted: terms.filter(({ currency }) => currency === coin.code).reduce((sum, { units }) => sum + units, 0),
      had: balanceUnitsOf(coin, custodyUsd),
    }))
    .filter(({ wanted, had }) => wanted > had);
  if (short.length === 0) return undefined;
  const figures = short.map(({ code, wanted, had }) => [
    code,
    { requested: toJsonNumber(wanted), actualBalance: toJsonNumber(had) },
  ]);
  return failed(400, 'BAD_CREATE_WITHDRAWAL_REQUEST', 'Insufficient balance', {
    current_values: Object.fromEntries(figures) as Record<string, object>,
  });
};
