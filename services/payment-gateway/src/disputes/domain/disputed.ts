import { sumMinor } from '@repasse/values/money';
import { type Receipt, type ReceivedPayment } from '../../payments/domain/payment';

type Disputed = Pick<ReceivedPayment, 'receipts' | 'disputes'>;

/**
 * The part of a receipt that open disputes may take and lost ones have taken. It is not ours to give back: the payer
 * gets it from their bank.
 */
export const disputedOf = ({ receipts, disputes: all }: Disputed, receipt: Receipt): number => {
  const disputes = all.filter(({ status }) => status !== 'won');
  const named = disputes.filter(({ receiptReference }) => receiptReference === receipt.providerReference);
  // A dispute that names no receipt claims the oldest ones first.
  const unnamedMinor = totalOf(disputes.filter(({ receiptReference }) => receiptReference === undefined));
  const at = receipts.findIndex(({ providerReference }) => providerReference === receipt.providerReference);
  const left = Math.max(0, unnamedMinor - totalOf(receipts.slice(0, at)));
  return Math.min(receipt.amountMinor, totalOf(named) + left);
};

/** The payment as it will be when its open disputes are won. */
export const withOpenDisputesWon = (state: ReceivedPayment): ReceivedPayment => ({
  ...state,
  disputes: state.disputes.filter(({ status }) => status !== 'open'),
});

const totalOf = (parts: readonly { readonly amountMinor: number }[]): number =>
  sumMinor(parts.map(({ amountMinor }) => amountMinor));
