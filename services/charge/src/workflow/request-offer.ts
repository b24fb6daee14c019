import { attemptOf, type ExistingCharge } from '../domain/charge';
import { type Payer } from '../store/effects';
import { type OfferAttempt, type OfferResult } from './offer-attempt';
import { isRefusal, type Refusal } from './refusal';
import { type AttemptKey, type RequestAttempt, type WantedAttempt } from './request-attempt';

/**
 * A further attempt by a method that is offered first: requested, and its instructions asked for. A request that was cut
 * off goes on with the attempt that it has made.
 */
export type RequestOffer = (
  charge: ExistingCharge,
  wanted: WantedAttempt,
  payer: Payer | null,
  key: AttemptKey,
) => Promise<OfferResult | Refusal>;

export const createRequestOffer =
  (deps: { readonly requestAttempt: RequestAttempt; readonly offerAttempt: OfferAttempt }): RequestOffer =>
  async (charge, wanted, payer, key) => {
    const made = attemptOf(charge, `att_${key.ulid}`);
    const requested = made ? { charge, attempt: made } : await deps.requestAttempt(charge, wanted, key);
    if (isRefusal(requested)) return requested;
    const { gatewayOptions } = wanted.inputs;
    return deps.offerAttempt(
      requested.charge,
      requested.attempt,
      { payer, gatewayOptions },
      { idempotency: key.idempotency },
    );
  };
