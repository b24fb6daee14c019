import { type AnyEvent, type EventEnvelope, type EventType } from '@repasse/contracts';
import { type Books } from '../store/books/books';
import { type Needs } from '../store/books/needs';
import { receivedCoins, refundedCoins } from './book-coins';
import { lostDispute, openedDispute, wonDispute } from './book-disputes';
import { paidCharge } from './book-paid-charges';
import { failedPayout, requestedPayout, returnedPayout, settledPayout } from './book-payouts';
import { receivedSurplus, refundedSurplus, resolvedSurplus } from './book-surplus';
import { type Booking, type BookingDependencies, type Bookings } from './booking';
import { recordOf } from './event-record';
import { refundedCharge } from './reverse-refund';

/** Every type of event that moves money here. Nothing else that happens elsewhere does. */
const bookings: Bookings = {
  'repasse.charge.paid.v1': paidCharge,
  'repasse.charge.refunded.v1': refundedCharge,
  'repasse.charge.surplus_received.v1': receivedSurplus,
  'repasse.charge.surplus_resolved.v1': resolvedSurplus,
  'repasse.charge.surplus_refunded.v1': refundedSurplus,
  'repasse.payment.received.v1': receivedCoins,
  'repasse.refund.settled.v1': refundedCoins,
  'repasse.dispute.opened.v1': openedDispute,
  'repasse.dispute.won.v1': wonDispute,
  'repasse.dispute.lost.v1': lostDispute,
  'repasse.payout.requested.v1': requestedPayout,
  'repasse.payout.settled.v1': settledPayout,
  'repasse.payout.failed.v1': failedPayout,
  'repasse.payout.returned.v1': returnedPayout,
};

/** The types with an effect here; a batch without any of them costs nothing. */
export const bookedTypes = Object.keys(bookings) as EventType[];

export interface PreparedBooking {
  readonly needs: Needs;
  readonly book: (books: Books, o: BookingDependencies) => void;
}

/** True when the event moves money. */
export const isBooked = (event: AnyEvent): boolean => bookingOf(event) !== undefined;

/** How the event is booked; undefined when it moves nothing. */
export const prepareBooking = <T extends EventType>(event: EventEnvelope<T>): PreparedBooking | undefined => {
  const booking = bookingOf(event);
  if (booking === undefined) return undefined;
  return {
    needs: booking.needs(event.data),
    book: (books, o) => {
      books.accounts.bookFrom(recordOf(event as AnyEvent));
      booking.book(event, books, o);
    },
  };
};

const bookingOf = <T extends EventType>({ type, data }: EventEnvelope<T>): Booking<T> | undefined => {
  const booking: Booking<T> | undefined = bookings[type];
  return booking?.concerns?.(data) === false ? undefined : booking;
};
