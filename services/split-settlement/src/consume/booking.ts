import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Logger } from '@repasse/chassis/log/logger';
import { type EventData, type EventEnvelope, type EventType } from '@repasse/contracts';
import { type ReleaseSchedule } from '../domain/release';
import { type Books } from '../store/books/books';
import { type Needs } from '../store/books/needs';
import { type CountWithdrawal } from '../workflow/withdrawal-metrics';

export interface BookingDependencies {
  readonly schedule: ReleaseSchedule;
  /** The platform's fee on a payment in coins. */
  readonly coinFeeBps: number;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Logger;
  readonly count: CountWithdrawal;
}

/** How an event of one type is booked. */
export interface Booking<T extends EventType> {
  /** Whether this one moves anything here; each one does where this is left out. */
  readonly concerns?: (data: EventData[T]) => boolean;
  /** The parts of the books that it has to read. */
  readonly needs: (data: EventData[T]) => Needs;
  /**
   * Decides by what was read and by what the events before it have booked. What does not add up throws a LedgerFault, so
   * that its aggregate is parked and the others go on.
   */
  readonly book: (event: EventEnvelope<T>, books: Books, o: BookingDependencies) => void;
}

export type Bookings = { readonly [T in EventType]?: Booking<T> };

export const newTransactionId = ({ ids }: Pick<BookingDependencies, 'ids'>): string => `txn_${ids.ulid()}`;
