import { type Period } from '../../statements/domain/statement';
import { type AskCoins } from './ask';
import { type PaymentBody } from './requests';

export interface MinimumQuestion {
  readonly payCurrency: string;
  readonly fiatCurrency: string;
}

/** The most the provider gives at once. */
export const paymentsPerPage = 500;

export type NowpaymentsClient = ReturnType<typeof createNowpaymentsClient>;

export const createNowpaymentsClient = (ask: AskCoins) => {
  const get = (operation: string, path: string, timeoutMs: number, reference?: string) =>
    ask({ operation, ...(reference !== undefined && { reference }), method: 'GET', path, timeoutMs });
  return {
    /** Not safe to repeat: the provider makes another payment each time. */
    createPayment: (body: PaymentBody, timeoutMs: number) =>
      ask({ operation: 'create_payment', reference: body.order_id, method: 'POST', path: '/payment', body, timeoutMs }),
    getPayment: (paymentId: string, timeoutMs: number) =>
      get('get_payment', `/payment/${encodeURIComponent(paymentId)}`, timeoutMs, paymentId),
    /** A page of all payments, or of those made in a period, newest first; there is no search by order. */
    listPayments: (page: number, timeoutMs: number, made?: Period) => {
      const order = { sortBy: 'created_at', orderBy: 'desc' };
      const dates = made === undefined ? {} : { dateFrom: made.from, dateTo: made.to };
      const query = new URLSearchParams({ limit: String(paymentsPerPage), page: String(page), ...order, ...dates });
      return get('list_payments', `/payment/?${query.toString()}`, timeoutMs);
    },
    minimum: ({ payCurrency, fiatCurrency }: MinimumQuestion, timeoutMs: number) => {
      const query = new URLSearchParams({
        currency_from: payCurrency,
        currency_to: payCurrency,
        fiat_equivalent: fiatCurrency,
        is_fixed_rate: 'true',
        is_fee_paid_by_user: 'false',
      });
      return get('min_amount', `/min-amount?${query.toString()}`, timeoutMs);
    },
  };
};
