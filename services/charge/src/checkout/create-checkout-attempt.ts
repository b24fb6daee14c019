import { toIso, type Clock } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { isUniqueViolation } from '@repasse/chassis/event-store/execute';
import type { Operation } from '@repasse/chassis/http/app';
import type { Ids } from '@repasse/chassis/ids';
import type { Tx } from '@repasse/chassis/postgres/database';
import { attemptOf, remainderOf, type Attempt, type ExistingCharge } from '../domain/charge';
import type { FxQuote } from '../domain/charge.terms';
import { statusAt } from '../domain/expiry';
import type { PaymentGateway } from '../clients/payment-gateway';
import { quoteFor } from '../http/fx-quote';
import { existingCharge } from '../http/own-charge';
import { notOffered, payerNeeded, refusedOn } from '../http/problems';
import { knownPayer } from '../http/wire/known-payer';
import { findChargeById } from '../store/reads/charges';
import type { ChargeStore } from '../store/charge-store';
import type { Payer } from '../store/effects';
import type { AttemptTermsFor } from '../workflow/further-attempt';
import type { OfferAttempt } from '../workflow/offer-attempt';
import type { Checkout, LoadCheckout } from './load-checkout';
import { internationalStanding, pixStanding } from './both-sides/standing';

export interface CheckoutAttemptDependencies {
  readonly db: Tx;
  readonly charges: ChargeStore;
  readonly gateway: PaymentGateway;
  readonly attemptTermsFor: AttemptTermsFor;
  readonly offerAttempt: OfferAttempt;
  readonly load: LoadCheckout;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** `currency` is there for INTERNATIONAL, as the check makes sure. */
export interface CheckoutAttemptBody {
  readonly paymentMethod: 'PIX' | 'INTERNATIONAL';
  readonly currency?: string;
}

/**
 * POST /checkout/{chargeId}/attempts: the payer picks a way to pay. An open attempt is returned again instead of a
 * second one, so repeated clicks use up no attempts.
 */
export const createCheckoutAttempt = (deps: CheckoutAttemptDependencies): Operation<CheckoutAttemptBody> => ({
  check: ({ body }) =>
    body.paymentMethod === 'INTERNATIONAL' && body.currency === undefined
      ? [{ field: 'currency', message: 'is required for INTERNATIONAL.' }]
      : [],
  handle: async ({ params, body }) => {
    const { chargeId = '' } = params;
    const before = await deps.load(chargeId);
    if (before.state.isPayerNeeded) throw payerNeeded();
    if (isOpenAlready(before, body)) return { status: 200, body: before.state };
    await requestOne(deps, before, body);
    return { status: 200, body: (await deps.load(chargeId)).state };
  },
});

const isOpenAlready = ({ state }: Checkout, { paymentMethod, currency }: CheckoutAttemptBody): boolean => {
  const nowMs = Date.parse(state.now);
  if (state.status !== 'PENDING') return false;
  if (paymentMethod === 'PIX') return isOpen(pixStanding(state, nowMs));
  return isOpen(internationalStanding(state, nowMs)) && state.international?.checkoutCurrency === currency;
};

const isOpen = (standing: ReturnType<typeof pixStanding>): boolean => standing === 'ready' || standing === 'pending';

const requestOne = async (
  deps: CheckoutAttemptDependencies,
  { charge: { charge_id: chargeId } }: Checkout,
  body: CheckoutAttemptBody,
): Promise<void> => {
  const charge = await existingCharge(deps.charges, chargeId);
  const now = toIso(deps.clock.now());
  const fx = await quoteOf(deps, charge, body, now);
  const wanted = { paymentMethod: body.paymentMethod, installments: 1, fx, redirectUrl: null, expiresAt: null };
  const attempt = await deps.attemptTermsFor(charge, wanted, deps.ids.ulid());
  const outcome = await deps.charges.requestAttempt(
    { type: 'RequestAttempt', data: { chargeId, attempt, now } },
    { gatewayOptions: null, attemptKey: null },
  );
  if (isRejection(outcome)) throw refusedOn(charge, now, outcome);
  if (isUniqueViolation(outcome) || outcome.state.status === 'absent') {
    throw new Error(`An attempt at ${chargeId} was neither made nor refused.`);
  }
  await offer(deps, outcome.state, attempt.attemptId, await payerOf(deps, outcome.state));
};

const quoteOf = async (
  { gateway }: CheckoutAttemptDependencies,
  charge: ExistingCharge,
  { currency }: CheckoutAttemptBody,
  now: string,
): Promise<FxQuote | null> =>
  // A charge that cannot be paid any more is refused by the decision; there is nothing to price.
  currency === undefined || statusAt(charge, now) !== 'pending'
    ? null
    : quoteFor(gateway, { amountMinor: remainderOf(charge), currency, field: 'currency', amountField: 'currency' });

/** When a provider is slow or down, the janitor asks again, and the page shows the result by itself. */
const offer = async (
  { offerAttempt }: CheckoutAttemptDependencies,
  charge: ExistingCharge,
  attemptId: string,
  payer: Payer | null,
): Promise<void> => {
  const attempt = requestedIn(charge, attemptId);
  const { answer, state } = await offerAttempt(charge, attempt, { payer, gatewayOptions: null });
  if (answer === 'refused' || answer === 'expired') throw notOffered(answer, state, attempt, false);
};

const requestedIn = (charge: ExistingCharge, attemptId: string): Attempt => {
  const attempt = attemptOf(charge, attemptId);
  if (!attempt) throw new Error(`Attempt ${attemptId} was requested and is not there.`);
  return attempt;
};

const payerOf = async (
  { db }: CheckoutAttemptDependencies,
  { terms: { chargeId, userId } }: ExistingCharge,
): Promise<Payer | null> => {
  const view = await findChargeById(db, userId, chargeId);
  return view ? knownPayer(view) : null;
};
