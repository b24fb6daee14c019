import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type KnownPayment } from '../domain/payment';
import { type CancelOutcome } from '../../providers/provider';
import { refOf } from './payment-ref';
import { type ProviderFacts, recordProviderFacts } from './record-provider-facts';
import { type RefreshDeps, type Refresher } from './refresh-payment';

export interface WithdrawDeps extends RefreshDeps {
  readonly refresher: Refresher;
}

export type Withdraw = (state: KnownPayment) => Promise<void>;

/**
 * Asks a provider to cancel a payment, and records the answer. A payer who was faster has paid: that money is recorded,
 * and the charge decides how it is handled.
 */
export const createWithdraw = (o: WithdrawDeps): Withdraw => {
  const asked = o.metrics.counter('repasse_payment_cancellations_total', 'Cancellations asked of providers.', [
    'provider',
    'outcome',
  ]);
  return async (state) => {
    const { provider } = state.facts;
    const outcome = await o.providers.named(provider).cancel(refOf(state));
    asked.inc({ provider, outcome: outcome.outcome });
    await record(o, state, outcome);
  };
};

const record = async (o: WithdrawDeps, state: KnownPayment, outcome: CancelOutcome): Promise<void> => {
  const { paymentId } = state.facts;
  const say = (facts: ProviderFacts) => recordProviderFacts(o, paymentId, facts, 'cancellation');
  switch (outcome.outcome) {
    case 'canceled':
    case 'missing': {
      const data = { isMissing: outcome.outcome === 'missing', now: toIso(o.clock.now()) };
      await say({ before: [{ type: 'ConfirmCancellation', data }] });
      return;
    }
    case 'received':
      await say({ receipts: outcome.receipts });
      return;
    // It may have been paid, or be about to be: its state there says more than the refusal.
    case 'refused':
      o.log.warn({ paymentId, detail: outcome.detail }, 'payment not taken back');
      await o.refresher.look(state, 'cancellation');
      return;
    case 'silent':
      o.log.warn({ paymentId, detail: outcome.detail }, 'provider keeps silent about a cancellation');
      return;
    default:
      assertNever(outcome);
  }
};
