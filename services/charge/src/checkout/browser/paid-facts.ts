import { cardBrands, cardSchemes } from '@repasse/checkout-kit/both-sides/card-schemes';
import { filled } from '@repasse/checkout-kit/both-sides/texts';
import type { PaidFacts } from '@repasse/checkout-kit/browser/outcome';
import type { CheckoutState } from '../both-sides/checkout-state.ts';
import { receivedInPart } from '../both-sides/remainder.ts';
import type { Page } from './charge-page.ts';

/** A charge as its payer is told of it in the end. */
export const paidFactsOf = (page: Page, state: CheckoutState): PaidFacts => {
  const { currency, grossAmount, paidAmount } = state;
  const received = receivedInPart(state);
  return {
    amount: page.money(paidAmount ?? grossAmount, currency),
    receivedInPart: received === null ? null : page.money(received, currency),
    reference: state.chargeId,
    method: methodText(page, state),
  };
};

/** A card is told by what its payer can read on it; no card is tried after one that has paid, so it is the latest. */
const methodText = ({ texts: { paid, methods } }: Page, { paidBy, card }: CheckoutState): string | null => {
  if (paidBy === null) return null;
  const { brand = null, last4 = null } = card ?? {};
  const isKnownCard = paidBy === 'CREDIT_CARD' && brand !== null && last4 !== null;
  return isKnownCard ? filled(paid.card, { brand: brandName(brand), last4 }) : methods[paidBy];
};

/** An acquirer's word where it is none of ours. */
const brandName = (brand: string): string => {
  const known = cardBrands.find((each) => each === brand);
  return known === undefined ? brand : cardSchemes[known].name;
};
