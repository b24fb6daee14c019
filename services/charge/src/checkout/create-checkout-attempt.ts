import { type Operation } from '@repasse/chassis/http/app';
import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { existingCharge } from '../http/own-charge';
import { notOffered, payerNeeded } from '../http/problems';
import { problemOf } from '../http/refusal-problems';
import { methodRows, type NamedMethod } from '../domain/methods';
import { type ChargeStore } from '../store/charge-store';
import { findChargeById } from '../store/reads/charges';
import { isRefusal } from '../workflow/refusal';
import { asItsCharge } from '../workflow/request-attempt';
import { type RequestOffer } from '../workflow/request-offer';
import { type Checkout, type LoadCheckout } from './load-checkout';
import { attemptField } from './both-sides/checkout-state';
import { standings } from './both-sides/standing';

export interface CheckoutAttemptDependencies {
  readonly db: Tx;
  readonly charges: ChargeStore;
  readonly requestOffer: RequestOffer;
  readonly load: LoadCheckout;
  readonly ids: Ids;
}

/** `currency` is there for a method that needs a quote, as the check makes sure. */
export interface CheckoutAttemptBody {
  readonly paymentMethod: NamedMethod;
  readonly currency?: string;
}

/**
 * POST /checkout/{chargeId}/attempts: the payer picks a way to pay. An open attempt is returned again instead of a
 * second one, so repeated clicks use up no attempts.
 */
export const createCheckoutAttempt = (deps: CheckoutAttemptDependencies): Operation<CheckoutAttemptBody> => ({
  check: ({ body }) =>
    methodRows[body.paymentMethod].needsQuote && body.currency === undefined
      ? [{ field: 'currency', message: `is required for ${body.paymentMethod}.` }]
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
  const standing = standings[paymentMethod](state, Date.parse(state.now));
  if (state.status !== 'PENDING' || (standing !== 'ready' && standing !== 'pending')) return false;
  const attempt = state[attemptField[paymentMethod]];
  return attempt === null || !('checkoutCurrency' in attempt) || attempt.checkoutCurrency === currency;
};

/** When a provider is slow or down, the janitor asks again, and the page shows the result by itself. */
const requestOne = async (
  deps: CheckoutAttemptDependencies,
  chargeId: string,
  { paymentMethod, currency }: CheckoutAttemptBody,
): Promise<void> => {
  const charge = await existingCharge(deps.charges, chargeId);
  const view = await findChargeById(deps.db, charge.terms.userId, chargeId);
  const wanted = { ...asItsCharge, paymentMethod, currency: currency ?? null };
  const offered = await deps.requestOffer(charge, wanted, view, { ulid: deps.ids.ulid() });
  if (isRefusal(offered)) throw problemOf(offered);
  if (offered.answer === 'refused' || offered.answer === 'expired') throw notOffered(offered, false);
};
