import { toIso } from '@repasse/chassis/clock';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type BalanceAnswer, type PayoutProvider } from '../../providers/payout-provider';

export type FundingCheck =
  | { readonly outcome: 'funded' }
  /** The account holds less than all that is due: nothing more leaves until somebody fills it. */
  | { readonly outcome: 'unfunded'; readonly detail: string }
  | { readonly outcome: 'balance_unavailable'; readonly detail: string };

/** In minor units of BRL. */
export interface FundingState {
  readonly balanceMinor: number;
  /** Of all payouts that have not left yet. */
  readonly dueMinor: number;
  readonly missingMinor: number;
  readonly asOf: string;
}

export type FundingRead = FundingState | { readonly detail: string };
export type Funding = ReturnType<typeof createFunding>;

interface FundingDeps extends Pick<ServiceParts, 'clock' | 'log' | 'metrics'> {
  readonly provider: Pick<PayoutProvider, 'balance' | 'name'>;
  readonly dueMinor: () => Promise<number>;
}

/** Payouts begin some at a time, and what one has sent is soon not due any more. */
const keptMs = 2_000;

/** Whether the account at the bank covers what is due; one look is enough for all that begins within a moment. */
export const createFunding = (o: FundingDeps) => {
  const missing = fundingMissing(o);
  let looking: { readonly untilMs: number; readonly read: Promise<FundingRead> } | undefined;

  const look = async (): Promise<FundingRead> => {
    // Read in this order, a payout that leaves meanwhile is counted twice and never not at all.
    const dueMinor = await o.dueMinor();
    const answer: BalanceAnswer = (await o.provider.balance?.()) ?? { outcome: 'told', balanceMinor: dueMinor };
    if (answer.outcome === 'unavailable') return { detail: answer.detail };
    const { balanceMinor } = answer;
    const missingMinor = Math.max(0, dueMinor - balanceMinor);
    missing.set({ provider: o.provider.name }, missingMinor);
    const asOf = toIso(o.clock.now());
    if (missingMinor > 0) o.log.warn({ balanceMinor, dueMinor, missingMinor }, 'account for payouts holds too little');
    return { balanceMinor, dueMinor, missingMinor, asOf };
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
      if (found.missingMinor === 0) return { outcome: 'funded' };
      // The next try looks again: somebody may have filled the account.
      looking = undefined;
      return { outcome: 'unfunded', detail: `${found.missingMinor} minor units are missing.` };
    },
  };
};

/** It is 0 where nothing is sent by PIX, so that its alarm can tell that from silence. */
export const fundingMissing = ({
  metrics,
  provider,
}: Pick<FundingDeps, 'metrics'> & { readonly provider: { readonly name: string } }) => {
  const gauge = metrics.gauge(
    'repasse_payout_funding_missing_minor',
    'What the account lacks of all payouts that are due, in minor units of BRL.',
    ['provider'],
  );
  gauge.set({ provider: provider.name }, 0);
  return gauge;
};
