import { object, reader, text, Unreadable } from '../wire/schema';
import { type PayoutDestination } from '../../payouts/domain/payout';
import { type AddressCheck, type PayoutEstimate } from '../payout-provider';
import { lookup, unavailable } from '../wire/lookup';
import { startTimeLeft } from '../wire/time-left';
import { wordsOf } from './ask';
import { decimal } from './decimal';
import { type PayoutContext } from './payout-client';

/** Converts an amount to a coin at the rate of this moment. Asked once for a payout, which keeps the result. */
export const estimatePayout = async (
  { client, log, timings }: PayoutContext,
  { amount, currency }: { amount: string; currency: string },
  payCurrency: string,
): Promise<PayoutEstimate> => {
  const asked = { amount, from: currency.toLowerCase(), to: payCurrency.toLowerCase() };
  const answer = await client.estimate(asked, startTimeLeft(timings).timeoutMs());
  if (answer.outcome === 'refused') return { outcome: 'refused', detail: wordsOf(answer) };
  const found = lookup(log, answer, (body) => estimateIn(body, asked.to));
  return found.outcome === 'found' ? { outcome: 'estimated', payAmount: found.value } : unavailable(found);
};

const readEstimate = reader('estimate', object({ currency_to: text, estimated_amount: decimal }));

/** `{"currency_from":"usd","amount_from":89.89,"currency_to":"btc","estimated_amount":0.00102}` */
const estimateIn = (body: unknown, coin: string): string => {
  const { currency_to: to, estimated_amount: amount } = readEstimate(body);
  if (to !== coin) throw new Unreadable('The estimate is of another coin.');
  return amount;
};

/** Whether coins can go somewhere, as far as the provider knows. */
export const validateAddress = async (
  { client, timings }: PayoutContext,
  { payCurrency, payAddress, memo }: PayoutDestination,
): Promise<AddressCheck> => {
  const body = { address: payAddress, currency: payCurrency.toLowerCase(), extra_id: memo };
  const answer = await client.validateAddress(body, startTimeLeft(timings).timeoutMs());
  if (answer.outcome === 'answered') return { outcome: 'right' };
  return answer.outcome === 'refused' ? { outcome: 'wrong', detail: wordsOf(answer) } : unavailable(answer);
};
