import { problem } from '@repasse/chassis/http/problem';
import { type ApiResponse } from '@repasse/chassis/http/response';

/** Rates are looked for again two seconds after they were not found; in five they may be there. */
const retryAfterSeconds = '5';

export const rateUnavailable = (): ApiResponse =>
  problem({
    status: 503,
    code: 'fx.rate_unavailable',
    detail: 'There is no exchange rate that is new enough to be used. Nothing was made; try again later.',
    headers: { 'Retry-After': retryAfterSeconds },
    extra: { retryable: true },
  });

export const currencyNotSupported = (detail: string): ApiResponse =>
  problem({ status: 400, code: 'fx.currency_not_supported', detail });

/** In the other currency the amount is less than its smallest unit, or more than an amount can say. */
export const amountOutOfRange = (
  detail: string,
  range: { readonly leastAmountMinor?: number; readonly mostAmountMinor?: number } = {},
): ApiResponse => problem({ status: 400, code: 'payment.amount_out_of_range', detail, extra: range });
