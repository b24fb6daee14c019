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
