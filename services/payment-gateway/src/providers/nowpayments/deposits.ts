import { type Came } from '../../crypto/domain/accepted-part';
import { type PartialReceipt, type PaymentFacts, type Receipt } from '../../payments/domain/payment';
import { type Found } from '../provider';
import { type CoinPayment } from './coin-payment';
import { compareDecimals, shareOf, sumDecimals } from './decimal';

type Standing = Pick<Found, 'status' | 'receipts' | 'partial' | 'detail'>;

/** Coins that have arrived for good; before that they may still come to nothing. */
export const isThere = ({ status, actuallyPaid }: CoinPayment): boolean =>
  (status === 'finished' || status === 'partially_paid') && compareDecimals(actuallyPaid, '0') > 0;

const isOnItsWay = ({ status }: CoinPayment): boolean =>
  status === 'confirming' || status === 'confirmed' || status === 'sending';

/**
 * Where a payment stands with all of its deposits. Each further deposit to the address is a payment of its own, which
 * may call itself finished for a smaller sum and is never believed in that: the price has come when the provider says so
 * of the payment that was asked for, or when the deposits make it up together. The receipt of the price has all that
 * came until then, also above it. What comes after that is money on top, each deposit with a receipt of its own in
 * proportion.
 */
export const standingOf = (asked: CoinPayment, further: readonly CoinPayment[], facts: PaymentFacts): Standing => {
  const deposits = depositsOf(asked, further);
  const madeUpBy = whereMadeUp(asked, deposits);
  const last = deposits[madeUpBy];
  if (last !== undefined) {
    const amountMinor = wholeMinor(asked, deposits.slice(0, madeUpBy + 1), facts);
    const whole = { providerReference: asked.paymentId, amountMinor, receivedAt: last.updatedAt };
    return { status: 'received', receipts: [whole, ...onTop(asked, deposits.slice(madeUpBy + 1), facts)] };
  }
  if ([asked, ...further].some(isOnItsWay)) return { status: 'confirming', receipts: [] };
  return deposits.length > 0 ? partial(asked, deposits, facts) : { ...unpaid(asked), receipts: [] };
};

/**
 * How much has come until the price was there, in part, in full or above it, and when the last of it did; undefined when nothing has. Unlike
 * the status of the payment, this does not depend on deposits that are still on their way.
 */
export const cameOf = (asked: CoinPayment, further: readonly CoinPayment[], facts: PaymentFacts): Came | undefined => {
  const deposits = depositsOf(asked, further);
  const madeUpBy = whereMadeUp(asked, deposits);
  const whole = deposits[madeUpBy];
  if (whole !== undefined) {
    return { totalMinor: wholeMinor(asked, deposits.slice(0, madeUpBy + 1), facts), receivedAt: whole.updatedAt };
  }
  const last = deposits.at(-1);
  return last && { totalMinor: cameMinor(asked, deposits, facts), receivedAt: last.updatedAt };
};

/** The value of deposits in the currency of the price, in proportion to the price in the coin. */
const cameMinor = (
  { payAmount }: CoinPayment,
  deposits: readonly CoinPayment[],
  { amountMinor }: PaymentFacts,
): number => shareOf(amountMinor, totalOf(deposits), payAmount);

/** The price, or more where more coins came. The provider finishes a payment of a little less, and pays the price for it. */
const wholeMinor = (asked: CoinPayment, deposits: readonly CoinPayment[], facts: PaymentFacts): number =>
  Math.max(facts.amountMinor, cameMinor(asked, deposits, facts));

/** Those that are there, in the order they came in. */
const depositsOf = (asked: CoinPayment, further: readonly CoinPayment[]): readonly CoinPayment[] => {
  const inOrder = [...further].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  return [asked, ...inOrder].filter(isThere);
};

/** Which of the deposits makes up the price; -1 when they do not. */
const whereMadeUp = (asked: CoinPayment, deposits: readonly CoinPayment[]): number =>
  deposits.findIndex(
    (each, at) => (each === asked && asked.status === 'finished') || isMadeUp(asked, deposits.slice(0, at + 1)),
  );

const totalOf = (deposits: readonly CoinPayment[]): string =>
  sumDecimals(deposits.map(({ actuallyPaid }) => actuallyPaid));

const isMadeUp = ({ payAmount }: CoinPayment, deposits: readonly CoinPayment[]): boolean =>
  compareDecimals(totalOf(deposits), payAmount) >= 0;

const onTop = ({ payAmount }: CoinPayment, deposits: readonly CoinPayment[], facts: PaymentFacts): readonly Receipt[] =>
  deposits
    .map(({ paymentId, actuallyPaid, updatedAt }) => ({
      providerReference: paymentId,
      amountMinor: shareOf(facts.amountMinor, actuallyPaid, payAmount),
      receivedAt: updatedAt,
    }))
    // Less than the smallest unit of the currency is nothing that could be booked.
    .filter(({ amountMinor }) => amountMinor > 0);

const partial = (asked: CoinPayment, deposits: readonly CoinPayment[], facts: PaymentFacts): Standing => {
  const receivedPayAmount = totalOf(deposits);
  const receivedTotalMinor = cameMinor(asked, deposits, facts);
  const told: PartialReceipt = { receivedTotalMinor, receivedPayAmount };
  return { status: 'partial', receipts: [], partial: told };
};

const unpaid = ({ status }: CoinPayment): Pick<Standing, 'status' | 'detail'> => {
  if (status === 'failed') return { status: 'failed', detail: 'The provider says that it failed.' };
  if (status === 'refunded') return { status: 'failed', detail: 'The provider has sent the coins back.' };
  // When its window closes is known here as well, and our own end is told from that.
  return { status: 'pending' };
};
