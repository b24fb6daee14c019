import { type PayoutDestination } from '../../domain/payout';
import { type AddressCheck } from '../payout-provider';
import { startTimeLeft } from '../time-left';
import { type PayoutContext } from './payout-context';
import { wordsOf } from './refusal-words';

/** Whether coins can go somewhere, as far as the provider knows. */
export const validateAddress = async (
  { client, timings }: PayoutContext,
  { payCurrency, payAddress, memo }: PayoutDestination,
): Promise<AddressCheck> => {
  const body = { address: payAddress, currency: payCurrency.toLowerCase(), extra_id: memo };
  const answer = await client.validateAddress(body, startTimeLeft(timings).timeoutMs());
  switch (answer.kind) {
    case 'answered':
      return { outcome: 'right' };
    case 'refused':
      return { outcome: 'wrong', detail: wordsOf(answer) };
    case 'missing':
      return { outcome: 'unavailable', detail: 'The provider checks no addresses.' };
    case 'unavailable':
    case 'silent':
      return { outcome: 'unavailable', detail: answer.detail };
  }
};
