import { formatMinor } from '@repasse/chassis/money';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type KnownPayment } from '../domain/payment';
import { type StandalonePayment } from '../store/standalone-payments';
import { brasiliaTime } from './brasilia-time';
import { paymentStatusWord } from './payment-status-words';

export interface CardInvoiceRow {
  readonly installmentsMax: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A card payment that stands alone, as its merchant gets it. What was not given is an empty text. */
export const cardInvoiceBody = (
  payment: KnownPayment,
  { installmentsMax, createdAt, updatedAt }: CardInvoiceRow,
): components['schemas']['CardInvoice'] => {
  const { facts, terms } = payment;
  return {
    id: facts.invoiceId,
    id_transaction: facts.paymentId,
    // Written digit by digit before it becomes a number: the nearest one there is prints the same digits again.
    amount: Number(formatMinor(facts.amountMinor)),
    installments: installmentsMax,
    external_reference: terms.externalReference ?? '',
    description: terms.description ?? '',
    redirect_url: terms.redirectUrl ?? '',
    status: paymentStatusWord(payment),
    checkout_id: terms.standalone?.checkoutId ?? '',
    expire_at: brasiliaTime(terms.expiresAt),
    createdAt: brasiliaTime(createdAt),
    updatedAt: brasiliaTime(updatedAt),
  };
};

/** With what is known of the card. The token is not: only its hash is kept. */
export const foundCardBody = (
  payment: KnownPayment,
  { installmentsMax, latestInvoiceId, cardToken, createdAt, updatedAt }: StandalonePayment,
): components['schemas']['FoundCardPayment'] => {
  const { facts, terms } = payment;
  const chosen = facts.installments;
  // One that a service of the installation asked for has no checkout, so nobody but that service could choose.
  const row = { installmentsMax: installmentsMax ?? chosen ?? 1, createdAt, updatedAt };
  return {
    ...cardInvoiceBody(payment, row),
    installments_chosen: chosen,
    brand: terms.card?.brand ?? '',
    last4: terms.card?.last4 ?? '',
    card_token: cardToken ?? '',
    latest_id: latestInvoiceId ?? facts.invoiceId,
  };
};
