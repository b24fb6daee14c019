import { type CardProvider, isCardProvider, type Provider } from './provider';

export interface ProviderRegistry {
  /** The provider that makes new payments of a method; undefined when there is none. */
  forMethod(paymentMethod: string): Provider | undefined;
  /** The provider that takes cards; undefined when there is none. */
  forCards(): CardProvider | undefined;
  /** The provider that made a payment: its events name it, and only it knows the payment. */
  named(name: string): Provider;
  readonly all: readonly Provider[];
}

export const createRegistry = (all: readonly Provider[]): ProviderRegistry => ({
  forMethod: (paymentMethod) => all.find((each) => each.paymentMethod === paymentMethod),
  forCards: () => all.find(isCardProvider),
  named: (name) => {
    const provider = all.find((each) => each.name === name);
    if (provider === undefined) throw new Error(`Provider ${name} is not configured.`);
    return provider;
  },
  all,
});
