import { sumMinor } from '@repasse/values/money';
import { type PaymentState, refundsOf } from '../../payments/domain/payment';
import { type DataOf } from '../../payments/domain/payment-commands';

type Asked = Pick<DataOf<'RequestRefund'>, 'requestedBy' | 'personMaxMinor'>;

/**
 * What the role of the person leaves them to give back of this payment: what they have asked for before counts, and what failed
 * does not, so that parts come to no more than a whole. Undefined where nothing limits them.
 */
export const leftToPerson = ({ requestedBy, personMaxMinor }: Asked, state: PaymentState): number | undefined => {
  if (personMaxMinor === undefined) return undefined;
  const theirs = refundsOf(state).filter((each) => each.requestedBy === requestedBy && each.status !== 'failed');
  return Math.max(0, personMaxMinor - sumMinor(theirs.map(({ amountMinor }) => amountMinor)));
};

export const isBeyondRole = (asked: Asked, state: PaymentState, amountMinor: number): boolean => {
  const leftMinor = leftToPerson(asked, state);
  return leftMinor !== undefined && amountMinor > leftMinor;
};
