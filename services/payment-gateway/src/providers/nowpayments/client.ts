import { type Period } from '../../statements/domain/statement';
import { type Ask, methodsOf } from '../wire/ask';
import { type AdapterContext } from '../wire/connect';
import { type paymentBody } from './requests';

/** The most the provider gives at once. */
const paymentsPerPage = 500;

export type NowpaymentsClient = ReturnType<typeof createNowpaymentsClient>;

export interface NowpaymentsContext extends AdapterContext<NowpaymentsClient> {
  /** The address for notifications about a payment. */
  readonly callbackUrl: string;
}

export const createNowpaymentsClient = (ask: Ask) => {
  const { get, post } = methodsOf(ask);
  return {
    /** Not safe to repeat: the provider makes another payment each time. */
    createPayment: (body: ReturnType<typeof paymentBody>, timeoutMs: number) =>
      post('create_payment', '/payment', { reference: body.order_id, body, timeoutMs }),
    getPayment: (paymentId: string, timeoutMs: number) =>
      get('get_payment', `/payment/${encodeURIComponent(paymentId)}`, { reference: paymentId, timeoutMs }),
    /** A page of all payments, or of those made in a period, newest first; there is no search by order. */
    listPayments: (page: number, timeoutMs: number, made?: Period) => {
      const order = { sortBy: 'created_at', orderBy: 'desc' };
      const dates = made === undefined ? {} : { dateFrom: made.from, dateTo: made.to };
      const query = new URLSearchParams({ limit: String(paymentsPerPage), page: String(page), ...order, ...dates });
      return get('list_payments', `/payment/?${query.toString()}`, { timeoutMs });
    },
    minimum: ({ payCurrency, fiatCurrency }: { payCurrency: string; fiatCurrency: string }, timeoutMs: number) => {
      const query = new URLSearchParams({
        currency_from: payCurrency,
        currency_to: payCurrency,
        fiat_equivalent: fiatCurrency,
        is_fixed_rate: 'true',
        is_fee_paid_by_user: 'false',
      });
      return get('min_amount', `/min-amount?${query.toString()}`, { timeoutMs });
    },
    /** All coins that are exchanged at a fixed rate, with the least and the most of each. */
    fixedRateCurrencies: (timeoutMs: number) => get('currencies', '/currencies?fixed_rate=true', { timeoutMs }),
  };
};
