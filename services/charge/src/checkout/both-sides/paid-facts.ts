import { cardBrands, cardSchemes } from '@repasse/checkout-kit/both-sides/card-schemes';
import { receiverDocumentText } from '@repasse/checkout-kit/both-sides/document-text';
import { installmentText } from '@repasse/checkout-kit/both-sides/installment-text';
import { installmentsOf } from '@repasse/checkout-kit/both-sides/installments';
import { minorOf } from '@repasse/checkout-kit/both-sides/minor-units';
import { type PaidFacts, type Telling } from '@repasse/checkout-kit/both-sides/receipt';
import { filled } from '@repasse/checkout-kit/both-sides/texts';
import { attemptField, type CardAttempt, type CheckoutState } from './checkout-state.ts';
import { receivedInPart } from './remainder.ts';

/** A charge as its payer is told of it in the end. */
export const paidFactsOf = (told: Telling, state: CheckoutState): PaidFacts => {
  const { paid } = told.texts;
  const { currency, grossAmount, paidAmount } = state;
  const received = receivedInPart(state);
  const amount = told.money(paidAmount ?? grossAmount, currency);
  return {
    amount,
    receivedInPart: received === null ? null : told.money(received, currency),
    rows: [
      { name: 'amount', label: paid.amount, text: amount },
      { name: 'method', label: paid.method, text: methodText(told, state) },
      { name: 'in-currency', label: paid.inCurrency, text: foreignText(told, state) },
      { name: 'date', label: paid.date, text: state.paidAt === null ? null : told.timeText(state.paidAt) },
      { name: 'receiver', label: paid.receiver, text: receiverText(state) },
      { name: 'order', label: paid.order, text: state.externalReference },
      { name: 'end-to-end-id', label: paid.endToEndId, text: state.endToEndId },
      { name: 'reference', label: paid.reference, text: state.chargeId },
    ],
  };
};

/** A card is told by what its payer can read on it; no card is tried after one that has paid, so it is the latest. */
const methodText = (told: Telling, state: CheckoutState): string | null => {
  const { paidBy, currency } = state;
  if (paidBy === null) return null;
  const { paid, methods } = told.texts;
  const card = attemptField[paidBy] === 'card' ? state.card : null;
  const { brand, last4 } = card ?? {};
  const isKnownCard = typeof brand === 'string' && typeof last4 === 'string';
  const name = isKnownCard ? filled(paid.card, { brand: brandName(brand), last4 }) : methods[paidBy];
  const parts = card === null ? null : partsText(told, card, currency);
  return parts === null ? name : `${name}, ${parts}`;
};

/** Null of a card that paid at once. */
const partsText = (told: Telling, { installments, amount }: CardAttempt, currency: string): string | null => {
  const parts = installmentsOf(minorOf(amount), installments).at(-1);
  return parts === undefined || parts.count === 1 ? null : installmentText(told, parts, currency);
};

/** The facts that the payer's own statement shows. */
const foreignText = ({ money }: Telling, { paidBy, international }: CheckoutState): string | null => {
  const { checkoutAmount = null, checkoutCurrency = null } = international ?? {};
  const isItsAttempt = paidBy !== null && attemptField[paidBy] === 'international';
  const isPaidSo = isItsAttempt && checkoutAmount !== null && checkoutCurrency !== null;
  return isPaidSo ? money(checkoutAmount, checkoutCurrency) : null;
};

const receiverText = ({ receiver }: CheckoutState): string | null => {
  if (receiver === null) return null;
  const { name, document } = receiver;
  return document === null ? name : `${name}, ${receiverDocumentText(document)}`;
};

/** An acquirer's word where it is none of ours. */
const brandName = (brand: string): string => {
  const known = cardBrands.find((each) => each === brand);
  return known === undefined ? brand : cardSchemes[known].name;
};
