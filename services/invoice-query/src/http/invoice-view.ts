import { formatAmount } from '@repasse/values/money';
import { transactionUuidOf } from '@repasse/values/ids/transaction-uuid';
import { qrImage } from '@repasse/values/qr-code/qr-image';
import { methodRows } from '../projections/methods';
import { type Invoice } from '../store/list-invoices';
import { statusAt } from '../store/invoice-status';

/** The envelope of every answer about invoices. */
export const enveloped = (response: object): object => ({ status: 200, code: 'success', response });

/** An invoice as the API shows it at the moment `now`. A text a method lacks is empty, a date or a picture null. */
export const invoiceView = (invoice: Invoice, now: string): object => ({
  id: String(invoice.invoiceId),
  type: invoice.type,
  status: statusAt(invoice, now),
  amount: numberOf(invoice.amountMinor ?? 0, invoice.currency),
  currency: invoice.currency,
  gateway: invoice.gateway,
  user_id: invoice.userId,
  external_reference: invoice.externalReference ?? '',
  createdAt: invoice.createdAt,
  updatedAt: invoice.updatedAt,
  payment_details: detailsView(invoice),
  id_transaction: transactionIdOf(invoice),
  provider_payment_id: invoice.providerReference ?? '',
  payment_id: invoice.type === 'PAYMENT' ? invoice.subjectId : null,
  withdrawal_id: invoice.type === 'WITHDRAWAL' ? invoice.subjectId : null,
  charge_id: invoice.chargeId,
  payment_method: invoice.paymentMethod,
  received_amount: numberOf(receivedMinorOf(invoice), invoice.currency),
  refunded_amount: numberOf(invoice.refundedMinor, invoice.currency),
  paid_at: paidAtOf(invoice),
  end_to_end_id: invoice.endToEndId,
});

/** As the operation that made the payment named it; null for withdrawals. */
const transactionIdOf = ({ type, paymentMethod, subjectId }: Invoice): string | null => {
  if (type === 'WITHDRAWAL') return null;
  return methodRows[paymentMethod].isInCoins ? transactionUuidOf(subjectId) : subjectId;
};

/** A part that came is no payment yet. */
const paidAtOf = ({ status, paidAt }: Invoice): string | null =>
  status === 'PAID' || status === 'REFUNDED' ? paidAt : null;

const detailsView = (invoice: Invoice): object => ({
  pay_address: invoice.payAddress ?? '',
  pay_amount: invoice.payAmount ?? '',
  payment_uri: invoice.payUri ?? '',
  qr_code: invoice.payUri === null ? null : qrImage(invoice.payUri),
  expires_at: invoice.expiresAt,
  pay_currency: payCurrencyOf(invoice),
  fiat_currency: invoice.currency,
});

/** The payer of crypto does not pay in the currency of the price: until the coin is known, it is empty. */
const payCurrencyOf = ({ paymentMethod, coin, payerCurrency, currency }: Invoice): string =>
  methodRows[paymentMethod].isInCoins ? (coin ?? '') : (payerCurrency ?? currency);

/** Deposits that have not made up the price are not the payment's money yet, and have come all the same. */
const receivedMinorOf = ({ receivedMinor, depositedMinor }: Invoice): number =>
  receivedMinor === 0 ? (depositedMinor ?? 0) : receivedMinor;

/** The interface wants numbers. Written as text first, so that the nearest one is the one with the same decimals. */
const numberOf = (amountMinor: number, currency: string): number => Number(formatAmount(amountMinor, currency));
