import { BreakerOpenError, createBreaker } from '@repasse/chassis/breaker/breaker';
import { type HttpAnswer, type HttpCall, type HttpClient } from '@repasse/chassis/http/client';
import { HttpFault } from '@repasse/chassis/http/http-fault';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import {
  cardAnswerOf,
  offerAnswerOf,
  quoteAnswerOf,
  standingAnswerOf,
  type CardAnswer,
  type GatewayAnswer,
  type PaymentStanding,
  type QuoteAnswer,
} from './gateway-answers';

export type { CardAnswer, GatewayAnswer, PaymentStanding, QuoteAnswer } from './gateway-answers';
export type PaymentRequest = components['schemas']['RequestPayment'];
/** Holds a card: in memory only, and never in a log or an error. */
export type CardPaymentRequest = components['schemas']['RequestCardPayment'];
export type QuoteRequest = components['schemas']['RequestFxQuote'];

/** How many rows of each table were erased. */
export interface ErasedPayments {
  readonly payers: number;
  readonly savedCards: number;
  readonly providerCalls: number;
}

export interface PaymentGateway {
  /** Safe to repeat: the gateway knows a payment by its id. */
  requestPayment(request: PaymentRequest): Promise<GatewayAnswer>;
  /** Charges a card. The gateway sends a payment to the acquirer once, however often it is asked. */
  requestCardPayment(request: CardPaymentRequest): Promise<CardAnswer>;
  requestQuote(request: QuoteRequest): Promise<QuoteAnswer>;
  /** Whether a merchant has a saved card that can be charged. */
  findSavedCard(cardToken: string, userId: number): Promise<'found' | 'missing' | 'unavailable'>;
  /** Erases who paid, in the gateway's tables. Safe to repeat. */
  erasePayer(body: components['schemas']['ErasePayer']): Promise<ErasedPayments | 'unavailable'>;
  /** The outcome of a payment requested earlier. */
  getPayment(paymentId: string): Promise<PaymentStanding>;
  stop(): void;
}

/**
 * A little less than the lease of an idempotency key, so that a repeat is refused as running instead of asking as well;
 * more than the gateway gives its provider, so that it can report the outcome there.
 */
export const gatewayTimeoutMs = 9_000;

/** A quote is read from memory or from one table there; the payer's instructions are still to come. */
const quoteTimeoutMs = 3_000;

/** Ten requests in ten seconds, half of them unanswered, are an outage and not bad luck. */
const breakerLimits = { errorThresholdPercentage: 50, resetTimeoutMs: 5_000, volumeThreshold: 10 };

export const createPaymentGateway = (http: HttpClient, metrics: Metrics): PaymentGateway => {
  const breaker = createBreaker(
    'payment-gateway',
    (call: HttpCall) => http.call(call),
    { ...breakerLimits, timeoutMs: gatewayTimeoutMs + 500 },
    metrics,
  );
  const ask = async <A>(call: HttpCall, read: (answer: HttpAnswer) => A, silence: Silences<A>): Promise<A> => {
    try {
      return read(await breaker.fire(call));
    } catch (fault) {
      if (fault instanceof BreakerOpenError) return silence.notSent;
      if (!(fault instanceof HttpFault)) throw fault;
      if (fault.code === 'refused') return silence.notSent;
      return fault.code === 'timeout' ? silence.timeout : silence.brokenOff;
    }
  };

  return {
    requestPayment: (body) =>
      ask({ method: 'POST', path: '/internal/payments', body, isRepeatable: true }, offerAnswerOf, {
        notSent: { outcome: 'unavailable' },
        timeout: { outcome: 'silent' },
        brokenOff: { outcome: 'unavailable' },
      }),
    // A connection that broke may have carried the card there: only an unsent card is certainly not charged.
    requestCardPayment: (body) =>
      ask<CardAnswer>({ method: 'POST', path: '/internal/card-payments', body }, cardAnswerOf, {
        notSent: { outcome: 'unavailable', offer: null },
        timeout: { outcome: 'unknown', offer: null },
        brokenOff: { outcome: 'unknown', offer: null },
      }),
    requestQuote: (body) =>
      ask(
        { method: 'POST', path: '/internal/fx-quotes', body, timeoutMs: quoteTimeoutMs, isRepeatable: true },
        quoteAnswerOf,
        {
          notSent: { outcome: 'unavailable' },
          timeout: { outcome: 'unavailable' },
          brokenOff: { outcome: 'unavailable' },
        },
      ),
    findSavedCard: (cardToken, userId) =>
      ask<'found' | 'missing' | 'unavailable'>(
        {
          method: 'GET',
          path: `/internal/saved-cards/${encodeURIComponent(cardToken)}`,
          route: '/internal/saved-cards/{cardToken}',
          query: { userId: String(userId) },
        },
        ({ status }) => (status === 200 ? 'found' : status === 404 ? 'missing' : 'unavailable'),
        { notSent: 'unavailable', timeout: 'unavailable', brokenOff: 'unavailable' },
      ),
    erasePayer: (body) =>
      ask<ErasedPayments | 'unavailable'>(
        { method: 'POST', path: '/internal/payer-erasures', body, isRepeatable: true },
        ({ status, body: erased }) => (status === 200 ? (erased as ErasedPayments) : 'unavailable'),
        { notSent: 'unavailable', timeout: 'unavailable', brokenOff: 'unavailable' },
      ),
    getPayment: (paymentId) =>
      ask(
        { method: 'GET', path: `/internal/payments/${paymentId}`, route: '/internal/payments/{paymentId}' },
        standingAnswerOf,
        { notSent: { outcome: 'silent' }, timeout: { outcome: 'silent' }, brokenOff: { outcome: 'silent' } },
      ),
    stop: () => breaker.stop(),
  };
};

/** The meaning of each kind of missing answer for an operation. */
interface Silences<A> {
  readonly notSent: A;
  readonly timeout: A;
  readonly brokenOff: A;
}
