import { type Consumption } from '@repasse/chassis/consumer/consumer';
import { topicOf, type AnyEvent } from '@repasse/contracts';
import { followRefunds, isOfReservation, reservationTypes } from '../store/refund-reservations';
import { bookEvents } from './book-events';
import { type BookingDependencies } from './booking';
import { bookedTypes, isBooked } from './bookings';

/** All topics with events that move money here. */
export const bookedTopics = [...new Set(bookedTypes.map(topicOf))];

/**
 * Nearly all received payments are of charges, whose own events are booked. A payment in coins took minutes to be
 * confirmed, and its booking may take two seconds more.
 */
const urgentTypes = bookedTypes.filter((type) => type !== 'repasse.payment.received.v1');

/** Events in, postings out. */
export const consumeBookings = (
  booking: BookingDependencies,
  afterCommit: (events: readonly AnyEvent[]) => void,
  topics: readonly string[] = bookedTopics,
): Consumption => {
  const book = bookEvents(booking);
  return {
    topics,
    types: [...bookedTypes, ...reservationTypes],
    urgentTypes,
    hasEffect: (event) => isBooked(event) || isOfReservation(event),
    // The order of a charge's events is the order of its money.
    onPoison: 'park',
    handle: async (events, tx) => {
      // First, since it takes the ledger's lock: whoever reserves holds it before touching the same rows.
      await book(events, tx);
      await followRefunds(tx, events);
    },
    afterCommit,
  };
};
