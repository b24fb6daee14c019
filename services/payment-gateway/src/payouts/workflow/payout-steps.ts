import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type PayoutProvider } from '../../providers/payout-provider';
import { type PayoutReturn, type PreparedPayout } from '../domain/payout';
import { type Receiver } from '../domain/receiver';
import { confirm, type In, type PayoutStepDeps, record, refuse, requestOf, type Stepped } from './payout-step';

/** Has the provider hold it ready, and records under which name. */
export const preparePayout = async (
  o: PayoutStepDeps,
  provider: PayoutProvider,
  state: In<'priced'>,
): Promise<Stepped> => {
  const { withdrawalId } = state.facts;
  const preparation = await provider.prepare(requestOf(state));
  switch (preparation.outcome) {
    case 'prepared': {
      const { outcome, reference } = preparation;
      return record(o, withdrawalId, outcome, {
        type: 'PreparePayout',
        data: { reference, now: toIso(o.clock.now()) },
      });
    }
    case 'refused':
      return refuse(o, withdrawalId, preparation.detail);
    case 'unfunded':
    case 'unavailable':
    case 'unknown':
      return { ...preparation, state: undefined };
    default:
      return assertNever(preparation);
  }
};

/** Releases the recorded payout, and no other. */
export const releasePayout = async (
  o: PayoutStepDeps,
  provider: PayoutProvider,
  prepared: PreparedPayout,
  { receiver, isFirst }: { readonly receiver?: Receiver | undefined; readonly isFirst: boolean },
): Promise<Stepped> => {
  const release = await provider.release(requestOf(prepared, receiver), prepared.reference);
  if (release.outcome === 'released') return confirm(o, prepared, release.outcome);
  if (release.outcome === 'rejected' && (isFirst || isLongPrepared(o, prepared))) {
    const { providerReference } = prepared.reference;
    const data = { providerReference, failure: release.detail, now: toIso(o.clock.now()) };
    return record(o, prepared.facts.withdrawalId, 'rejected', { type: 'FailPayout', data });
  }
  return { outcome: `release_${release.outcome}`, detail: release.detail, state: undefined };
};

/**
 * An earlier request whose answer was lost may still be on its way when a repeat is refused. Pauses double, so two minutes
 * after the first request the one before is a minute old, and the refusal of a repeat stands.
 */
const refusalStandsAfterMs = 120_000;

const isLongPrepared = ({ clock }: PayoutStepDeps, { preparedAt }: PreparedPayout): boolean =>
  clock.now().getTime() - Date.parse(preparedAt) >= refusalStandsAfterMs;

interface FollowOptions {
  readonly mayRelease: boolean;
  readonly receiverOf: (withdrawalId: string) => Promise<Receiver | undefined>;
}

/** Reads its state. A payout that still waits for its release is released, unless a failure was recorded. */
export const followPayout = async (
  o: PayoutStepDeps,
  provider: PayoutProvider,
  prepared: PreparedPayout,
  { mayRelease, receiverOf }: FollowOptions,
): Promise<Stepped> => {
  const { withdrawalId } = prepared.facts;
  const { providerReference } = prepared.reference;
  const now = toIso(o.clock.now());
  const found = await provider.inspect(requestOf(prepared), prepared.reference);
  switch (found.outcome) {
    case 'held':
      if (!mayRelease) return { outcome: found.outcome, state: undefined };
      return releasePayout(o, provider, prepared, { receiver: await receiverOf(withdrawalId), isFirst: false });
    case 'sending':
      return confirm(o, prepared, found.outcome);
    case 'settled': {
      const { outcome, transactionHash, endToEndId, returns = [] } = found;
      const settledAt = found.settledAt ?? now;
      const data = { providerReference, transactionHash, settledAt, endToEndId, now };
      const settled = await record(o, withdrawalId, outcome, { type: 'SettlePayout', data });
      return returns.length === 0 ? settled : recordReturns(o, prepared, { settled, returns });
    }
    case 'failed': {
      const data = { providerReference, failure: found.detail, now };
      return record(o, withdrawalId, found.outcome, { type: 'FailPayout', data });
    }
    case 'silent':
      return { ...found, state: undefined };
    default:
      return assertNever(found);
  }
};

/** Each transfer that brought money back, once; those known before change nothing. */
const recordReturns = async (
  o: PayoutStepDeps,
  { facts, reference }: PreparedPayout,
  { settled, returns }: { readonly settled: Stepped; readonly returns: readonly PayoutReturn[] },
): Promise<Stepped> => {
  let last = settled;
  for (const part of returns) {
    const data = { ...part, providerReference: reference.providerReference, now: toIso(o.clock.now()) };
    const returned = await record(o, facts.withdrawalId, 'returned', { type: 'ReturnPayout', data });
    if (returned.state !== undefined) last = returned;
  }
  return last;
};
