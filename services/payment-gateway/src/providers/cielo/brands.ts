import { cardBrands } from '@repasse/checkout-kit/both-sides/card-schemes';
import { type CardBrand } from '../card';

/** Brands as Cielo spells them. It takes no others. */
const spelled: Readonly<Partial<Record<CardBrand, string>>> = {
  VISA: 'Visa',
  MASTERCARD: 'Master',
  AMEX: 'Amex',
  ELO: 'Elo',
  HIPERCARD: 'Hipercard',
  DINERS: 'Diners',
  DISCOVER: 'Discover',
  JCB: 'JCB',
  AURA: 'Aura',
};

/** How Cielo spells a brand; undefined for one it does not take. */
export const cieloBrandOf = (brand: string): string | undefined => {
  const known = cardBrands.find((each) => each === brand);
  return known === undefined ? undefined : spelled[known];
};

/** The brand Cielo means, in our words. */
export const brandOfCielo = (brand: unknown): CardBrand =>
  cardBrands.find((each) => typeof brand === 'string' && spelled[each]?.toUpperCase() === brand.toUpperCase()) ??
  'UNKNOWN';
