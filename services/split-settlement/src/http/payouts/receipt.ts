import { createHmac } from 'node:crypto';
import { brasiliaTime } from '@repasse/values/brasilia-time';
import { formatAmount, formatMinor } from '@repasse/values/money';
import { type Payout } from '../../store/payouts/list-payouts';

/** What a receipt says. Nothing in it tells more about a destination than its masked label. */
export interface Receipt {
  readonly withdrawalId: string;
  readonly amount: string;
  readonly returnedAmount: string;
  readonly currency: string;
  readonly rail: string;
  readonly destination: string;
  readonly endToEndId: string | null;
  readonly transactionHash: string | null;
  readonly payer: string;
  readonly paidAt: string;
  readonly paidAtBrasilia: string;
}

export const receiptOf = (payout: Payout, paidAt: string, payer: string): Receipt => ({
  withdrawalId: payout.withdrawalId,
  amount: formatAmount(payout.payoutMinor, payout.currency),
  returnedAmount: formatMinor(payout.returnedMinor),
  currency: payout.currency,
  rail: payout.rail,
  destination: payout.destinationLabel ?? payout.payAddress,
  endToEndId: payout.endToEndId,
  transactionHash: payout.transactionHash,
  payer,
  paidAt,
  paidAtBrasilia: brasiliaTime(paidAt),
});

/** 128 bits, which nobody guesses. */
const codeCharacters = 32;

/**
 * The authentication code: a keyed digest of the payment's facts, in groups of four. Only this installation can make it, so
 * that a printed receipt is checked by reading the receipt of its withdrawal again. What came back later, and the payer's name, are no part of it.
 */
export const authenticationOf = (receipt: Receipt, secret: string): string => {
  const { withdrawalId, amount, currency, rail, destination, endToEndId, transactionHash, paidAt } = receipt;
  const place = transactionHash === null ? [] : [transactionHash];
  const facts = JSON.stringify([withdrawalId, amount, currency, rail, destination, endToEndId, paidAt, ...place]);
  const digest = createHmac('sha256', secret).update(facts).digest('hex').slice(0, codeCharacters);
  return digest.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1-');
};
