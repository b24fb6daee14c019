import type { components } from '@repasse/contracts/generated/http/charge';
import { isNamedMethod, methodRows, type NamedMethod } from '../../domain/methods';
import type { AttemptInputs } from '../../store/effects';

export type CreateAttemptBody = components['schemas']['CreateAttempt'];

/** A request that has passed every check, in the service's own terms. */
export interface AttemptRequest {
  readonly paymentMethod: NamedMethod;
  /** The currency an international payer pays in; null where the payer pays in BRL. */
  readonly currency: string | null;
  readonly redirectUrl: string | null;
  /** Null leaves it to the charge. */
  readonly expiresAt: string | null;
  readonly inputs: AttemptInputs;
}

export const readAttemptRequest = ({ paymentMethod, ...body }: CreateAttemptBody): AttemptRequest => {
  if (!isNamedMethod(paymentMethod)) throw new Error('A request was read before it was checked.');
  return {
    paymentMethod,
    currency: methodRows[paymentMethod].needsQuote ? (body.currency ?? null) : null,
    redirectUrl: body.redirectUrl ?? null,
    expiresAt: body.attemptExpiresAt ?? null,
    inputs: { gatewayOptions: body.gatewayOptions ?? null, attemptKey: body.attemptIdempotencyKey ?? null },
  };
};
