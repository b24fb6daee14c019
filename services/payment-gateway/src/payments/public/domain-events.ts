import { type AnyEvent, type EventOfType } from '@repasse/contracts';
import { assertNever } from '@repasse/chassis/decider';
import { type Backward } from '@repasse/chassis/restore/rebuild-streams';
import { type PaymentState } from '../domain/payment';
import { type PaymentEvent } from '../domain/payment-events';
import { type MoneyBackEvent, toDomainMoneyBack } from '../../refunds/public/domain-money-back';
import { declineOf, lostOfOffer, lostOfRequest, offerNamed, offerOf, requestOf } from './domain-facts';

/** An event of this service that is not about a payout. */
export type PublicPaymentEvent = Extract<AnyEvent, { type: `repasse.${'payment' | 'refund' | 'dispute'}.${string}` }>;

/**
 * The opposite of public-events.ts, for a restored database: the domain events that a public one tells of, given the state
 * before it. What is private stays lost and is said.
 */
export const toDomain = (event: PublicPaymentEvent, before: PaymentState): Backward<PaymentEvent> => {
  const { time: at } = event;
  switch (event.type) {
    case 'repasse.payment.requested.v1':
      return { events: [{ type: 'PaymentRequested', at, data: requestOf(event) }], lost: lostOfRequest(event.data) };
    case 'repasse.payment.offered.v1': {
      const offer = offerOf(event.data);
      return { events: [{ type: 'PaymentOffered', at, data: { offer } }], lost: lostOfOffer(offer) };
    }
    case 'repasse.payment.confirming.v1': {
      const { providerReference } = event.data;
      const offer = providerReference === null ? null : offerNamed(providerReference, before, event.data);
      return { events: [{ type: 'PaymentConfirming', at, data: { offer } }] };
    }
    case 'repasse.payment.partially_received.v1': {
      const { receivedTotalMinor, receivedPayAmount } = event.data;
      const partial = { receivedTotalMinor, receivedPayAmount };
      return {
        events: [...offeredLate(event, before), { type: 'PaymentPartiallyReceived', at, data: { partial } }],
      };
    }
    case 'repasse.payment.reopened.v1': {
      const { declineCode } = event.data;
      return {
        events: [{ type: 'PaymentReopened', at, data: { offer: offerNamed(null, before, event.data), declineCode } }],
      };
    }
    case 'repasse.payment.received.v1': {
      const { providerReference, amountMinor, receivedAt, isPartAccepted } = event.data;
      const receipt = { providerReference, amountMinor, receivedAt };
      const accepted = isPartAccepted === undefined ? {} : { isPartAccepted };
      return { events: [{ type: 'PaymentReceived', at, data: { receipt, ...accepted } }] };
    }
    case 'repasse.payment.expired.v1':
      return { events: [{ type: 'PaymentExpired', at, data: {} }] };
    case 'repasse.payment.canceled.v1':
      return { events: [{ type: 'PaymentCanceled', at, data: { reason: event.data.reason } }] };
    case 'repasse.payment.failed.v1': {
      const data = { reason: event.data.reason, detail: '', decline: declineOf(event.data), offer: null };
      return { events: [{ type: 'PaymentFailed', at, data }] };
    }
    case 'repasse.payment.outcome_unknown.v1':
      return { events: [{ type: 'PaymentOutcomeUnknown', at, data: {} }] };
    default:
      return isMoneyBack(event) ? toDomainMoneyBack(event, before) : assertNever(event);
  }
};

/** The provider's answer came after a first deposit, and was not published. */
const offeredLate = (
  { time: at, data }: EventOfType<'repasse.payment.partially_received.v1'>,
  before: PaymentState,
): readonly PaymentEvent[] =>
  before.status === 'partially_received' && before.offer === null && data.providerReference !== null
    ? [{ type: 'PaymentOfferedLate', at, data: { offer: offerNamed(data.providerReference, before, data) } }]
    : [];

const isMoneyBack = (event: PublicPaymentEvent): event is MoneyBackEvent => !event.type.startsWith('repasse.payment.');
