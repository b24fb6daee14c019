import { type EventStore } from '@repasse/chassis/event-store/event-store';
import { createExecutor } from '@repasse/chassis/event-store/execute';
import { type Ids } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';
import { type PayoutState } from '../domain/payout';
import { type LaterPayoutCommand, type PayoutCommand } from '../domain/payout-commands';
import { payoutDueAfter } from '../domain/payout-due-time';
import { payout } from '../domain/payout.decide';
import { type PayoutEvent } from '../domain/payout-events';
import { type Commands, createCommands } from '../../store/commands';
import { payoutEffectsOf } from './payout-effects';
import { toPublicPayout } from '../public/public-payouts';

export interface PayoutStore extends Commands<PayoutCommand, LaterPayoutCommand, PayoutState, PayoutEvent> {
  /** The withdrawal of a provider's reference; null when there is none here. */
  findByProviderReference(provider: string, reference: string): Promise<string | null>;
}

export const createPayoutStore = (o: { db: Database; store: EventStore; ids: Ids }): PayoutStore => {
  const executor = createExecutor<PayoutCommand, PayoutState, PayoutEvent>({
    ...{ store: o.store, decider: payout, toPublic: toPublicPayout, effectsOf: payoutEffectsOf, ids: o.ids },
  });
  const { run, runAll, load, onDue } = createCommands(executor, {
    dueAfter: (state, last) => payoutDueAfter(state, last.at),
    // The only unique key a decision can violate is a provider's reference that belongs to another withdrawal.
    taken: (constraint) => ({
      code: 'payout.reference_taken',
      detail: `The provider names it as another payout (${constraint}).`,
    }),
  });
  return {
    ...{ run, runAll, load, onDue },
    findByProviderReference: async (provider, reference) => {
      const [row] = await o.db.query<{ withdrawalId: string }>(findByReferenceSql, [provider, reference]);
      return row?.withdrawalId ?? null;
    },
  };
};

const findByReferenceSql = `
  select withdrawal_id as "withdrawalId" from payouts where provider = $1 and provider_reference = $2`;
