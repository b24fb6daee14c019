import { type DueRows } from '@repasse/chassis/waiting/due-rows';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type DuePoll } from '@repasse/chassis/waiting/poll-due';
import { type Providers } from '../providers/open-providers';
import { type PaymentRef } from '../providers/provider';
import { type CallbackInbox } from '../callbacks/store/callback-inbox';
import { createDuePayments } from '../payments/store/due-payments';
import { createOurPayments } from '../statements/store/our-payments';
import { type PaymentStore } from '../payments/store/payment-store';
import { type SavedCards } from '../cards/store/saved-cards';
import { createStatementChecks } from '../statements/store/statement-checks';
import { createAskRefund } from '../refunds/workflow/ask-refund';
import { type CallbackHandler, type CallbackWorker, startCallbackWorker } from '../callbacks/workflow/callback-worker';
import { createCallbackHandler } from '../callbacks/workflow/handle-callback';
import { measureWaiting } from './measure-waiting';
import { createPayByCard, type PayByCard } from '../cards/workflow/pay-by-card';
import { reconcilePayment, type ReconcileDeps } from '../payments/workflow/reconcile-payment';
import { startReconciler } from '../payments/workflow/reconciler';
import { refOf } from '../payments/workflow/payment-ref';
import { createRefresher, type RefreshDeps, type Refresher } from '../payments/workflow/refresh-payment';
import { receiptsTotal } from '../payments/workflow/record-provider-facts';
import { createRefundByMerchant, type RefundByMerchant } from '../refunds/workflow/refund-by-merchant';
import { type Payouts } from '../payouts/workflow/start-payouts';
import { startStatementChecker, type StatementChecker } from '../statements/workflow/statement-checker';
import { createWithdraw } from '../payments/workflow/withdraw-payment';

/** The work between decisions and providers, and the parts of it that requests need. */
export interface Work {
  readonly payments: PaymentStore;
  readonly callbacks: CallbackWorker;
  readonly reconciler: DuePoll;
  readonly payByCard: PayByCard;
  readonly savedCards: SavedCards;
  readonly refund: RefundByMerchant;
  readonly statements: StatementChecker;
}

/** Settings that a test changes. */
export interface WorkOverrides {
  readonly backstopMs?: number | undefined;
  readonly gaugeIntervalMs?: number | undefined;
  /** False leaves it to callbacks and statements to find out about payments. */
  readonly isReconciling?: boolean | undefined;
  /** Statements ask providers beside everything else, so their pace is a matter of its own. */
  readonly statementPollIntervalMs?: number | undefined;
}

interface WorkNeeds {
  readonly payments: PaymentStore;
  readonly savedCards: SavedCards;
  readonly payouts: Payouts;
  readonly providers: Providers;
  readonly inbox: CallbackInbox;
}

export const startWork = (parts: ServiceParts, o: WorkNeeds & WorkOverrides): Work => {
  const { payments, savedCards, providers } = o;
  const { clock, ids, log, metrics, lifecycle, db } = parts;
  receiptsTotal(metrics);
  const shared = { payments, providers: providers.registry, clock, ids, log, metrics };
  const refresher = createRefresher(shared);
  const askRefund = createAskRefund(shared);
  const reconciling = { ...shared, refresher, withdraw: createWithdraw({ ...shared, refresher }), askRefund };
  const callbacks = startCallbackWorker({
    inbox: o.inbox,
    handlers: callbackHandlers(providers, { ...reconciling, ...o.payouts }),
    clock,
    log,
    metrics,
    backstopMs: o.backstopMs,
  });
  lifecycle.onStop('callbacks', () => callbacks.stop());
  const reconciler = startReconciler({
    ...reconciling,
    due: o.isReconciling === false ? nothingDue : createDuePayments(db),
    backstopMs: o.backstopMs,
  });
  lifecycle.onStop('reconciler', () => reconciler.stop());
  const gauges = measureWaiting({ db, clock, log, metrics, gaugeIntervalMs: o.gaugeIntervalMs });
  lifecycle.onStop('gauges of waiting money', () => gauges.stop());
  const payByCard = createPayByCard({ ...shared, refresher, savedCards });
  const statements = startStatements(parts, { ...shared, refresher, pollIntervalMs: o.statementPollIntervalMs });
  const refund = createRefundByMerchant({ ...shared, askRefund });
  return { payments, callbacks, reconciler, payByCard, savedCards, refund, statements };
};

const nothingDue: DueRows<never> = { claim: async () => ({ rows: [], nextDueAt: null }), putOff: async () => false };

const startStatements = (
  { db, ids, lifecycle, metrics }: ServiceParts,
  o: RefreshDeps & { readonly refresher: Refresher; readonly pollIntervalMs: number | undefined },
): StatementChecker => {
  const findPayment = async (paymentId: string): Promise<PaymentRef | undefined> => {
    const state = await o.payments.load(paymentId);
    return state.status === 'absent' ? undefined : refOf(state);
  };
  const statements = startStatementChecker({
    ...o,
    metrics,
    checks: createStatementChecks(db, ids),
    oursAt: (provider) => createOurPayments(db, provider, findPayment),
  });
  lifecycle.onStop('statement checks', () => statements.stop());
  return statements;
};

type HandlerDeps = ReconcileDeps & Pick<Payouts, 'payouts' | 'payOut'>;

/** By provider. Callbacks of one that is not set up are not handled. */
const callbackHandlers = ({ namesIn }: Providers, o: HandlerDeps): Record<string, CallbackHandler> => {
  const deps = { ...o, settleRefunds: (paymentId: string) => settleRefunds(o, paymentId) };
  const handlers = Object.entries(namesIn).map(([provider, names]) => [
    provider,
    createCallbackHandler(deps, provider, names),
  ]);
  return Object.fromEntries(handlers) as Record<string, CallbackHandler>;
};

/** A refund that a provider speaks of need not wait for its time. */
const settleRefunds = async (o: HandlerDeps, paymentId: string): Promise<void> => {
  const state = await o.payments.load(paymentId);
  if (state.status === 'received') await reconcilePayment(o, state);
};
