import type { components } from '@repasse/contracts/generated/http/charge';
import type { AttemptInputs } from '../../store/effects';

export type CreateAttemptBody = components['schemas']['CreateAttempt'];

/** A request that has passed every check, in the service's own terms. */
export interface AttemptRequest {
  readonly paymentMethod: 'PIX' | 'INTERNATIONAL';
  /** The currency an international payer pays in; null where the payer pays in BRL. */
  readonly currency: string | null;
  readonly redirectUrl: string | null;
  /** Null leaves it to the charge. */
  readonly expiresAt: string | null;
  readonly inputs: AttemptInputs;
}

export const readAttemptRequest = (body: CreateAttemptBody): AttemptRequest => ({
  ...(body.paymentMethod === 'INTERNATIONAL'
    ? { paymentMethod: 'INTERNATIONAL', currency: body.currency ?? null }
    : { paymentMethod: 'PIX', currency: null }),
  redirectUrl: body.redirectUrl ?? null,
  expiresAt: body.attemptExpiresAt ?? null,
  inputs: { gatewayOptions: body.gatewayOptions ?? null, attemptKey: body.attemptIdempotencyKey ?? null },
});
