import { exponentOf, formatMinor } from '@repasse/chassis/money';
import { type Invoice } from '../store/list-invoices';

/** The envelope of every answer about invoices. */
export const enveloped = (response: object): object => ({ status: 200, code: 'success', response });

/** An invoice as the API shows it. What a method has none of is an empty text, as everywhere in this family of answers. */
export const invoiceView = (invoice: Invoice): object => ({
  id: String(invoice.invoiceId),
  type: 'PAYMENT',
  status: invoice.status ?? 'WAITING_PAYMENT',
  amount: numberOf(invoice.amountMinor ?? 0, invoice.currency),
  currency: invoice.currency,
  gateway: invoice.gateway,
  user_id: invoice.userId,
  external_reference: invoice.externalReference ?? '',
  createdAt: invoice.createdAt,
  updatedAt: invoice.updatedAt,
  payment_details: detailsView(invoice),
  payment_id: invoice.paymentId,
  charge_id: invoice.chargeId,
  payment_method: invoice.paymentMethod,
  received_amount: numberOf(invoice.receivedMinor, invoice.currency),
  refunded_amount: numberOf(invoice.refundedMinor, invoice.currency),
  paid_at: invoice.paidAt,
});

// The address and its QR code are the provider's instructions, which no event carries: whoever pays has them.
const detailsView = (invoice: Invoice): object => ({
  pay_address: '',
  qr_code: '',
  expires_at: invoice.expiresAt ?? '',
  pay_currency: invoice.payerCurrency ?? invoice.currency,
  fiat_currency: invoice.currency,
});

/** The interface wants numbers. Written as text first, so that the nearest one is the one with the same decimals. */
const numberOf = (amountMinor: number, currency: string): number =>
  Number(formatMinor(amountMinor, exponentOf(currency)));
