import { assertNever } from '@repasse/chassis/decider';
import { type Named, type NamesIn } from '../../providers/callback';
import { mapSome } from '../../providers/wire/map-some';
import { type PayoutStore } from '../../payouts/store/payout-store';
import { type CallbackHandler, type CallbackOutcome } from './callback-worker';
import { type PaymentDeps } from '../../payments/workflow/payment-deps';
import { reconcilePayment } from '../../payments/workflow/reconcile-payment';
import { refreshPayment } from '../../payments/workflow/refresh-payment';

export interface CallbackDeps extends PaymentDeps {
  readonly payouts: Pick<PayoutStore, 'findByProviderReference'>;
  readonly payOut: (withdrawalId: string) => Promise<CallbackOutcome>;
}

/**
 * Handles a callback of any provider. It only says where to look: every payment it names is read again from the
 * provider, and only that answer is recorded.
 */
export const createCallbackHandler =
  (o: CallbackDeps, provider: string, namesIn: NamesIn): CallbackHandler =>
  async (body) =>
    mapSome(await namesIn(body), (named) => follow(o, provider, named));

const follow = async (o: CallbackDeps, provider: string, named: Named): Promise<CallbackOutcome> => {
  switch (named.type) {
    case 'payment':
      return refresh(o, provider, named);
    case 'references':
      return refresh(o, provider, { ...named, paymentId: await paymentOf(o, provider, named.references) });
    case 'payout':
      return followPayout(o, provider, named.reference);
    case 'silence':
      o.log.warn({ provider, detail: named.detail }, 'callback not confirmed yet');
      return 'silent';
    default:
      return assertNever(named);
  }
};

const refresh = async (
  o: CallbackDeps,
  provider: string,
  { paymentId, isRefund = false, ...named }: { readonly paymentId: string | undefined; readonly isRefund?: boolean },
): Promise<CallbackOutcome> => {
  if (paymentId === undefined) {
    o.log.info({ provider, ...named }, 'callback leads to no payment');
    return 'unknown_payment';
  }
  if (isRefund) await settleRefunds(o, paymentId);
  return refreshPayment(o, paymentId, 'callback');
};

const paymentOf = async (
  { payments }: CallbackDeps,
  provider: string,
  references: readonly string[],
): Promise<string | undefined> => {
  for (const reference of references) {
    const paymentId = await payments.findByProviderReference(provider, reference);
    if (paymentId !== null) return paymentId;
  }
  return undefined;
};

const followPayout = async (o: CallbackDeps, provider: string, reference: string): Promise<CallbackOutcome> => {
  const withdrawalId = await o.payouts.findByProviderReference(provider, reference);
  if (withdrawalId !== null) return o.payOut(withdrawalId);

  const paymentId = await o.payments.findByRefundReference(provider, reference);
  if (paymentId === null) return 'unknown_payment';
  await settleRefunds(o, paymentId);
  return 'recorded';
};

/** A refund that a provider speaks of need not wait for its time. */
const settleRefunds = async (o: CallbackDeps, paymentId: string): Promise<void> => {
  const state = await o.payments.load(paymentId);
  if (state.status === 'received') await reconcilePayment(o, state);
};
