import { type PayoutPreparation, type PayoutRequest } from '../payout-provider';
import { lookup, unavailable } from '../wire/lookup';
import { startTimeLeft } from '../wire/time-left';
import { isShortOfCoins, wordsOf } from './ask';
import { type CoinPayout, readNewPayout } from './coin-payout';
import { compareDecimals } from './decimal';
import { type PayoutBody, type PayoutContext } from './payout-client';

/**
 * Has the provider hold a payout ready. POST /payout knows no idempotency and needs none: a payout does nothing
 * unless it is verified, and of several only the recorded one ever is.
 */
export const createPayout = async (o: PayoutContext, request: PayoutRequest): Promise<PayoutPreparation> => {
  const answer = await o.client.createPayout(bodyOf(request, o.callbackUrl), startTimeLeft(o.timings));
  if (answer.outcome === 'refused') {
    return { outcome: isShortOfCoins(answer) ? 'unfunded' : 'refused', detail: wordsOf(answer) };
  }
  const made = lookup(o.log, answer, readNewPayout);
  if (made.outcome === 'silent') return { outcome: 'unknown', detail: made.detail };
  return made.outcome === 'found' ? checked(o, request, made.value) : unavailable(made);
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

/** A payout of other contents is never recorded, hence never released. */
const checked = ({ log }: PayoutContext, request: PayoutRequest, made: CoinPayout): PayoutPreparation => {
  const { batchId: batchReference, payoutId: providerReference } = made;
  const fault = faultOf(made, request);
  if (fault === undefined) return { outcome: 'prepared', reference: { batchReference, providerReference } };
  log.error({ payoutId: request.payoutId, providerReference, reason: fault }, 'provider made an unusable payout');
  return { outcome: 'unknown', detail: fault };
};

/** Why a payout is not the requested one; undefined when it is. */
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
