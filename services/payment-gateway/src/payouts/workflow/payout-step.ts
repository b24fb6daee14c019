import { toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type PayoutRequest } from '../../providers/payout-provider';
import { type PayoutState, type PreparedPayout } from '../domain/payout';
import { type LaterPayoutCommand } from '../domain/payout-commands';
import { type Receiver } from '../domain/receiver';
import { type PayoutStore } from '../store/payout-store';

export interface PayoutStepDeps extends Pick<ServiceParts, 'clock' | 'log'> {
  readonly payouts: PayoutStore;
}

export type In<Status extends PayoutState['status']> = Extract<PayoutState, { status: Status }>;

/** The result of one step, and the recorded state; undefined when nothing was recorded. */
export interface Stepped {
  readonly outcome: string;
  readonly state: PayoutState | undefined;
  readonly detail?: string | undefined;
  /** Who is paid, where this step has read it. */
  readonly receiver?: Receiver | undefined;
}

export const requestOf = (
  { facts, terms, price }: Pick<PreparedPayout, 'facts' | 'terms' | 'price'>,
  receiver?: Receiver,
): PayoutRequest => ({
  payoutId: facts.withdrawalId,
  payCurrency: terms.payCurrency,
  payAddress: terms.payAddress,
  memo: terms.memo,
  payAmount: price.payAmount,
  receiver,
});

export const confirm = (o: PayoutStepDeps, { facts, reference }: PreparedPayout, outcome: string): Promise<Stepped> => {
  const { providerReference } = reference;
  const data = { providerReference, now: toIso(o.clock.now()) };
  return record(o, facts.withdrawalId, outcome, { type: 'ConfirmPayout', data });
};

export const refuse = (o: PayoutStepDeps, withdrawalId: string, failure: string): Promise<Stepped> =>
  record(o, withdrawalId, 'refused', { type: 'RefusePayout', data: { failure, now: toIso(o.clock.now()) } });

/** An answer that contradicts the records is for an operator; a retry would not change it. */
export const record = async (
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
