import { type HttpAnswer } from '@repasse/chassis/http/client';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { amountMinorMax } from '@repasse/values/money';
import { type FxQuote } from '@repasse/contracts';
import { type Offer } from '../domain/charge.terms';
import { type Instructions } from '../domain/methods';

type InternalPayment = components['schemas']['InternalPayment'];

/** The result of requesting a payment. Only `refused` is final: without an answer the payment may still exist. */
export type GatewayAnswer =
  | { readonly outcome: 'offered'; readonly offer: Offer }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'expired' }
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'silent' };

/** Money that arrived, as the gateway reports it. */
export interface ReceivedMoney {
  readonly providerReference: string;
  readonly amountMinor: number;
  readonly receivedAt: string;
}

/**
 * The result of charging a card. `unavailable`: it was not charged, because of trouble at the acquirer or on the way to
 * it. `unknown`: the outcome is unknown, so no other card may be tried.
 */
export type CardAnswer =
  | { readonly outcome: 'received'; readonly offer: Offer; readonly receipts: readonly ReceivedMoney[] }
  | {
      readonly outcome: 'declined';
      readonly offer: Offer | null;
      readonly declineCode: string;
      readonly isRetryable: boolean;
    }
  | { readonly outcome: 'refused'; readonly offer: Offer | null }
  | { readonly outcome: 'unavailable'; readonly offer: Offer | null }
  | { readonly outcome: 'unknown'; readonly offer: Offer | null };

export const cardOutcomes: readonly CardAnswer['outcome'][] = [
  'received',
  'declined',
  'refused',
  'unavailable',
  'unknown',
];

export type QuoteAnswer =
  | { readonly outcome: 'quoted'; readonly quote: FxQuote }
  /** `detail` lists the supported currencies. */
  | { readonly outcome: 'currency_not_supported'; readonly detail: string }
  /** Less than the currency's smallest unit, or more than an amount can say. */
  | { readonly outcome: 'amount_out_of_range'; readonly leastMinor: number; readonly mostMinor: number }
  | { readonly outcome: 'unavailable' };

/** The state of a payment requested earlier. `missing`: the gateway does not know it. */
export type PaymentStanding = Standing | { readonly outcome: 'missing' | 'silent' };

export const offerAnswerOf = ({ status, body }: HttpAnswer): GatewayAnswer => {
  if (status === 200) return offerOfPayment(body as InternalPayment);
  if (status === 502 && codeOf(body) === 'provider.rejected') return { outcome: 'refused' };
  if (status === 504) return { outcome: 'silent' };
  if (codeOf(body) === 'fx.quote_unusable') return { outcome: 'expired' };
  return isRefusal(status, body) ? { outcome: 'refused' } : { outcome: 'unavailable' };
};

/**
 * Only a payment with instructions for the payer is an offer; one without the provider's answer counts as no answer.
 */
const offerOfPayment = (payment: InternalPayment): GatewayAnswer => {
  if (payment.status === 'FAILED' || payment.status === 'CANCELED') return { outcome: 'refused' };
  if (payment.status === 'EXPIRED') return { outcome: 'expired' };
  const offer = offerOf(payment);
  return offer ? { outcome: 'offered', offer } : { outcome: 'silent' };
};

export const cardAnswerOf = ({ status, body }: HttpAnswer): CardAnswer => {
  if (status !== 200) {
    const isRejected = status === 502 && codeOf(body) === 'provider.rejected';
    if (isOfOtherTime(body)) return { outcome: 'unavailable', offer: null };
    return isRejected || isRefusal(status, body)
      ? { outcome: 'refused', offer: null }
      : { outcome: 'unknown', offer: null };
  }
  const standing = standingOf(body as InternalPayment);
  return standing.outcome === 'expired' || standing.outcome === 'canceled'
    ? { outcome: 'refused', offer: standing.offer }
    : standing;
};

export const standingAnswerOf = ({ status, body }: HttpAnswer): PaymentStanding => {
  if (status === 404) return { outcome: 'missing' };
  return status === 200 ? standingOf(body as InternalPayment) : { outcome: 'silent' };
};

type Standing =
  | CardAnswer
  | { readonly outcome: 'expired'; readonly offer: Offer | null }
  | { readonly outcome: 'canceled'; readonly offer: Offer | null };

const standingOf = (payment: InternalPayment): Standing => {
  const offer = offerOf(payment);
  switch (payment.status) {
    case 'RECEIVED':
      return offer ? { outcome: 'received', offer, receipts: payment.receipts } : { outcome: 'unknown', offer };
    case 'FAILED':
      return payment.decline ? { outcome: 'declined', offer, ...payment.decline } : { outcome: 'unavailable', offer };
    case 'EXPIRED':
      return { outcome: 'expired', offer };
    case 'CANCELED':
      return { outcome: 'canceled', offer };
    // Also whatever a later release of the gateway may say: not understood is not known.
    default:
      return { outcome: 'unknown', offer };
  }
};

const offerOf = (payment: InternalPayment): Offer | null => {
  const { invoiceId, expiresAt } = payment;
  const instructions = instructionsOf(payment);
  return instructions && { invoiceId, expiresAt, instructions };
};

const instructionsOf = ({ pix, international, card }: InternalPayment): Instructions | null => {
  if (pix) return { method: 'PIX', ...pixOf(pix) };
  if (card) return { method: 'CREDIT_CARD', brand: card.brand, last4: card.last4, installments: card.installments };
  if (!international) return null;
  const { publicToken, provider, mode, checkoutCurrency, amountMinor } = international;
  return { method: 'INTERNATIONAL', publicToken, provider, mode, checkoutCurrency, amountMinor };
};

const pixOf = ({ emv, txid, receiverName, receiverDocument }: NonNullable<InternalPayment['pix']>) => ({
  emv,
  txid,
  receiverName,
  receiverDocument,
});

export const quoteAnswerOf = ({ status, body }: HttpAnswer): QuoteAnswer => {
  if (status === 200) return { outcome: 'quoted', quote: body as FxQuote };
  if (codeOf(body) === 'fx.currency_not_supported')
    return { outcome: 'currency_not_supported', detail: detailOf(body) };
  return codeOf(body) === 'payment.amount_out_of_range' ? outOfRangeOf(body) : { outcome: 'unavailable' };
};

/** A gateway of the release before names no amounts. */
const outOfRangeOf = (body: unknown): QuoteAnswer => {
  const { leastAmountMinor = 1, mostAmountMinor = amountMinorMax } = body as Partial<Record<string, number>>;
  return { outcome: 'amount_out_of_range', leastMinor: leastAmountMinor, mostMinor: mostAmountMinor };
};

/** A request the gateway will never take. Waiting, rate limits and access are matters of the installation. */
const isRefusal = (status: number, body: unknown): boolean =>
  [400, 409, 422, 501].includes(status) && !isOfOtherTime(body);

/**
 * By the gateway's clock the attempt was over before it began, and by ours it is not: one of the two was moved, and the
 * other follows. An attempt that is over ends by our own clock.
 */
const isOfOtherTime = (body: unknown): boolean => codeOf(body) === 'payment.expires_in_past';

const detailOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string' ? body.detail : '';

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
