import { type components } from '@repasse/contracts/generated/http/charge';
import { isNamedMethod, methodRows } from '../../domain/methods';
import { type WantedAttempt } from '../../workflow/request-attempt';

export type CreateAttemptBody = components['schemas']['CreateAttempt'];

/** A request that has passed every check. */
export const readAttemptRequest = ({ paymentMethod, ...body }: CreateAttemptBody): WantedAttempt => {
  if (!isNamedMethod(paymentMethod)) throw new Error('A request was read before it was checked.');
  return {
    paymentMethod,
    installments: 1,
    currency: methodRows[paymentMethod].needsQuote ? (body.currency ?? null) : null,
    redirectUrl: body.redirectUrl ?? null,
    expiresAt: body.attemptExpiresAt ?? null,
    inputs: { gatewayOptions: body.gatewayOptions ?? null, attemptKey: body.attemptIdempotencyKey ?? null },
  };
};
