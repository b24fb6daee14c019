import type { Speech } from '@repasse/checkout-kit/both-sides/installment-text';
import { installmentsOf } from '@repasse/checkout-kit/both-sides/installments';
import { amountOfMinor, minorOf } from '@repasse/checkout-kit/both-sides/minor-units';
import { filled } from '@repasse/checkout-kit/both-sides/texts';
import type { CheckoutState } from './checkout-state.ts';

type Amounts = Pick<CheckoutState, 'grossAmount' | 'dueAmount' | 'currency'>;

/** What has come already and what is left to pay; null while that is the whole. */
export const remainderText = (
  { grossAmount, dueAmount, currency }: Amounts,
  { texts: { pix }, money }: Speech,
): string | null => {
  if (dueAmount === grossAmount) return null;
  const received = amountOfMinor(minorOf(grossAmount) - minorOf(dueAmount));
  return filled(pix.underpaid, { received: money(received, currency), amount: money(dueAmount, currency) });
};

/** In how many parts a card can pay what is left. */
export const cardHint = ({ dueAmount }: Amounts, { texts: { methods } }: Speech): string =>
  filled(methods.hintCard, { count: String(installmentsOf(minorOf(dueAmount)).length) });
