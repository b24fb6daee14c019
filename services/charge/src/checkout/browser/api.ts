import type { CheckoutState } from '../both-sides/checkout-state.ts';
import { networkProblem, problemOf, type Problem } from '../both-sides/problem-text.ts';

export type Answer<T> = { readonly isOk: true; readonly body: T } | { readonly isOk: false; readonly problem: Problem };

export interface CardPayment {
  readonly card: {
    readonly number: string;
    readonly holderName: string;
    readonly expirationMonth: number;
    readonly expirationYear: number;
    readonly securityCode: string;
  };
  readonly installments: number;
  readonly payer: { readonly name: string; readonly email?: string };
}

export interface Api {
  readonly eventsUrl: string;
  state(): Promise<Answer<CheckoutState>>;
  createAttempt(wanted: {
    readonly paymentMethod: 'PIX' | 'INTERNATIONAL';
    readonly currency?: string;
  }): Promise<Answer<CheckoutState>>;
  /** What became of it shows in the state. */
  payByCard(payment: CardPayment): Promise<Answer<unknown>>;
}

/** An acquirer may take twenty seconds; after half a minute nobody is listening any more. */
const timeoutMs = 30_000;

/** Speaks to the service the page came from, and to nobody else. */
export const createApi = (chargeId: string, token: string): Api => {
  const checkout = `/checkout/${encodeURIComponent(chargeId)}`;

  const ask = async <T>(path: string, body?: object): Promise<Answer<T>> => {
    try {
      const response = await fetch(path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'X-Checkout-Token': token, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      return response.ok ? { isOk: true, body: answer as T } : { isOk: false, problem: problemOf(answer) };
    } catch {
      return { isOk: false, problem: networkProblem };
    }
  };

  return {
    eventsUrl: `${checkout}/events?token=${encodeURIComponent(token)}`,
    state: () => ask(`${checkout}/state`),
    createAttempt: (wanted) => ask(`${checkout}/attempts`, wanted),
    payByCard: (payment) => ask(`/charge/${encodeURIComponent(chargeId)}/checkout/payment`, payment),
  };
};
