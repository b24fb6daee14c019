import { toIso, type Clock } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { existingAttempt, type Attempt, type ExistingCharge } from '../domain/charge';
import { type ExpireAttempt, type RecordAttemptFailure, type RecordOffer } from '../domain/charge.commands';
import { returnAddress } from '@repasse/checkout-kit/both-sides/return-address';
import { lostQuoteId, returnParameter } from '../domain/charge.terms';
import { present } from '../domain/present';
import { type GatewayAnswer, type PaymentGateway, type PaymentRequest } from '../clients/payment-gateway';
import { type ChargeRunOptions, type ChargeStore } from '../store/charge-store';
import { type Payer } from '../store/effects';
import { record } from './record-answers';

/** The provider's inputs beside those in the charge's events. */
export interface OfferInputs {
  readonly payer: Payer | null;
  readonly gatewayOptions: object | null;
}

export interface OfferResult {
  /** Null when the gateway was not asked: the attempt has its answer, or has ended. */
  readonly answer: GatewayAnswer['outcome'] | null;
  /** The charge after the recorded events; unchanged when there was no answer to record. */
  readonly state: ExistingCharge;
  /** As it stands in `state`. */
  readonly attempt: Attempt;
}

/** A charge may also be made without an attempt. */
export type OfferedCharge =
  | OfferResult
  | { readonly answer: null; readonly state: ExistingCharge; readonly attempt?: never };

/**
 * Requests an attempt's payment from the gateway, unless it has been answered before, and records the answer. Safe to
 * repeat, also at the same time.
 */
export type OfferAttempt = (
  charge: ExistingCharge,
  attempt: Attempt,
  inputs: OfferInputs,
  options?: ChargeRunOptions,
) => Promise<OfferResult>;

export const createOfferAttempt =
  ({
    charges,
    gateway,
    clock,
  }: {
    readonly charges: ChargeStore;
    readonly gateway: PaymentGateway;
    readonly clock: Clock;
  }): OfferAttempt =>
  async (charge, attempt, inputs, options) => {
    if (attempt.situation.status !== 'requested') return { answer: null, state: charge, attempt };
    const answer = await gateway.requestPayment(paymentRequestOf(charge, attempt, inputs));
    const command = commandFor(answer, charge, attempt, toIso(clock.now()));
    if (!command) return { answer: answer.outcome, state: charge, attempt };

    // Only an offer is an answer worth keeping under the caller's key; anything else he may ask for again.
    const state = await record(
      charges,
      command.data.chargeId,
      command,
      answer.outcome === 'offered' ? options : undefined,
    );
    return { answer: answer.outcome, state, attempt: existingAttempt(state, attempt.terms.attemptId) };
  };

type RecordAnswer = RecordOffer | RecordAttemptFailure | ExpireAttempt;

const commandFor = (
  answer: GatewayAnswer,
  { terms: { chargeId } }: ExistingCharge,
  { terms: { attemptId } }: Attempt,
  now: string,
): RecordAnswer | undefined => {
  switch (answer.outcome) {
    case 'offered':
      return { type: 'RecordOffer', data: { chargeId, attemptId, now, ...answer.offer } };
    case 'refused':
      return { type: 'RecordAttemptFailure', data: { chargeId, attemptId, reason: 'PROVIDER_ERROR', now } };
    case 'expired':
      return { type: 'ExpireAttempt', data: { chargeId, attemptId, now } };
    // Silence is not an answer: the payment may exist, so the attempt stays as it is and is asked for again.
    case 'unavailable':
    case 'silent':
      return undefined;
    default:
      return assertNever(answer);
  }
};

const paymentRequestOf = (
  { terms }: ExistingCharge,
  { terms: attempt }: Attempt,
  { payer, gatewayOptions }: OfferInputs,
): PaymentRequest => {
  const known = payerFor(payer);
  const redirectUrl = returnAddress(attempt.redirectUrl, returnParameter, terms.chargeId);
  return {
    paymentId: attempt.paymentId,
    userId: terms.userId,
    chargeId: terms.chargeId,
    attemptId: attempt.attemptId,
    paymentMethod: attempt.paymentMethod,
    amountMinor: attempt.grossAmountMinor,
    currency: terms.currency,
    description: terms.description,
    externalReference: terms.externalReference,
    expiresAt: attempt.expiresAt,
    ...(Object.keys(known).length > 0 && { payer: known }),
    ...(gatewayOptions && { gatewayOptions: { ...gatewayOptions } }),
    ...(attempt.fx && attempt.fx.quoteId !== lostQuoteId && { fxQuoteId: attempt.fx.quoteId }),
    ...(redirectUrl !== null && { redirectUrl }),
  };
};

/** The fields of a payer that the gateway may know. */
export const payerFor = (payer: Payer | null): NonNullable<PaymentRequest['payer']> => {
  const { name, email, document } = payer ?? {};
  return present({ name, email, document });
};
