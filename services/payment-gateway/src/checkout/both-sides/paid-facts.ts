import { type PaidFacts, type Telling } from '@repasse/checkout-kit/both-sides/receipt';
import { paidWithText, receivedText } from './coin-texts.ts';
import { type CryptoCheckoutState } from './crypto-checkout-state.ts';

/** A payment in coins as its payer is told of it in the end. */
export const paidFactsOf = (told: Telling, state: CryptoCheckoutState): PaidFacts => {
  const { paid } = told.texts;
  const amount = told.money(state.paidAmount ?? state.amount, state.currency);
  return {
    amount,
    receivedInPart: receivedText(state),
    rows: [
      { name: 'amount', label: paid.amount, text: amount },
      { name: 'method', label: paid.method, text: paidWithText(state, told.texts) },
      { name: 'date', label: paid.date, text: state.paidAt === null ? null : told.timeText(state.paidAt) },
      { name: 'order', label: paid.order, text: state.externalReference },
      { name: 'reference', label: paid.reference, text: state.invoiceId },
    ],
  };
};
