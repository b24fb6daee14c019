import { assertNever } from '@repasse/chassis/decider';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type MinimumCheck } from '../../providers/nowpayments/minimum';
import { type Price } from '../../providers/nowpayments/requests';

const retryAfterSeconds = '5';

/** Why nothing was made, if the provider will not take so little, or not in this coin. */
export const minimumProblem = (checked: MinimumCheck, price: Price, coin: string): ApiResponse | undefined => {
  switch (checked.outcome) {
    case 'enough':
      return undefined;
    case 'below':
      return problem({
        status: 400,
        code: 'payment.amount_below_minimum',
        detail: `In ${coin} nothing below ${checked.minimum} ${price.currency} can be paid; this is ${price.amount} ${price.currency}.`,
        extra: { minimumAmount: checked.minimum, minimumCurrency: price.currency },
      });
    case 'unknown_coin':
      return problem({
        status: 400,
        code: 'payment.coin_not_supported',
        detail: `Nothing can be paid in ${coin} here.`,
      });
    case 'unavailable':
      return problem({
        status: 503,
        code: 'provider.unavailable',
        detail: 'The provider does not say what its minimum is. Nothing was made; try again later.',
        headers: { 'Retry-After': retryAfterSeconds },
        extra: { retryable: true },
      });
    default:
      return assertNever(checked);
  }
};
