import { assertNever, reject } from '@repasse/chassis/decider';
import { type Decision, notFound } from './decision';
import { isAwaitingPayer, type PaymentState } from './payment';
import { type PresentCard } from './payment-commands';

/**
 * A card is sent to the acquirer once, so a payment takes one card. Whoever comes second, at the same moment or while the
 * answer is awaited, is told that one is under way.
 */
export const presentCard = ({ card, installments, now }: PresentCard['data'], state: PaymentState): Decision => {
  switch (state.status) {
    case 'requested':
      if (!isAwaitingPayer(state)) return inProgress();
      if (state.cancelRequest !== null) return closed('is being taken back');
      if (Date.parse(now) >= Date.parse(state.terms.expiresAt)) return closed(`expired at ${state.terms.expiresAt}`);
      return [{ type: 'CardPresented', data: { ...state.facts, installments, card, presentedAt: now } }];
    case 'unknown':
    case 'offered':
    case 'confirming':
    case 'partially_received':
      return inProgress();
    case 'received':
    case 'expired':
    case 'canceled':
    case 'failed':
      return closed(`is ${state.status}`);
    case 'absent':
      return notFound();
    default:
      return assertNever(state);
  }
};

const inProgress = (): Decision => reject('payment.card_in_progress', 'A card was sent for it already.');

const closed = (why: string): Decision => reject('payment.closed', `No card can be sent for it: it ${why}.`);
