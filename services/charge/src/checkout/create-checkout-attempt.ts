import type { Operation } from '@repasse/chassis/http/app';
import type { Ids } from '@repasse/chassis/ids';
import type { Tx } from '@repasse/chassis/postgres/database';
import { existingCharge } from '../http/own-charge';
import { notOffered, payerNeeded } from '../http/problems';
import { problemOf } from '../http/refusal-problems';
import type { ChargeStore } from '../store/charge-store';
import { findChargeById } from '../store/reads/charges';
import { knownPayer } from '../workflow/known-payer';
import { isRefusal } from '../workflow/refusal';
import { asItsCharge } from '../workflow/request-attempt';
import type { RequestOffer } from '../workflow/request-offer';
import type { Checkout, LoadCheckout } from './load-checkout';
import { internationalStanding, pixStanding } from './both-sides/standing';

export interface CheckoutAttemptDependencies {
  readonly db: Tx;
  readonly charges: ChargeStore;
  readonly requestOffer: RequestOffer;
  readonly load: LoadCheckout;
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
    await requestOne(deps, chargeId, body);
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

/** When a provider is slow or down, the janitor asks again, and the page shows the result by itself. */
const requestOne = async (
  deps: CheckoutAttemptDependencies,
  chargeId: string,
  { paymentMethod, currency }: CheckoutAttemptBody,
): Promise<void> => {
  const charge = await existingCharge(deps.charges, chargeId);
  const view = await findChargeById(deps.db, charge.terms.userId, chargeId);
  const wanted = { ...asItsCharge, paymentMethod, currency: currency ?? null };
  const offered = await deps.requestOffer(charge, wanted, view ? knownPayer(view) : null, { ulid: deps.ids.ulid() });
  if (isRefusal(offered)) throw problemOf(offered);
  if (offered.answer === 'refused' || offered.answer === 'expired') throw notOffered(offered, false);
};
