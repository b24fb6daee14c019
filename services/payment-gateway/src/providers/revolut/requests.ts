import { type FxQuote } from '@repasse/contracts';
import { type PaymentTerms } from '../../payments/domain/payment';
import { type OfferRequest, type Payer, type RefundRequest } from '../provider';

/** The maximum length of each text; the provider does not document that of the description. */
const descriptionLengthMax = 255;
const metadataValueLengthMax = 500;
const descriptorLengthMax = 19;
const redirectUrlLengthMax = 2_000;
/** PT1M to PT720H. */
const minutesMin = 1;
const minutesMax = 720 * 60;
const minuteMs = 60_000;

/** Orders carry the payment's id as their reference: how one is found again whose making got no answer. */
export const referenceOf = (paymentId: string): string => paymentId;

/** The payment a reference belongs to; undefined when it cannot be one of ours. */
export const paymentIdOf = (reference: string | undefined): string | undefined =>
  reference !== undefined && /^pay_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(reference) ? reference : undefined;

/** The body of POST /orders: the quote's amount, captured at once, and closed by itself when our time is over. */
export const orderBody = ({ facts, terms, payer }: OfferRequest, fx: FxQuote, now: Date) => ({
  amount: fx.finalAmountMinor,
  currency: fx.targetCurrency,
  capture_mode: 'automatic',
  expire_pending_after: durationUntil(terms.expiresAt, now),
  merchant_order_data: { reference: referenceOf(facts.paymentId) },
  metadata: metadataOf(facts.chargeId, terms),
  ...optional('description', terms.description?.slice(0, descriptionLengthMax)),
  ...optional('customer', customerOf(payer)),
  ...optional('redirect_url', redirectUrlOf(terms.redirectUrl)),
  ...optional('statement_descriptor_suffix', descriptorOf(terms.statementDescriptor)),
});

/** The body of a refund; the refund order is found again by our refund's id. */
export const refundBody = ({ refundId, reason }: RefundRequest, amount: number, currency: string) => ({
  amount,
  currency,
  merchant_order_data: { reference: refundId },
  ...optional('description', reason ?? undefined),
});

/** Rounded up to whole minutes, so that the provider never closes before we do. */
const durationUntil = (expiresAt: string, now: Date): string => {
  const minutes = Math.ceil((Date.parse(expiresAt) - now.getTime()) / minuteMs);
  return `PT${Math.min(minutesMax, Math.max(minutesMin, minutes))}M`;
};

const metadataOf = (chargeId: string | null, { externalReference }: PaymentTerms) => ({
  ...optional('charge_id', chargeId ?? undefined),
  ...optional('external_reference', externalReference?.slice(0, metadataValueLengthMax)),
});

const customerOf = (payer: Payer | null): { email?: string; full_name?: string } | undefined => {
  const customer = {
    ...optional('email', payer?.email ?? undefined),
    ...optional('full_name', payer?.name ?? undefined),
  };
  return Object.keys(customer).length === 0 ? undefined : customer;
};

/**
 * The provider refuses localhost and bare addresses, and a payment must not fail for where its payer goes afterwards:
 * such an address is left out. Our own checkout page sends payers on by itself.
 */
const redirectUrlOf = (text: string | null): string | undefined => {
  if (text === null || text.length > redirectUrlLengthMax || !URL.canParse(text)) return undefined;
  const { protocol, hostname } = new URL(text);
  const isNamed = hostname !== 'localhost' && !/^[\d.]+$/.test(hostname) && !hostname.startsWith('[');
  return isNamed && (protocol === 'https:' || protocol === 'http:') ? text : undefined;
};

const descriptorOf = (text: string | null): string | undefined => {
  const cleaned = text?.replace(/[*\\\r\n]/g, '').trim();
  return cleaned?.slice(0, descriptorLengthMax).trim();
};

/** A field that is only there when it has something to say. */
const optional = <K extends string, V>(name: K, value: V | undefined): Partial<Record<K, V>> =>
  value === undefined || value === '' ? {} : ({ [name]: value } as Partial<Record<K, V>>);
