import { toIso, type Clock } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type ChargeMethod, type FxQuote } from '@repasse/contracts';
import { existingAttempt, remainderOf, type Attempt, type ExistingCharge } from '../domain/charge';
import { type AttemptTerms } from '../domain/charge.terms';
import { statusAt } from '../domain/expiry';
import { feeRuleFor } from '../domain/fees';
import { price } from '../domain/pricing';
import { type PaymentGateway } from '../clients/payment-gateway';
import { findKeyHolder } from '../store/attempt-keys';
import { type ChargeRunOptions, type ChargeStore } from '../store/charge-store';
import { type AttemptInputs } from '../store/effects';
import { type MerchantRuleStore } from '../store/merchant-rules';
import { quotePrice } from './quote-price';
import { isRefusal, type Refusal } from './refusal';

export interface WantedAttempt {
  readonly paymentMethod: ChargeMethod;
  /** 1 for everything but cards. */
  readonly installments: number;
  /** The currency an international payer pays in; null where the payer pays in BRL. */
  readonly currency: string | null;
  readonly redirectUrl: string | null;
  readonly expiresAt: string | null;
  readonly inputs: AttemptInputs;
}

/** Leaves to the charge what an attempt could say of itself. */
export const asItsCharge: Omit<WantedAttempt, 'paymentMethod'> = {
  installments: 1,
  currency: null,
  redirectUrl: null,
  expiresAt: null,
  inputs: { gatewayOptions: null, attemptKey: null },
};

export const byCard = (installments: number): WantedAttempt => ({
  ...asItsCharge,
  paymentMethod: 'CREDIT_CARD',
  installments,
});

export interface AttemptKey {
  /** The ids of the attempt derive from it. */
  readonly ulid: string;
  /** The row of the caller's Idempotency-Key. */
  readonly idempotency?: ChargeRunOptions['idempotency'];
}

export interface RequestedAttempt {
  readonly charge: ExistingCharge;
  readonly attempt: Attempt;
}

/**
 * One more attempt at a charge: the remainder, at the price of its method. It is committed before any provider is asked,
 * so that the janitor finds it if this process dies.
 */
export type RequestAttempt = (
  charge: ExistingCharge,
  wanted: WantedAttempt,
  key: AttemptKey,
) => Promise<RequestedAttempt | Refusal>;

export interface RequestAttemptDependencies {
  readonly db: Tx;
  readonly charges: ChargeStore;
  readonly merchantRules: MerchantRuleStore;
  readonly gateway: PaymentGateway;
  readonly clock: Clock;
}

export const createRequestAttempt =
  (deps: RequestAttemptDependencies): RequestAttempt =>
  async (charge, wanted, { ulid, idempotency }) => {
    const { chargeId, expiresAt } = charge.terms;
    if (wanted.expiresAt !== null && wanted.expiresAt > expiresAt) {
      return { refused: 'outlives_charge', limit: expiresAt };
    }
    const now = toIso(deps.clock.now());
    // A charge that cannot be paid any more is refused by the decision; there is nothing to price.
    const currency = statusAt(charge, now) === 'pending' ? wanted.currency : null;
    const fx = await quotePrice(deps.gateway, { ...wanted, amountMinor: remainderOf(charge), currency });
    if (isRefusal(fx)) return fx;

    const attempt = await termsOf(deps, charge, wanted, { ulid, fx });
    const command = { type: 'RequestAttempt', data: { chargeId, attempt, now } } as const;
    const outcome = await deps.charges.requestAttempt(command, wanted.inputs, { idempotency });
    if (isRejection(outcome)) return { refused: 'by_decision', rejection: outcome, charge, now };
    if (outcome === 'key_used') return keyReused(deps, charge.terms.userId, wanted.inputs.attemptKey);
    return { charge: outcome.state, attempt: existingAttempt(outcome.state, attempt.attemptId) };
  };

const termsOf = async (
  { merchantRules }: RequestAttemptDependencies,
  charge: ExistingCharge,
  { paymentMethod, installments, redirectUrl, expiresAt }: WantedAttempt,
  { ulid, fx }: { readonly ulid: string; readonly fx: FxQuote | null },
): Promise<AttemptTerms> => {
  const { userId, grossAmountMinor, split } = charge.terms;
  const { fees } = await merchantRules.of(userId);
  return {
    attemptId: `att_${ulid}`,
    paymentId: `pay_${ulid}`,
    ...{ paymentMethod, installments, fx },
    grossAmountMinor: remainderOf(charge),
    redirectUrl: redirectUrl ?? charge.terms.redirectUrl,
    pricing: price(grossAmountMinor, userId, feeRuleFor(fees, paymentMethod, installments), split),
    expiresAt: earliest(charge.terms.expiresAt, expiresAt, fx?.expiresAt ?? null),
  };
};

/** The refusal of a key that the merchant, or a payer of theirs, has used before. */
export const keyReused = async (
  { db, charges, clock }: Pick<RequestAttemptDependencies, 'db' | 'charges' | 'clock'>,
  userId: number,
  attemptKey: string | null,
): Promise<Refusal> => {
  const holder = await findKeyHolder(db, userId, attemptKey ?? '');
  if (!holder) throw new Error(`A key of user ${userId} is in use, and nothing holds it.`);
  const charge = await charges.load(holder.chargeId);
  return { refused: 'key_reused', holder, charge, now: toIso(clock.now()) };
};

/** No attempt outlives its charge or its quote. */
export const earliest = (charge: string, ...others: readonly (string | null)[]): string =>
  others.reduce<string>((soonest, time) => (time !== null && time < soonest ? time : soonest), charge);
