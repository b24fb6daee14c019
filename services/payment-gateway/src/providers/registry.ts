import { type PaymentFacts } from '../domain/payment';
import { type Provider } from './provider';

export interface ProviderRegistry {
  /** Who makes new payments of a method. */
  forMethod(paymentMethod: PaymentFacts['paymentMethod']): Provider;
  /** Who made a payment: its events name the provider, and another cannot answer for it. */
  named(name: string): Provider;
  readonly all: readonly Provider[];
}

export const createRegistry = (all: readonly Provider[]): ProviderRegistry => {
  const find = (what: string, matches: (provider: Provider) => boolean): Provider => {
    const provider = all.find(matches);
    if (provider === undefined) throw new Error(`No provider is configured for ${what}.`);
    return provider;
  };
  return {
    forMethod: (paymentMethod) => find(paymentMethod, (each) => each.paymentMethod === paymentMethod),
    named: (name) => find(name, (each) => each.name === name),
    all,
  };
};
