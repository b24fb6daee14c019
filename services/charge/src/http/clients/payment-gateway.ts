import { createBreaker, BreakerOpenError } from '@repasse/chassis/breaker/breaker';
import type { HttpAnswer, HttpClient } from '@repasse/chassis/http/client';
import { HttpFault } from '@repasse/chassis/http/http-fault';
import type { Metrics } from '@repasse/chassis/telemetry/metrics';
import type { components } from '@repasse/contracts/generated/http/payment-gateway';
import type { Offer } from '../../domain/charge.events';

export type PaymentRequest = components['schemas']['RequestPayment'];

/** What asking for a payment came to. Only `refused` is final: after silence the payment may exist all the same. */
export type GatewayAnswer =
  | { readonly outcome: 'offered'; readonly offer: Offer }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'expired' }
  | { readonly outcome: 'unavailable' }
  | { readonly outcome: 'silent' };

export interface PaymentGateway {
  /** Safe to repeat: the gateway knows a payment by its id. */
  requestPayment(request: PaymentRequest): Promise<GatewayAnswer>;
  stop(): void;
}

/**
 * A little less than the lease of an idempotency key, so that a repeat is told to wait instead of asking as well; more
 * than the gateway gives its provider, so that it can tell us what happened there.
 */
export const gatewayTimeoutMs = 9_000;

/** Ten requests in ten seconds, half of them unanswered, are an outage and not bad luck. */
const breakerLimits = { errorThresholdPercentage: 50, resetTimeoutMs: 5_000, volumeThreshold: 10 };

export const createPaymentGateway = (http: HttpClient, metrics: Metrics): PaymentGateway => {
  const breaker = createBreaker(
    'payment-gateway',
    (request: PaymentRequest) => http.post('/internal/payments', request),
    { ...breakerLimits, timeoutMs: gatewayTimeoutMs + 500 },
    metrics,
  );

  return {
    requestPayment: async (request) => {
      try {
        return answerOf(await breaker.fire(request));
      } catch (fault) {
        if (fault instanceof BreakerOpenError) return { outcome: 'unavailable' };
        if (fault instanceof HttpFault) return { outcome: fault.code === 'timeout' ? 'silent' : 'unavailable' };
        throw fault;
      }
    },
    stop: () => breaker.stop(),
  };
};

const answerOf = ({ status, body }: HttpAnswer): GatewayAnswer => {
  if (status === 200) return answerOfPayment(body as components['schemas']['InternalPayment']);
  if (status === 502 && codeOf(body) === 'provider.rejected') return { outcome: 'refused' };
  if (status === 504) return { outcome: 'silent' };
  return isRefusal(status) ? { outcome: 'refused' } : { outcome: 'unavailable' };
};

/** Only what tells the payer how to pay is an offer; a payment the provider has not answered for is silence. */
const answerOfPayment = ({
  status,
  invoiceId,
  pix,
  expiresAt,
}: components['schemas']['InternalPayment']): GatewayAnswer => {
  if (status === 'FAILED') return { outcome: 'refused' };
  if (status === 'EXPIRED') return { outcome: 'expired' };
  return pix
    ? { outcome: 'offered', offer: { invoiceId, pix: instructionsOf(pix), expiresAt } }
    : { outcome: 'silent' };
};

const instructionsOf = ({ emv, qrCodeBase64 }: components['schemas']['PixInstructions']): Offer['pix'] => ({
  emv,
  qrCodeBase64,
});

/** A request the gateway will never take. Waiting, rate limits and access are matters of the installation. */
const isRefusal = (status: number): boolean => [400, 409, 422, 501].includes(status);

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
