import { topicOf, type AnyEvent, type EventType } from '@repasse/contracts';
import { announcedTypes, announcementsOf } from '../domain/announcements/all';
import { hasFacts } from './charge-facts';

/** That of identity has a consumption of its own: see consume-identity.ts. */
export const consumedTopics = [
  'charge.events.v1',
  'payment.events.v1',
  'settlement.events.v1',
  'withdrawal.events.v1',
  'payout.events.v1',
] as const;

/** A merchant's system has just caused them, or a message that says more follows: they may come a second late. */
const patientTypes: ReadonlySet<EventType> = new Set<EventType>([
  'repasse.charge.created.v1',
  'repasse.attempt.offered.v1',
  'repasse.split.settled.v1',
  'repasse.funds.released.v1',
  'repasse.share.held.v1',
  // Nearly all of these are of payments for charges, whose own events are announced.
  'repasse.payment.confirming.v1',
  'repasse.payment.received.v1',
  'repasse.payment.expired.v1',
  'repasse.payment.canceled.v1',
]);

/** Nobody is told of them, but they have the numbers of invoices. */
const factTypes: readonly EventType[] = ['repasse.payment.requested.v1', 'repasse.payout.requested.v1'];

const consumedAnnounced = announcedTypes.filter((type) => consumedTopics.some((topic) => topic === topicOf(type)));

export const consumedTypes: readonly EventType[] = [...consumedAnnounced, ...factTypes];

/** The types a merchant waits for. */
export const urgentTypes: readonly EventType[] = consumedAnnounced.filter((type) => !patientTypes.has(type));

export const hasEffect = (event: AnyEvent): boolean => announcementsOf(event).length > 0 || hasFacts(event);
