import { multiplyDivideFloor, sumMinor } from '@repasse/chassis/money';
import { nextPartOfCoins } from '../../crypto/domain/coin-amount';
import { type PaymentState, type Receipt } from '../../payments/domain/payment';
import { type Refund } from './refund';

type Received = Extract<PaymentState, { status: 'received' }>;

/** What of a receipt has neither gone back nor is on its way. */
export const refundableOf = (state: Received, receipt: Receipt): number =>
  receipt.amountMinor - sumMinor(refundsOfReceipt(state, receipt).map(({ amountMinor }) => amountMinor));

/** What of a receipt has gone back and is settled. */
export const settledMinor = ({ refunds }: Received, receiptReference: string): number =>
  sumMinor(
    refunds
      .filter((each) => each.status === 'succeeded' && each.receiptReference === receiptReference)
      .map(({ amountMinor }) => amountMinor),
  );

/**
 * Whether it is a refund's turn to be asked for. An acquirer tells refunds of one sale apart by their running sum only,
 * so those of a card payment go one after the other; elsewhere each has a name.
 */
export const isItsTurn = ({ facts, refunds }: Received, { refundId }: Refund): boolean =>
  facts.paymentMethod !== 'CREDIT_CARD' || refunds.find(({ status }) => status === 'pending')?.refundId === refundId;

/** What of a payment could still go back, all receipts together. */
export const refundableMinor = (state: PaymentState): number =>
  state.status === 'received' ? sumMinor(state.receipts.map((receipt) => refundableOf(state, receipt))) : 0;

/**
 * What a refund is in the currency the payer paid in. It is counted from the beginning each time and rounded down once,
 * so that parts, however many, end at exactly what was paid.
 */
export const targetAmountOf = (state: Received, receipt: Receipt, amountMinor: number): number | null => {
  const { fx } = state.facts;
  if (fx === null) return null;
  const before = refundsOfReceipt(state, receipt);
  const totalMinor = amountMinor + sumMinor(before.map((each) => each.amountMinor));
  const targetTotalMinor = multiplyDivideFloor(fx.finalAmountMinor, totalMinor, receipt.amountMinor);
  return targetTotalMinor - sumMinor(before.map((each) => each.targetAmountMinor ?? 0));
};

/**
 * How many coins an amount is of those the payer sent: the price in the coin stands for the whole amount, and what came
 * on top was counted by the same measure.
 */
export const coinsBackOf = (
  state: Received,
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

const refundsOfReceipt = ({ refunds }: Received, { providerReference }: Receipt): readonly Refund[] =>
  refunds.filter(({ status, receiptReference }) => status !== 'failed' && receiptReference === providerReference);

/** Whoever asks for a refund over HTTP asks the provider themselves, which takes 8 s at most; then it is left to us. */
export const askedByCallerMs = 30_000;

/** Whether somebody may be asking the provider for it this moment: two must not ask at once. */
export const isAskedByCaller = (refund: Refund, nowMs: number): boolean =>
  refund.status === 'pending' &&
  refund.purpose === 'MERCHANT' &&
  refund.providerReference === null &&
  nowMs < Date.parse(refund.requestedAt) + askedByCallerMs;
