import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Lifecycle } from '@repasse/chassis/lifecycle/lifecycle';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { cieloProviderName } from '../providers/cielo/cielo-provider';
import { nowpaymentsProviderName } from '../providers/nowpayments/nowpayments-provider';
import { type Providers } from '../providers/open-providers';
import { pixProviderName } from '../providers/pix/pix-provider';
import { revolutProviderName } from '../providers/revolut/revolut-provider';
import { createCallbackInbox } from '../store/callback-inbox';
import { createDuePayments } from '../store/due-payments';
import { type PaymentStore } from '../store/payment-store';
import { createAskRefund } from './ask-refund';
import {
  type CallbackHandler,
  callbackPollIntervalMsDefault,
  type CallbackWorker,
  startCallbackWorker,
} from './callback-worker';
import { createCieloNotificationHandler } from './handle-cielo-notification';
import { createNowpaymentsCallbackHandler } from './handle-nowpayments-callback';
import { createPixCallbackHandler } from './handle-pix-callback';
import { createRevolutCallbackHandler } from './handle-revolut-callback';
import { createPayByCard, type PayByCard } from './pay-by-card';
import { type Poll } from './poll';
import { reconcilePayment, type ReconcileDeps } from './reconcile-payment';
import { createReceipts } from './record-receipts';
import { reconcilerPollIntervalMsDefault, startReconciler } from './reconciler';
import { createRefresher } from './refresh-payment';
import { createRefundByMerchant, type RefundByMerchant } from './refund-by-merchant';
import { createWithdraw } from './withdraw-payment';

interface Parts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  readonly db: Database;
}

/** What goes on between decisions and providers, and what requests need of it. */
export interface Work {
  readonly payments: PaymentStore;
  readonly callbacks: CallbackWorker;
  readonly reconciler: Poll;
  readonly payByCard: PayByCard;
  readonly refund: RefundByMerchant;
}

export const startWork = (
  parts: Parts,
  o: { payments: PaymentStore; providers: Providers; pollIntervalMs?: number | undefined },
): Work => {
  const { payments, providers } = o;
  const { clock, ids, log, metrics, lifecycle, db } = parts;
  const receipts = createReceipts({ payments, clock, log, metrics });
  const shared = { payments, providers: providers.registry, receipts, clock, ids, log, metrics };
  const refresher = createRefresher(shared);
  const askRefund = createAskRefund(shared);
  const reconciling = { ...shared, refresher, withdraw: createWithdraw({ ...shared, refresher }), askRefund };
  const callbacks = startCallbackWorker({
    inbox: createCallbackInbox(db),
    handlers: callbackHandlers(providers, reconciling),
    clock,
    log,
    metrics,
    pollIntervalMs: o.pollIntervalMs ?? callbackPollIntervalMsDefault,
  });
  lifecycle.onStop('callbacks', () => callbacks.stop());
  const reconciler = startReconciler({
    ...reconciling,
    due: createDuePayments(db),
    pollIntervalMs: o.pollIntervalMs ?? reconcilerPollIntervalMsDefault,
  });
  lifecycle.onStop('reconciler', () => reconciler.stop());
  const payByCard = createPayByCard({ ...shared, refresher });
  return { payments, callbacks, reconciler, payByCard, refund: createRefundByMerchant({ ...shared, askRefund }) };
};

type HandlerDeps = ReconcileDeps & { readonly metrics: Metrics };

/** By provider. One that is not set up here is not listened to. */
const callbackHandlers = (
  { cielo, revolut, nowpayments }: Providers,
  o: HandlerDeps,
): Record<string, CallbackHandler> => ({
  [pixProviderName]: createPixCallbackHandler(o),
  ...(cielo && { [cieloProviderName]: createCieloNotificationHandler({ ...o, cielo }) }),
  ...(nowpayments && { [nowpaymentsProviderName]: createNowpaymentsCallbackHandler(o) }),
  ...(revolut && {
    [revolutProviderName]: createRevolutCallbackHandler({
      ...o,
      paymentOfOrder: revolut.paymentOfOrder,
      settleRefunds: (paymentId) => settleRefunds(o, paymentId),
    }),
  }),
});

/** A refund that a provider speaks of need not wait for its time. */
const settleRefunds = async (o: HandlerDeps, paymentId: string): Promise<void> => {
  const state = await o.payments.load(paymentId);
  if (state.status === 'received') await reconcilePayment(o, state);
};
