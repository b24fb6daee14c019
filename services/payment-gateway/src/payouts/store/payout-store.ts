import { type EventStore } from '@repasse/chassis/event-store/event-store';
import { createExecutor } from '@repasse/chassis/event-store/execute';
import { type Ids } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';
import { type PayoutState } from '../domain/payout';
import { type Rail } from '../domain/rails';
import { type LaterPayoutCommand, type PayoutCommand } from '../domain/payout-commands';
import { payoutDueAfter } from '../domain/payout-due-time';
import { payout } from '../domain/payout.decide';
import { type PayoutEvent } from '../domain/payout-events';
import { createCommands } from '../../store/commands';
import { payoutEffectsOf } from './payout-effects';
import { toPublicPayout } from '../public/public-payouts';

/** About a kilobyte each. */
const rememberedMax = 2_000;

export type PayoutStore = ReturnType<typeof createPayoutStore>;

export const createPayoutStore = (o: { db: Database; store: EventStore; ids: Ids }) => {
  const executor = createExecutor<PayoutCommand, PayoutState, PayoutEvent>({
    ...{ store: o.store, decider: payout, toPublic: toPublicPayout, effectsOf: payoutEffectsOf, ids: o.ids },
    // Each step follows the one before at once, mostly in this process.
    rememberedMax,
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
    /** As this process saw it last: it may be behind, and a decision checks that. */
    recall: async (withdrawalId: string): Promise<PayoutState> => (await executor.recall(withdrawalId)).state,
    /** All that has still to leave by a rail, in minor units. */
    dueMinor: async (rail: Rail): Promise<number> => {
      const [row] = await o.db.query<{ dueMinor: number }>(dueSql, [rail]);
      return row?.dueMinor ?? 0;
    },
    /** The withdrawal of a provider's reference; null when there is none here. */
    findByProviderReference: async (provider: string, reference: string): Promise<string | null> => {
      const [row] = await o.db.query<{ withdrawalId: string }>(findByReferenceSql, [provider, reference]);
      return row?.withdrawalId ?? null;
    },
  };
};

const findByReferenceSql = `
  select withdrawal_id as "withdrawalId" from payouts where provider = $1 and provider_reference = $2`;

const dueSql = `
  select coalesce(sum(coalesce(payout_minor, amount_minor)), 0)::float8 as "dueMinor"
  from payouts where rail = $1 and status in ('requested', 'priced', 'prepared')`;
