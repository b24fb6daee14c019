import { assertNever } from '@repasse/chassis/decider';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type PayoutProvider } from '../../providers/payout-provider';
import { type KnownPayout, mayComeBack } from '../domain/payout';
import { railOf, rails } from '../domain/rails';
import { type Receiver } from '../domain/receiver';
import { type CallbackOutcome } from '../../callbacks/workflow/callback-worker';
import { type PayoutStepDeps, type Stepped } from './payout-step';
import { followPayout, preparePayout, releasePayout } from './payout-steps';
import { type PricePayout } from './price-payout';

/** How money leaves by one rail. */
export interface PayoutWay {
  readonly provider: PayoutProvider;
  readonly price: PricePayout;
}

interface PayOutDeps extends PayoutStepDeps {
  /** By the provider's name. Payouts of another wait until it is set up. */
  readonly ways: ReadonlyMap<string, PayoutWay>;
  readonly receiverOf: (withdrawalId: string) => Promise<Receiver | undefined>;
  readonly metrics: Metrics;
}

/**
 * Goes on with a payout as far as it gets; safe to run at any time, and twice at once. Price, prepare, record, release:
 * each step is recorded before the next, so that a process that continues after a crash starts from there. Only the last
 * step moves money, under the recorded reference, however often it is repeated.
 */
export const payOut = async (o: PayOutDeps, withdrawalId: string): Promise<CallbackOutcome> => {
  const loaded = await o.payouts.recall(withdrawalId);
  if (loaded.status === 'absent') return 'unknown_payment';
  const { provider } = loaded.facts;
  let isRecorded = false;
  let now: PreparedNow = { isPrepared: false };
  for (let state: KnownPayout = loaded; ;) {
    const stepped = await step(o, state, now);
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
    if (hasLeft(state)) return 'recorded';
    now = { isPrepared: state.status === 'prepared', receiver: stepped.receiver };
  }
};

/** What this run has just recorded, so that it need not be asked for or read. */
interface PreparedNow {
  readonly isPrepared: boolean;
  readonly receiver?: Receiver | undefined;
}

const hasLeft = ({ status }: KnownPayout): boolean =>
  status === 'processing' || status === 'failed' || status === 'paid' || status === 'returned';

export const stepsTotal = (metrics: Metrics) =>
  metrics.counter('repasse_payout_steps_total', 'Steps of payouts, by what came of them.', ['provider', 'outcome']);

/** Undefined when there is nothing left to do. */
const step = async (o: PayOutDeps, state: KnownPayout, now: PreparedNow): Promise<Stepped | undefined> => {
  if (state.status === 'returned' || (state.status === 'paid' && !mayComeBack(state))) return undefined;
  const way = o.ways.get(state.facts.provider);
  if (way === undefined) {
    return { outcome: 'not_configured', detail: 'Nothing is sent by this rail from here.', state: undefined };
  }
  const { provider } = way;
  const { receiverOf } = o;
  switch (state.status) {
    case 'requested':
      return way.price(o, state);
    case 'priced':
      return preparePayout(o, provider, state);
    case 'prepared':
      return now.isPrepared
        ? releasePayout(o, provider, state, { receiver: now.receiver, isFirst: true })
        : followPayout(o, provider, state, { mayRelease: true, receiverOf });
    // A released payout that still waits there is released again: a repeat changes nothing. One that the bank has taken on
    // under our name is there, whatever it shows.
    case 'processing':
      return followPayout(o, provider, state, { mayRelease: !rails[railOf(state.facts)].isNamedByUs, receiverOf });
    // Asked by due time for some days, and when the bank calls back: its money may come back.
    case 'paid':
      return followPayout(o, provider, state, { mayRelease: false, receiverOf });
    // Asked only when the provider calls back: a payout sent after a reported failure contradicts the records.
    case 'failed':
      return state.prepared === null
        ? undefined
        : followPayout(o, provider, state.prepared, { mayRelease: false, receiverOf });
    default:
      return assertNever(state);
  }
};

const unrecorded = ({ outcome }: Stepped): CallbackOutcome => (outcome === 'silent' ? 'silent' : 'pending');
