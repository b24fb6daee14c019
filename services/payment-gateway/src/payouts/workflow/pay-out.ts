import { assertNever } from '@repasse/chassis/decider';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type KnownPayout } from '../domain/payout';
import { type PayoutProvider } from '../../providers/payout-provider';
import { type CallbackOutcome } from '../../callbacks/workflow/callback-worker';
import {
  followPayout,
  type PayoutStepDeps,
  preparePayout,
  pricePayout,
  releasePayout,
  type Stepped,
} from './payout-steps';

interface PayOutDeps extends PayoutStepDeps {
  /** Undefined where no coins are sent from: payouts wait until they are. */
  readonly provider: PayoutProvider | undefined;
  readonly metrics: Metrics;
}

/**
 * Goes on with a payout as far as it gets; safe to run at any time, and twice at once. Price, prepare, record, release:
 * each step is recorded before the next, so that a process that continues after a crash starts from there. Only the last
 * step moves money, under the recorded reference, however often it is repeated.
 */
export const payOut = async (o: PayOutDeps, withdrawalId: string): Promise<CallbackOutcome> => {
  const loaded = await o.payouts.load(withdrawalId);
  if (loaded.status === 'absent') return 'unknown_payment';
  const { provider } = loaded.facts;
  let isRecorded = false;
  let isPreparedNow = false;
  for (let state: KnownPayout = loaded; ;) {
    const stepped = await step(o, state, isPreparedNow);
    if (stepped === undefined) return isRecorded ? 'recorded' : 'repeated';
    stepsTotal(o.metrics).inc({ provider, outcome: stepped.outcome });
    if ('detail' in stepped) {
      o.log.warn({ withdrawalId, outcome: stepped.outcome, detail: stepped.detail }, 'payout waits');
    }
    if (stepped.state === undefined || stepped.state.status === 'absent') {
      return isRecorded ? 'recorded' : unrecorded(stepped);
    }
    isRecorded = true;
    state = stepped.state;
    if (state.status === 'processing' || state.status === 'failed') return 'recorded';
    isPreparedNow = state.status === 'prepared';
  }
};

export const stepsTotal = (metrics: Metrics) =>
  metrics.counter('repasse_payout_steps_total', 'Steps of payouts, by what came of them.', ['provider', 'outcome']);

/** Undefined when there is nothing left to do. */
const step = async (o: PayOutDeps, state: KnownPayout, isPreparedNow: boolean): Promise<Stepped | undefined> => {
  if (state.status === 'paid') return undefined;
  if (o.provider?.name !== state.facts.provider) {
    return { outcome: 'not_configured', detail: 'Coins are not sent from here.', state: undefined };
  }
  switch (state.status) {
    case 'requested':
      return pricePayout(o, o.provider, state);
    case 'priced':
      return preparePayout(o, o.provider, state);
    case 'prepared':
      return isPreparedNow
        ? releasePayout(o, o.provider, state)
        : followPayout(o, o.provider, state, { mayRelease: true });
    // A released payout that still waits at the provider is released again: a repeat changes nothing.
    case 'processing':
      return followPayout(o, o.provider, state, { mayRelease: true });
    // Asked only when the provider calls back: a payout sent after a reported failure contradicts the records.
    case 'failed':
      return state.prepared === null ? undefined : followPayout(o, o.provider, state.prepared, { mayRelease: false });
    default:
      return assertNever(state);
  }
};

const unrecorded = ({ outcome }: Stepped): CallbackOutcome => (outcome === 'silent' ? 'silent' : 'pending');
