import { createAsk, type Answer } from '@repasse/checkout-kit/browser/ask';
import type { CardPayment } from '@repasse/checkout-kit/browser/card';
import type { TypedPayer } from '../both-sides/payer-faults.ts';
import type { CheckoutState } from '../both-sides/checkout-state.ts';

export interface Api {
  readonly eventsUrl: string;
  readonly state: () => Promise<Answer<CheckoutState>>;
  readonly tellPayer: (payer: TypedPayer) => Promise<Answer<CheckoutState>>;
  /** What became of it shows in the state. */
  readonly payByCard: (payment: CardPayment) => Promise<Answer<CheckoutState>>;
}

export const createApi = (checkoutId: string, token: string): Api => {
  const checkout = `/payments/checkout/${encodeURIComponent(checkoutId)}`;
  const query = token === '' ? '' : `?token=${encodeURIComponent(token)}`;
  const ask = createAsk(token);
  return {
    eventsUrl: `${checkout}/events${query}`,
    state: () => ask(`${checkout}/state`),
    tellPayer: (payer) => ask(`${checkout}/payer`, payer),
    payByCard: (payment) => ask(`${checkout}/card`, payment),
  };
};
