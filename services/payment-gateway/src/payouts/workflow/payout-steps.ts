import { toIso } from '@repasse/chassis/clock';
import { assertNever, isRejection } from '@repasse/chassis/decider';
import { formatAmount } from '@repasse/values/money';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { cutCoins, isNoCoins } from '../../crypto/domain/coin-amount';
import { type PayoutState, type PreparedPayout } from '../domain/payout';
import { type LaterPayoutCommand } from '../domain/payout-commands';
import { type PayoutQuoter } from '../../fx/rates/quote';
import { type PayoutProvider, type PayoutRequest } from '../../providers/payout-provider';
import { type PayoutStore } from '../store/payout-store';

export interface PayoutStepDeps extends Pick<ServiceParts, 'clock' | 'log'> {
  readonly payouts: PayoutStore;
  readonly quoteFor: PayoutQuoter;
}

type In<Status extends PayoutState['status']> = Extract<PayoutState, { status: Status }>;

/** The result of one step, and the recorded state; undefined when nothing was recorded. */
export interface Stepped {
  readonly outcome: string;
  readonly state: PayoutState | undefined;
  readonly detail?: string | undefined;
}

/** Decides the amount of coins, once. Without rates nothing is decided, and a later try does. */
export const pricePayout = async (
  o: PayoutStepDeps,
  provider: PayoutProvider,
  { facts, terms }: In<'requested'>,
): Promise<Stepped> => {
  const quoting = await o.quoteFor(facts.amountMinor);
  if (quoting.outcome === 'unavailable') return { outcome: 'rates_unavailable', state: undefined };
  if (quoting.outcome === 'out_of_range') return refuse(o, facts.withdrawalId, 'The amount cannot be priced.');

  const { priceAmountMinor, priceCurrency } = quoting.quote;
  const amount = formatAmount(priceAmountMinor, priceCurrency);
  const estimate = await provider.estimate({ amount, currency: priceCurrency }, terms.payCurrency);
  if (estimate.outcome === 'unavailable') return { ...estimate, state: undefined };
  if (estimate.outcome === 'refused') return refuse(o, facts.withdrawalId, estimate.detail);

  const payAmount = cutCoins(estimate.payAmount);
  if (isNoCoins(payAmount)) return refuse(o, facts.withdrawalId, 'In the coin the amount is nothing.');
  const price = { ...quoting.quote, payAmount };
  return record(o, facts.withdrawalId, 'priced', { type: 'PricePayout', data: { price, now: toIso(o.clock.now()) } });
};

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
): Promise<Stepped> => {
  const release = await provider.release(requestOf(prepared), prepared.reference);
  return release.outcome === 'released'
    ? confirm(o, prepared, release.outcome)
    : { outcome: `release_${release.outcome}`, detail: release.detail, state: undefined };
};

/** Reads its state. A payout that still waits for its release is released, unless a failure was recorded. */
export const followPayout = async (
  o: PayoutStepDeps,
  provider: PayoutProvider,
  prepared: PreparedPayout,
  { mayRelease }: { mayRelease: boolean },
): Promise<Stepped> => {
  const { withdrawalId } = prepared.facts;
  const { providerReference } = prepared.reference;
  const now = toIso(o.clock.now());
  const found = await provider.inspect(requestOf(prepared), prepared.reference);
  switch (found.outcome) {
    case 'held':
      return mayRelease ? releasePayout(o, provider, prepared) : { outcome: found.outcome, state: undefined };
    case 'sending':
      return confirm(o, prepared, found.outcome);
    case 'settled': {
      const { outcome, transactionHash } = found;
      const settledAt = found.settledAt ?? now;
      const data = { providerReference, transactionHash, settledAt, now };
      return record(o, withdrawalId, outcome, { type: 'SettlePayout', data });
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

const requestOf = ({ facts, terms, price }: Omit<PreparedPayout, 'reference'>): PayoutRequest => ({
  payoutId: facts.withdrawalId,
  payCurrency: terms.payCurrency,
  payAddress: terms.payAddress,
  memo: terms.memo,
  payAmount: price.payAmount,
});

const confirm = (o: PayoutStepDeps, { facts, reference }: PreparedPayout, outcome: string): Promise<Stepped> => {
  const { providerReference } = reference;
  const data = { providerReference, now: toIso(o.clock.now()) };
  return record(o, facts.withdrawalId, outcome, { type: 'ConfirmPayout', data });
};

const refuse = (o: PayoutStepDeps, withdrawalId: string, failure: string): Promise<Stepped> =>
  record(o, withdrawalId, 'refused', { type: 'RefusePayout', data: { failure, now: toIso(o.clock.now()) } });

/** An answer that contradicts the records is for an operator; a retry would not change it. */
const record = async (
  o: PayoutStepDeps,
  withdrawalId: string,
  outcome: string,
  command: LaterPayoutCommand,
): Promise<Stepped> => {
  const decided = await o.payouts.run(withdrawalId, command);
  if (isRejection(decided)) {
    const { code, detail } = decided;
    o.log.error({ withdrawalId, command: command.type, code, detail }, 'what was said of a payout was not recorded');
    return { outcome: 'contradicted', state: undefined };
  }
  return { outcome, state: decided.events.length === 0 ? undefined : decided.state };
};
