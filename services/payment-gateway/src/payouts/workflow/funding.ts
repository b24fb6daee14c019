import { toIso } from '@repasse/chassis/clock';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type Ledger } from '../../clients/split-settlement';
import { type BalanceAnswer, type PayoutProvider } from '../../providers/payout-provider';

export type FundingCheck =
  | { readonly outcome: 'funded' }
  /** The account holds less than all that is due: nothing more leaves until somebody fills it. */
  | { readonly outcome: 'unfunded'; readonly detail: string }
  | { readonly outcome: 'balance_unavailable'; readonly detail: string };

/** In minor units of BRL. */
export interface FundingState {
  readonly balanceMinor: number;
  /** Of all payouts that have not left yet, and of what a run that has begun will still ask for. */
  readonly dueMinor: number;
  /** What the next run is expected to pay. */
  readonly expectedMinor: number;
  readonly nextRunAt: string | null;
  /** For all of it. */
  readonly missingMinor: number;
  readonly asOf: string;
}

export type FundingRead = FundingState | { readonly detail: string };
export type Funding = ReturnType<typeof createFunding>;

interface FundingDeps extends Pick<ServiceParts, 'clock' | 'log' | 'metrics'> {
  readonly provider: Pick<PayoutProvider, 'balance' | 'name' | 'rail'>;
  readonly dueMinor: () => Promise<number>;
  readonly tell: Ledger['tellFunding'];
}

/** Payouts begin some at a time, and what one has sent is soon not due any more. */
const keptMs = 2_000;

/** Whether the account at the bank covers what is due, runs of scheduled payouts included; one look is enough for all that begins within a moment. */
export const createFunding = (o: FundingDeps) => {
  const missing = fundingMissing(o);
  let looking: { readonly untilMs: number; readonly read: Promise<FundingRead> } | undefined;

  const look = async (): Promise<FundingRead> => {
    // Read in this order, a payout that leaves meanwhile is counted twice and never not at all.
    const dueMinor = await o.dueMinor();
    const answer: BalanceAnswer = (await o.provider.balance?.()) ?? { outcome: 'told', balanceMinor: dueMinor };
    if (answer.outcome === 'unavailable') return { detail: answer.detail };
    const state = await withRuns(o, { balanceMinor: answer.balanceMinor, dueMinor });
    missing.set({ provider: o.provider.name }, state.missingMinor);
    if (state.missingMinor > 0) o.log.warn({ ...state }, 'account for payouts holds too little');
    return { ...state, asOf: toIso(o.clock.now()) };
  };
  const read = (): Promise<FundingRead> => {
    const nowMs = o.clock.now().getTime();
    if (looking === undefined || nowMs >= looking.untilMs) looking = { untilMs: nowMs + keptMs, read: look() };
    return looking.read;
  };
  return {
    /** Asks the bank now. */
    now: look,
    check: async (): Promise<FundingCheck> => {
      const found = await read();
      if ('detail' in found) return { outcome: 'balance_unavailable', detail: found.detail };
      // Nothing waits for a run that is still to come.
      const missingMinor = found.dueMinor - found.balanceMinor;
      if (missingMinor <= 0) return { outcome: 'funded' };
      // The next try looks again: somebody may have filled the account.
      looking = undefined;
      return { outcome: 'unfunded', detail: `${missingMinor} minor units are missing.` };
    },
  };
};

/** The ledger may be away: payouts it has passed on are counted here, and leave without it. */
const withRuns = async (
  { provider, tell, log }: FundingDeps,
  own: Pick<FundingState, 'balanceMinor' | 'dueMinor'>,
): Promise<Omit<FundingState, 'asOf'>> => {
  const runs = await tell({ rail: provider.rail, ...own });
  if (runs === undefined) log.warn({}, 'ledger does not say what scheduled payouts need');
  const { runningMinor, expectedMinor, nextRunAt } = runs ?? { runningMinor: 0, expectedMinor: 0, nextRunAt: null };
  const dueMinor = own.dueMinor + runningMinor;
  const missingMinor = Math.max(0, dueMinor + expectedMinor - own.balanceMinor);
  return { balanceMinor: own.balanceMinor, dueMinor, expectedMinor, nextRunAt, missingMinor };
};

/** It is 0 where nothing is sent by PIX, so that its alarm can tell that from silence. */
export const fundingMissing = ({
  metrics,
  provider,
}: Pick<FundingDeps, 'metrics'> & { readonly provider: { readonly name: string } }) => {
  const gauge = metrics.gauge(
    'repasse_payout_funding_missing_minor',
    'What the account lacks of all payouts that are due and of the next run, in minor units of BRL.',
    ['provider'],
  );
  gauge.set({ provider: provider.name }, 0);
  return gauge;
};
