import { type Speech } from '@repasse/checkout-kit/both-sides/installment-text';
import { installmentsOf } from '@repasse/checkout-kit/both-sides/installments';
import { amountOfMinor, minorOf } from '@repasse/checkout-kit/both-sides/minor-units';
import { filled } from '@repasse/checkout-kit/both-sides/texts';
import { type CheckoutState } from './checkout-state.ts';

type Amounts = Pick<CheckoutState, 'grossAmount' | 'dueAmount' | 'currency'>;
type CardAmounts = Pick<CheckoutState, 'dueAmount' | 'installmentsMax'>;

/** The part received so far; null while there is none. */
export const receivedInPart = ({ grossAmount, dueAmount }: Amounts): string | null =>
  dueAmount === grossAmount ? null : amountOfMinor(minorOf(grossAmount) - minorOf(dueAmount));

/** The part received so far and the remainder; null while the remainder is the whole. */
export const remainderText = (amounts: Amounts, { texts: { pix }, money }: Speech): string | null => {
  const { dueAmount, currency } = amounts;
  const received = receivedInPart(amounts);
  if (received === null) return null;
  return filled(pix.underpaid, { received: money(received, currency), amount: money(dueAmount, currency) });
};

/** The number of instalments a card can pay the remainder in. */
export const cardHint = ({ dueAmount, installmentsMax }: CardAmounts, { texts: { methods } }: Speech): string => {
  const count = installmentsOf(minorOf(dueAmount), installmentsMax).length;
  return count === 1 ? methods.hintCardOnce : filled(methods.hintCard, { count: String(count) });
};
