import { attemptOf, type ExistingCharge } from '../domain/charge';
import { present } from '../domain/present';
import { type Payer } from '../store/effects';
import { type PayerColumns } from '../store/reads/charges';
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
  payer: PayerColumns | undefined,
  key: AttemptKey,
) => Promise<OfferResult | Refusal>;

export const createRequestOffer =
  (deps: { readonly requestAttempt: RequestAttempt; readonly offerAttempt: OfferAttempt }): RequestOffer =>
  async (charge, wanted, payer, key) => {
    const made = attemptOf(charge, `att_${key.ulid}`);
    const requested = made ? { charge, attempt: made } : await deps.requestAttempt(charge, wanted, key);
    if (isRefusal(requested)) return requested;
    const inputs = { payer: payer ? knownPayer(payer) : null, gatewayOptions: wanted.inputs.gatewayOptions };
    return deps.offerAttempt(requested.charge, requested.attempt, inputs, { idempotency: key.idempotency });
  };

const knownPayer = ({
  payer_name: name,
  payer_email: email,
  payer_document: document,
  payer_source,
}: PayerColumns): Payer => ({
  ...present({ name, email, document }),
  source: payer_source ?? 'COLLECT_AT_CHECKOUT',
});
