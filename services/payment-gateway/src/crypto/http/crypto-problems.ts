import { assertNever } from '@repasse/chassis/decider';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { exponentOf, formatAmount } from '@repasse/values/money';
import { multiplyToMinor } from '../../providers/nowpayments/decimal';
import { type CoinLimits } from '../../providers/nowpayments/limits';

const retryAfterSeconds = '5';

/** The amount that is to be paid in a coin. */
interface Asked {
  readonly amountMinor: number;
  readonly currency: string;
  readonly coin: string;
  /** From the currency of the limits to `currency`. Decimal text. */
  readonly rate: string;
}

/** Why nothing was made, if the provider will not take so little, so much, or not in this coin. */
export const limitProblem = (limits: CoinLimits, asked: Asked): ApiResponse | undefined => {
  switch (limits.outcome) {
    case 'found':
      return beyond(limits, asked);
    case 'unknown_coin':
      return problem({
        status: 400,
        code: 'payment.coin_not_supported',
        detail: `Nothing can be paid in ${asked.coin} here.`,
      });
    case 'unavailable':
      return problem({
        status: 503,
        code: 'provider.unavailable',
        detail: 'The provider does not say what its limits are. Nothing was made; try again later.',
        headers: { 'Retry-After': retryAfterSeconds },
        extra: { retryable: true },
      });
    default:
      return assertNever(limits);
  }
};

/**
 * Limits are rounded inwards to the currency's minor unit, first in the price's currency and then in the payment's: an
 * amount within them has a price that the provider takes.
 */
const beyond = (
  { minimum, maximum }: Extract<CoinLimits, { outcome: 'found' }>,
  { amountMinor, currency, coin, rate }: Asked,
): ApiResponse | undefined => {
  const worded = (limitMinor: number, coins: string): string =>
    `${formatAmount(limitMinor, currency)} ${currency} (${coins} ${coin}); this is ${formatAmount(amountMinor, currency)} ${currency}.`;
  const minimumMinor = multiplyToMinor(minimum.price, rate, exponentOf(currency), 'up');
  if (amountMinor < minimumMinor) {
    return problem({
      status: 400,
      code: 'payment.amount_below_minimum',
      detail: `A payment in ${coin} is for at least ${worded(minimumMinor, minimum.coins)}`,
      extra: { minimumAmount: formatAmount(minimumMinor, currency), currency },
    });
  }
  if (maximum === null) return undefined;
  const maximumMinor = multiplyToMinor(maximum.price, rate, exponentOf(currency), 'down');
  if (amountMinor <= maximumMinor) return undefined;
  return problem({
    status: 400,
    code: 'payment.amount_above_maximum',
    detail: `A payment in ${coin} is for at most ${worded(maximumMinor, maximum.coins)}`,
    extra: { maximumAmount: formatAmount(maximumMinor, currency), currency },
  });
};
