import { type EffectRows } from '@repasse/chassis/event-store/append';
import { type Change } from '@repasse/chassis/event-store/execute';
import { type KnownPayout, type PayoutState, providerReferenceIn, returnedMinorOf } from '../domain/payout';
import { railOf } from '../domain/rails';
import { payoutDueAfter } from '../domain/payout-due-time';
import { type PayoutEvent } from '../domain/payout-events';

/** The rows apply_effects writes beside the events; names are the columns'. */
export const payoutEffectsOf = ({ before, after, events }: Change<PayoutState, PayoutEvent>): EffectRows => {
  const last = events.at(-1);
  if (after.status === 'absent' || last === undefined) throw new Error('Nothing happened, so nothing is written.');
  const changed = changedRow(after, last.at);
  return before.status === 'absent'
    ? { newPayouts: [newRow(after, changed, events[0]?.at ?? last.at)] }
    : { payouts: [changed] };
};

const changedRow = (state: KnownPayout, at: string) => ({
  withdrawal_id: state.facts.withdrawalId,
  provider_reference: providerReferenceIn(state),
  status: state.status,
  due_at: payoutDueAfter(state, at),
  updated_at: at,
  ...('settledAt' in state ? { settled_at: state.settledAt, returned_minor: returnedMinorOf(state.returned) } : {}),
});

const newRow = ({ facts }: KnownPayout, changed: ReturnType<typeof changedRow>, createdAt: string): object => ({
  ...changed,
  invoice_id: facts.invoiceId,
  user_id: facts.userId,
  provider: facts.provider,
  amount_minor: facts.amountMinor,
  currency: facts.currency,
  rail: railOf(facts),
  payout_minor: facts.payoutMinor ?? null,
  asked_count: 0,
  created_at: createdAt,
});
