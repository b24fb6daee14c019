import { createAsk, type Answer } from '@repasse/checkout-kit/browser/ask';
import { type CardPayment } from '@repasse/checkout-kit/browser/card';
import { type CheckoutState } from '../both-sides/checkout-state.ts';
import { type standings } from '../both-sides/standing.ts';
import { type TypedPayer } from '../both-sides/payer-faults.ts';

export interface Api {
  readonly eventsUrl: string;
  state(): Promise<Answer<CheckoutState>>;
  createAttempt(wanted: {
    readonly paymentMethod: keyof typeof standings;
    readonly currency?: string;
  }): Promise<Answer<CheckoutState>>;
  tellPayer(payer: TypedPayer): Promise<Answer<CheckoutState>>;
  /** Its outcome shows in the state. */
  payByCard(payment: CardPayment): Promise<Answer<unknown>>;
}

export const createApi = (chargeId: string, token: string): Api => {
  const checkout = `/checkout/${encodeURIComponent(chargeId)}`;
  const ask = createAsk(token);
  return {
    eventsUrl: `${checkout}/events?token=${encodeURIComponent(token)}`,
    state: () => ask(`${checkout}/state`),
    createAttempt: (wanted) => ask(`${checkout}/attempts`, wanted),
    tellPayer: (payer) => ask(`${checkout}/payer`, payer),
    payByCard: (payment) => ask(`/charge/${encodeURIComponent(chargeId)}/checkout/payment`, payment),
  };
};
