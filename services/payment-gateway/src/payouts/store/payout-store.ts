import { type EventStore } from '@repasse/chassis/event-store/event-store';
import { createExecutor } from '@repasse/chassis/event-store/execute';
import { type Ids } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';
import { type PayoutState } from '../domain/payout';
import { type LaterPayoutCommand, type PayoutCommand } from '../domain/payout-commands';
import { payoutDueAfter } from '../domain/payout-due-time';
import { payout } from '../domain/payout.decide';
import { type PayoutEvent } from '../domain/payout-events';
import { createCommands } from '../../store/commands';
import { payoutEffectsOf } from './payout-effects';
import { toPublicPayout } from '../public/public-payouts';

export type PayoutStore = ReturnType<typeof createPayoutStore>;

export const createPayoutStore = (o: { db: Database; store: EventStore; ids: Ids }) => {
  const executor = createExecutor<PayoutCommand, PayoutState, PayoutEvent>({
    ...{ store: o.store, decider: payout, toPublic: toPublicPayout, effectsOf: payoutEffectsOf, ids: o.ids },
  });
  const commands = createCommands<PayoutCommand, LaterPayoutCommand, PayoutState, PayoutEvent>(executor, {
    dueAfter: (state, last) => payoutDueAfter(state, last.at),
    // The only unique key a decision can violate is a provider's reference that belongs to another withdrawal.
    taken: (constraint) => ({
      code: 'payout.reference_taken',
      detail: `The provider names it as another payout (${constraint}).`,
    }),
  });
  return {
    ...commands,
    /** The withdrawal of a provider's reference; null when there is none here. */
    findByProviderReference: async (provider: string, reference: string): Promise<string | null> => {
      const [row] = await o.db.query<{ withdrawalId: string }>(findByReferenceSql, [provider, reference]);
      return row?.withdrawalId ?? null;
    },
  };
};

const findByReferenceSql = `
  select withdrawal_id as "withdrawalId" from payouts where provider = $1 and provider_reference = $2`;
