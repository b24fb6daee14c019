import { multiplyDivideFloor, sumMinor } from '@repasse/chassis/money';
import { nextPartOfCoins } from '../../crypto/domain/coin-amount';
import { type PaymentState, type Receipt, type ReceivedPayment } from '../../payments/domain/payment';
import { type Refund } from './refund';

/** The part of a receipt that was not refunded and is in no refund under way. */
export const refundableOf = (state: ReceivedPayment, receipt: Receipt): number =>
  receipt.amountMinor - sumMinor(refundsOfReceipt(state, receipt).map(({ amountMinor }) => amountMinor));

/** The part of a receipt whose refunds are settled. */
export const settledMinor = ({ refunds }: ReceivedPayment, receiptReference: string): number =>
  sumMinor(
    refunds
      .filter((each) => each.status === 'succeeded' && each.receiptReference === receiptReference)
      .map(({ amountMinor }) => amountMinor),
  );

/**
 * Whether a refund may be requested now. An acquirer distinguishes refunds of one sale by their running sum only, so
 * those of a card payment go one after the other; elsewhere each has an id.
 */
export const isItsTurn = ({ facts, refunds }: ReceivedPayment, { refundId }: Refund): boolean =>
  facts.paymentMethod !== 'CREDIT_CARD' || refunds.find(({ status }) => status === 'pending')?.refundId === refundId;

/** The refundable amount of a payment, all receipts together. */
export const refundableMinor = (state: PaymentState): number =>
  state.status === 'received' ? sumMinor(state.receipts.map((receipt) => refundableOf(state, receipt))) : 0;

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

const refundsOfReceipt = ({ refunds }: ReceivedPayment, { providerReference }: Receipt): readonly Refund[] =>
  refunds.filter(({ status, receiptReference }) => status !== 'failed' && receiptReference === providerReference);

/** The process that serves a merchant's request asks the provider itself, for 8 s at most; then the reconciler does. */
export const askedByCallerMs = 30_000;

/** Whether the requesting process may still be asking the provider: two must not ask at once. */
export const isAskedByCaller = (refund: Refund, nowMs: number): boolean =>
  refund.status === 'pending' &&
  refund.purpose === 'MERCHANT' &&
  refund.providerReference === null &&
  nowMs < Date.parse(refund.requestedAt) + askedByCallerMs;
