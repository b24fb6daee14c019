import { assertNever } from '@repasse/chassis/decider';
import { type PayoutPreparation, type PayoutRequest } from '../payout-provider';
import { startTimeLeft } from '../time-left';
import { type CoinAnswer } from './ask';
import { type CoinPayout, readNewPayout } from './coin-payout';
import { compareDecimals } from './decimal';
import { UnreadableAnswer } from './fields';
import { type PayoutBody } from './payout-client';
import { type PayoutContext } from './payout-context';
import { isShortOfCoins, wordsOf } from './refusal-words';

/**
 * Has the provider hold a payout ready. POST /payout knows no idempotency and needs none: what it makes comes to nothing
 * unless it is verified, and of several only the one whose name was recorded ever is.
 */
export const createPayout = async (o: PayoutContext, request: PayoutRequest): Promise<PayoutPreparation> => {
  const timeLeft = startTimeLeft(o.timings);
  const body = bodyOf(request, o.callbackUrl);
  const answer = await o.signedIn(timeLeft, (bearer) => o.client.createPayout(body, bearer, timeLeft.timeoutMs()));
  return toPreparation(o, request, answer);
};

const bodyOf = (
  { payoutId, payCurrency, payAddress, memo, payAmount }: PayoutRequest,
  callbackUrl: string,
): PayoutBody => ({
  address: payAddress,
  currency: payCurrency.toLowerCase(),
  // At most fifteen digits, which a JavaScript number holds and writes as they are.
  amount: Number(payAmount),
  unique_external_id: payoutId,
  ...(memo === null ? {} : { extra_id: memo }),
  ipn_callback_url: callbackUrl,
});

const toPreparation = (o: PayoutContext, request: PayoutRequest, answer: CoinAnswer): PayoutPreparation => {
  switch (answer.kind) {
    case 'answered':
      return made(o, request, answer.text);
    case 'refused':
      return { outcome: isShortOfCoins(answer) ? 'unfunded' : 'refused', detail: wordsOf(answer) };
    case 'missing':
      return { outcome: 'unavailable', detail: 'The provider does not know POST /payout.' };
    case 'unavailable':
      return { outcome: 'unavailable', detail: answer.detail };
    case 'silent':
      return { outcome: 'unknown', detail: answer.detail };
    default:
      return assertNever(answer);
  }
};

/** What is not what was asked for is not ours, and is left to come to nothing. */
const made = ({ log }: PayoutContext, request: PayoutRequest, text: string): PayoutPreparation => {
  try {
    const payout = readNewPayout(text);
    const fault = faultOf(payout, request);
    if (fault === undefined) {
      return { outcome: 'prepared', reference: { batchReference: payout.batchId, providerReference: payout.payoutId } };
    }
    const { payoutId } = request;
    log.error({ payoutId, providerReference: payout.payoutId, reason: fault }, 'provider made an unusable payout');
    return { outcome: 'unknown', detail: fault };
  } catch (fault) {
    if (!(fault instanceof UnreadableAnswer)) throw fault;
    log.error({ payoutId: request.payoutId, reason: fault.message }, 'provider said something unreadable');
    return { outcome: 'unknown', detail: fault.message };
  }
};

/** What keeps a payout from being the one that was asked for. */
export const faultOf = (
  payout: CoinPayout,
  { payCurrency, payAddress, payAmount }: PayoutRequest,
): string | undefined => {
  if (!isSameAddress(payout.address, payAddress)) return 'The payout goes to another address.';
  if (payout.currency !== payCurrency.toLowerCase() || compareDecimals(payout.amount, payAmount) !== 0) {
    return `The payout is of ${payout.amount} ${payout.currency} instead of ${payAmount} ${payCurrency}.`;
  }
  return undefined;
};

/** Addresses in hexadecimal are written in small letters or with a checksum in the large ones; all others must match. */
const isSameAddress = (one: string, other: string): boolean =>
  one === other || (/^0x[0-9a-f]+$/i.test(one) && one.toLowerCase() === other.toLowerCase());
