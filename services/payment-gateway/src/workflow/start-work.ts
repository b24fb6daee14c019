import { createSealedBox, type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type EventStore } from '@repasse/chassis/event-store/event-store';
import { type DueRows } from '@repasse/chassis/waiting/due-rows';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type Config } from '../config';
import { type Providers } from '../providers/open-providers';
import { type PaymentRef } from '../providers/provider';
import { type CallbackInbox } from '../callbacks/store/callback-inbox';
import { createDuePayments } from '../store/due-streams';
import { createOurPayouts } from '../statements/store/our-payouts';
import { type PayoutProvider } from '../providers/payout-provider';
import { type SentStatement } from '../statements/workflow/statement-check';
import { createOurPayments } from '../statements/store/our-payments';
import { createPaymentStore } from '../payments/store/payment-store';
import { createSavedCards } from '../cards/store/saved-cards';
import { createStatementChecks } from '../statements/store/statement-checks';
import { type CallbackHandler, startCallbackWorker } from '../callbacks/workflow/callback-worker';
import { type CallbackDeps, createCallbackHandler } from '../callbacks/workflow/handle-callback';
import { measureWaiting } from './measure-waiting';
import { showAtZero } from './show-at-zero';
import { startReconciler } from '../payments/workflow/reconciler';
import { type PaymentDeps } from '../payments/workflow/payment-deps';
import { refOf } from '../payments/workflow/payment-ref';
import { type Payouts } from '../payouts/workflow/start-payouts';
import { startStatementChecker, type StatementChecker } from '../statements/workflow/statement-checker';

/** The work between decisions and providers, and the parts of it that requests need. */
export type Work = ReturnType<typeof startWork>;

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
  readonly store: EventStore;
  readonly payouts: Payouts;
  readonly providers: Providers;
  readonly inbox: CallbackInbox;
}

export const startWork = (parts: ServiceParts<Config>, o: WorkNeeds & WorkOverrides) => {
  const { providers, backstopMs } = o;
  const { metrics, lifecycle, db } = parts;
  const payments = createPaymentStore({ ...parts, store: o.store });
  const savedCards = createSavedCards({ ...parts, box: boxOf(parts) });
  showAtZero(metrics, providers.registry.all);
  const deps = { ...parts, payments, providers: providers.registry };
  const handlers = callbackHandlers(providers, { ...deps, ...o.payouts });
  const callbacks = startCallbackWorker({ ...deps, inbox: o.inbox, handlers, backstopMs });
  lifecycle.onStop('callbacks', () => callbacks.stop());
  const due = o.isReconciling === false ? nothingDue : createDuePayments(db);
  const reconciler = startReconciler({ ...deps, due, backstopMs });
  lifecycle.onStop('reconciler', () => reconciler.stop());
  const gauges = measureWaiting({ ...parts, gaugeIntervalMs: o.gaugeIntervalMs });
  lifecycle.onStop('gauges of waiting money', () => gauges.stop());
  const statements = startStatements(parts, {
    ...{ ...deps, pollIntervalMs: o.statementPollIntervalMs, sender: providers.pixSender, payOut: o.payouts.payOut },
  });
  return { payments, callbacks, reconciler, savedCards, statements };
};

/** Whether cards are saved is decided at the start; a key that is added later waits for the next. */
const boxOf = ({ config, live }: ServiceParts<Config>): SealedBox | undefined =>
  config.keyEncryptionKeys && createSealedBox(() => live().keyEncryptionKeys ?? []);

const nothingDue: DueRows<never> = { claim: async () => ({ rows: [], nextDueAt: null }), putOff: async () => false };

interface StatementNeeds extends PaymentDeps {
  readonly pollIntervalMs: number | undefined;
  readonly sender: PayoutProvider | undefined;
  readonly payOut: Payouts['payOut'];
}

/** Checks of what has left are named apart from those of what came. */
const sentSuffix = '_SENT';

const sentStatement = ({ sender, payOut: refresh }: StatementNeeds): SentStatement | undefined => {
  const statement = sender?.statement?.bind(sender);
  return sender && statement && { name: `${sender.name}${sentSuffix}`, statement, refresh };
};

const startStatements = ({ db, ids, lifecycle }: ServiceParts, o: StatementNeeds): StatementChecker => {
  const sent = sentStatement(o);
  const findPayment = async (paymentId: string): Promise<PaymentRef | undefined> => {
    const state = await o.payments.load(paymentId);
    return state.status === 'absent' ? undefined : refOf(state);
  };
  const statements = startStatementChecker({
    ...o,
    checks: createStatementChecks(db, ids),
    sent,
    oursAt: (name) => ({
      ...createOurPayments(db, name, findPayment),
      ...(name === sent?.name ? createOurPayouts(db, o.sender?.name ?? name) : {}),
    }),
  });
  lifecycle.onStop('statement checks', () => statements.stop());
  return statements;
};

/** By provider. Callbacks of one that is not set up are not handled. */
const callbackHandlers = ({ namesIn }: Providers, o: CallbackDeps): Record<string, CallbackHandler> =>
  Object.fromEntries(
    Object.entries(namesIn).map(([provider, names]) => [provider, createCallbackHandler(o, provider, names)]),
  );
