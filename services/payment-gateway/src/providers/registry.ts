import { type PaymentMethod } from '@repasse/contracts';
import { type CardProvider, isCardProvider, type Provider } from './provider';

export type ProviderRegistry = ReturnType<typeof createRegistry>;

export const createRegistry = (all: readonly Provider[]) => ({
  /** The provider that makes new payments of a method; undefined when there is none. */
  forMethod: (paymentMethod: PaymentMethod): Provider | undefined =>
    all.find((each) => each.paymentMethod === paymentMethod),
  /** The provider that takes cards; undefined when there is none. */
  forCards: (): CardProvider | undefined => all.find(isCardProvider),
  /** The provider that made a payment: its events name it, and only it knows the payment. */
  named: (name: string): Provider => {
    const provider = all.find((each) => each.name === name);
    if (provider === undefined) throw new Error(`Provider ${name} is not configured.`);
    return provider;
  },
  all,
});
