import { type CardProvider, isCardProvider, type Provider } from './provider';

export interface ProviderRegistry {
  /** Who makes new payments of a method; undefined when nobody here does. */
  forMethod(paymentMethod: string): Provider | undefined;
  /** Who takes cards; undefined when nobody here does. */
  forCards(): CardProvider | undefined;
  /** Who made a payment: its events name the provider, and another cannot answer for it. */
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
