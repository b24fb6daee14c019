import { multiplyDivideFloor, sumMinor } from '@repasse/values/money';
import { disputedOf, withOpenDisputesWon } from '../../disputes/domain/disputed';
import { nextPartOfCoins } from '../../crypto/domain/coin-amount';
import { methodRows } from '../../payments/domain/methods';
import { type PaymentState, type Receipt, type ReceivedPayment } from '../../payments/domain/payment';
import { type Refund } from './refund';

/** The part of a receipt that was not refunded, is in no refund under way, and is neither disputed nor lost so. */
export const refundableOf = (state: ReceivedPayment, receipt: Receipt): number =>
  Math.max(
    0,
    receipt.amountMinor -
      disputedOf(state, receipt) -
      sumMinor(refundsOfReceipt(state, receipt).map(({ amountMinor }) => amountMinor)),
  );

const dayMs = 24 * 60 * 60_000;

export const isTooLate = ({ facts }: ReceivedPayment, { receivedAt }: Receipt, now: string): boolean => {
  const { refundableDays } = methodRows[facts.paymentMethod];
  return refundableDays !== null && Date.parse(now) > Date.parse(receivedAt) + refundableDays * dayMs;
};

/**
 * Whether a refund under way is still covered by its receipt. A dispute that comes while a refund waits takes the same
 * money, and what the provider has not taken on yet must then not go back a second time. Refunds requested earlier come
 * first.
 */
export const isCovered = (state: ReceivedPayment, receipt: Receipt, { refundId }: Refund): boolean => {
  const all = refundsOfReceipt(state, receipt);
  const at = all.findIndex((each) => each.refundId === refundId);
  const first = all.filter(
    (each, index) => index <= at || each.status === 'succeeded' || each.providerReference !== null,
  );
  return sumMinor(first.map(({ amountMinor }) => amountMinor)) <= receipt.amountMinor - disputedOf(state, receipt);
};

/** The part of a receipt whose refunds are settled. */
export const settledMinor = ({ refunds }: ReceivedPayment, receiptReference: string): number =>
  sumMinor(
    refunds
      .filter((each) => each.status === 'succeeded' && each.receiptReference === receiptReference)
      .map(({ amountMinor }) => amountMinor),
  );

/** Whether a refund may be requested now. */
export const isItsTurn = ({ facts, refunds }: ReceivedPayment, { refundId }: Refund): boolean =>
  !methodRows[facts.paymentMethod].isRefundedInTurn ||
  refunds.find(({ status }) => status === 'pending')?.refundId === refundId;

/** The most that one refund can give back now, over all receipts. */
export const refundableMinor = (state: PaymentState, now: string): number =>
  state.status === 'received'
    ? sumMinor(
        state.receipts
          .filter((receipt) => !isTooLate(state, receipt, now))
          .map((receipt) => refundableOf(state, receipt)),
      )
    : 0;

/** The further amount that could go back if the open disputes were won. */
export const heldByDisputesMinor = (state: PaymentState, now: string): number =>
  state.status === 'received' ? refundableMinor(withOpenDisputesWon(state), now) - refundableMinor(state, now) : 0;

/**
 * Converts a refund to the payer's currency. It is computed from the running total each time and rounded down once, so
 * that any number of parts ends at exactly the paid amount.
 */
export const targetAmountOf = (state: ReceivedPayment, receipt: Receipt, amountMinor: number): number | null => {
  const { fx } = state.facts;
  if (fx === null) return null;
  const before = refundsOfReceipt(state, receipt);
  const totalMinor = amountMinor + sumMinor(before.map((each) => each.amountMinor));
  const targetTotalMinor = multiplyDivideFloor(fx.finalAmountMinor, totalMinor, receipt.amountMinor);
  return targetTotalMinor - sumMinor(before.map((each) => each.targetAmountMinor ?? 0));
};

/**
 * Converts an amount to the coins the payer sent: the price in the coin stands for the whole amount, and an overpayment
 * was converted at the same ratio.
 */
export const coinsBackOf = (
  state: ReceivedPayment,
  receipt: Receipt,
  { payAmount, amountMinor }: { payAmount: string; amountMinor: number },
): string => {
  const before = refundsOfReceipt(state, receipt);
  return nextPartOfCoins(payAmount, {
    beforeMinor: sumMinor(before.map((each) => each.amountMinor)),
    partMinor: amountMinor,
    wholeMinor: state.facts.amountMinor,
    sentBefore: before.map(({ coins }) => coins?.payAmount ?? '0'),
  });
};

type LiveRefund = Exclude<Refund, { status: 'failed' }>;

const refundsOfReceipt = ({ refunds }: ReceivedPayment, { providerReference }: Receipt): readonly LiveRefund[] =>
  refunds.filter((each): each is LiveRefund => each.status !== 'failed' && each.receiptReference === providerReference);

/** The process that serves a merchant's request asks the provider itself, for 8 s at most; then the reconciler does. */
export const askedByCallerMs = 30_000;

/** Whether the requesting process may still be asking the provider: two must not ask at once. */
export const isAskedByCaller = (refund: Refund, nowMs: number): boolean =>
  refund.status === 'pending' &&
  refund.purpose === 'MERCHANT' &&
  refund.providerReference === null &&
  nowMs < Date.parse(refund.requestedAt) + askedByCallerMs;
