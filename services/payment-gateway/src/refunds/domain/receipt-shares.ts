import { reject, type Rejection } from '@repasse/chassis/decider';
import { formatMinor, sumMinor } from '@repasse/values/money';
import { isAmount } from '../../payments/domain/decision';
import { type Receipt, type ReceivedPayment } from '../../payments/domain/payment';
import { type DataOf } from '../../payments/domain/payment-commands';
import { methodRows } from '../../payments/domain/methods';
import { heldByDisputesMinor, isTooLate, refundableOf } from './refundable';

/** The part of a refund that one receipt gives. */
export interface ReceiptShare {
  readonly receipt: Receipt;
  readonly amountMinor: number;
}

type Asked = Pick<DataOf<'RequestRefund'>, 'receiptReference' | 'amountMinor' | 'now'>;

/**
 * The receipts a refund takes back: the first with enough left, so that the payer gets the amount in one piece, else
 * several, oldest first. Without an amount it is all that is left.
 */
export const receiptShares = (asked: Asked, state: ReceivedPayment): readonly ReceiptShare[] | Rejection => {
  const candidates = state.receipts.filter(
    ({ providerReference }) => asked.receiptReference === null || providerReference === asked.receiptReference,
  );
  const left = candidates
    .filter((receipt) => !isTooLate(state, receipt, asked.now))
    .map((receipt) => ({ receipt, amountMinor: refundableOf(state, receipt) }))
    .filter(({ amountMinor }) => amountMinor > 0);
  const mostMinor = totalOf(left);
  if (asked.amountMinor === null ? mostMinor === 0 : asked.amountMinor > mostMinor) {
    return refusal({ wantedMinor: asked.amountMinor ?? 1, mostMinor, candidates, now: asked.now }, state);
  }
  if (asked.amountMinor === null) return left;
  if (!isAmount(asked.amountMinor)) {
    return reject('refund.amount_out_of_range', 'A refund must be for more than nothing.');
  }
  return taken(asked.amountMinor, left);
};

const taken = (wantedMinor: number, left: readonly ReceiptShare[]): readonly ReceiptShare[] => {
  const enough = left.find(({ amountMinor }) => amountMinor >= wantedMinor);
  if (enough !== undefined) return [{ ...enough, amountMinor: wantedMinor }];
  return left.flatMap(({ receipt, amountMinor }, index) => {
    const part = Math.min(amountMinor, wantedMinor - totalOf(left.slice(0, index)));
    return part > 0 ? [{ receipt, amountMinor: part }] : [];
  });
};

interface TooMuch {
  readonly wantedMinor: number;
  readonly mostMinor: number;
  readonly candidates: readonly Receipt[];
  readonly now: string;
}

/** The one reason without which more could go back: first what may pass, then what is over. */
const refusal = ({ wantedMinor, mostMinor, candidates, now }: TooMuch, state: ReceivedPayment): Rejection => {
  const most = mostMinor === 0 ? 'Nothing can go back now' : `At most ${formatMinor(mostMinor)} can go back now`;
  const disputedMinor = heldByDisputesMinor(state, now);
  if (disputedMinor > 0) {
    return reject(
      'refund.payment_disputed',
      `${most}: ${formatMinor(disputedMinor)} is disputed, and the payer's bank may take it. Wait for the decision.`,
    );
  }
  const lateMinor = sumMinor(
    candidates.filter((each) => isTooLate(state, each, now)).map((each) => refundableOf(state, each)),
  );
  if (lateMinor > 0 && wantedMinor <= mostMinor + lateMinor) {
    const { paymentMethod } = state.facts;
    const { refundableDays } = methodRows[paymentMethod];
    return reject('refund.too_late', `${most}: a ${paymentMethod} can be given back for ${refundableDays} days.`);
  }
  return mostMinor === 0
    ? reject('refund.nothing_left', 'All that was received has gone back, is on its way, or was lost in a dispute.')
    : reject('refund.exceeds_paid', `At most ${formatMinor(mostMinor)} can go back.`);
};

const totalOf = (shares: readonly ReceiptShare[]): number => sumMinor(shares.map(({ amountMinor }) => amountMinor));
