import { assertNever } from '@repasse/chassis/decider';
import { type PayoutState, providerReferenceIn } from '../domain/payout';
import { payoutDueAfter } from '../domain/payout-due-time';
import { type PayoutEvent } from '../domain/payout-events';

/** What apply_effects (migration 0009) writes beside the events; names are the columns'. */
export const payoutEffectsOf = (state: PayoutState, events: readonly PayoutEvent[]): object => {
  const last = events.at(-1);
  if (state.status === 'absent' || last === undefined) throw new Error('Nothing happened, so nothing is written.');
  const { facts, status } = state;
  const at = payoutTimeOf(last);
  return {
    payout: {
      invoice_id: facts.invoiceId,
      user_id: facts.userId,
      provider: facts.provider,
      provider_reference: providerReferenceIn(state),
      status,
      amount_minor: facts.amountMinor,
      currency: facts.currency,
      due_at: payoutDueAfter(state, at),
      at,
    },
  };
};

/** When an event was recorded here. */
export const payoutTimeOf = (event: PayoutEvent): string => {
  switch (event.type) {
    case 'PayoutRequested':
      return event.data.requestedAt;
    case 'PayoutPriced':
      return event.data.pricedAt;
    case 'PayoutPrepared':
      return event.data.preparedAt;
    case 'PayoutConfirming':
      return event.data.confirmingAt;
    case 'PayoutSettled':
      return event.data.recordedAt;
    case 'PayoutFailed':
      return event.data.failedAt;
    default:
      return assertNever(event);
  }
};
