import { type Tx } from '@repasse/chassis/postgres/database';
import { type SpanTemplate } from '@repasse/chassis/telemetry/spans';
import { startSpan, untilAllDone } from '@repasse/chassis/telemetry/trace';
import { type AnyEvent } from '@repasse/contracts';
import { openBooks } from '../store/books/books';
import { type BookingDependencies } from './booking';
import { prepareBooking } from './bookings';

/**
 * Books a batch of events of any topics: one statement reads what all of them need, they are decided one after the other
 * in memory, and one statement writes what came of it. A batch that moves nothing costs none.
 */
export const bookEvents =
  (o: BookingDependencies) =>
  async (events: readonly AnyEvent[], tx: Tx): Promise<void> => {
    const bookings = events.flatMap((event) => prepareBooking(event) ?? []);
    if (bookings.length === 0) return;
    const needs = bookings.map((booking) => booking.needs);
    await untilAllDone(spansOf(events), async () => {
      const books = await openBooks(tx, needs, o.ids);
      for (const booking of bookings) booking.book(books, o);
      await books.write();
    });
  };

const bookSpan: SpanTemplate = { kind: 'internal', name: 'book' };

const spansOf = (events: readonly AnyEvent[]) =>
  events.flatMap(({ traceparent }) => startSpan(bookSpan, { traceparent }) ?? []);
