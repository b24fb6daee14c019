import { type PayoutEstimate } from '../payout-provider';
import { startTimeLeft } from '../time-left';
import { asDecimal, asRecord, parsed, UnreadableAnswer } from './fields';
import { type PayoutContext } from './payout-context';
import { wordsOf } from './refusal-words';

/** What an amount is in a coin at this moment. Asked once for a payout, whose amount is kept. */
export const estimatePayout = async (
  { client, timings }: PayoutContext,
  { amount, currency }: { amount: string; currency: string },
  payCurrency: string,
): Promise<PayoutEstimate> => {
  const asked = { amount, from: currency.toLowerCase(), to: payCurrency.toLowerCase() };
  const answer = await client.estimate(asked, startTimeLeft(timings).timeoutMs());
  switch (answer.kind) {
    case 'answered':
      return estimateIn(answer.text, asked.to);
    case 'refused':
      return { outcome: 'refused', detail: wordsOf(answer) };
    case 'missing':
      return { outcome: 'unavailable', detail: 'The provider does not know GET /estimate.' };
    case 'unavailable':
    case 'silent':
      return { outcome: 'unavailable', detail: answer.detail };
  }
};

/** `{"currency_from":"usd","amount_from":89.89,"currency_to":"btc","estimated_amount":0.00102}` */
const estimateIn = (text: string, coin: string): PayoutEstimate => {
  try {
    const estimate = asRecord(parsed(text), 'estimate');
    if (estimate['currency_to'] !== coin) throw new UnreadableAnswer('The estimate is of another coin.');
    return { outcome: 'estimated', payAmount: asDecimal(estimate['estimated_amount'], 'estimated_amount') };
  } catch (fault) {
    if (!(fault instanceof UnreadableAnswer)) throw fault;
    return { outcome: 'unavailable', detail: fault.message };
  }
};
