import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Logger } from '@repasse/chassis/log/logger';
import { enqueue } from '@repasse/chassis/outbox/outbox';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent, type EventEnvelope } from '@repasse/contracts';
import { bookChargePaid, type PaidCharge } from '../domain/booking';
import { type ReleaseSchedule } from '../domain/release';
import { bookSettlements, type NewSettlement } from '../store/book-settlements';
import { bookedEvents } from '../store/public-events';

export interface BookingDependencies {
  readonly schedule: ReleaseSchedule;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly log: Logger;
}

type ChargePaidEvent = EventEnvelope<'repasse.charge.paid.v1'>;

/**
 * Books every ChargePaid of a batch and announces what was booked, in the transaction that remembers the batch. An
 * event that does not add up throws, so that its charge is parked and the others go on.
 */
export const bookPaidCharges =
  (o: BookingDependencies) =>
  async (events: readonly AnyEvent[], tx: Tx): Promise<void> => {
    const paid = events.filter((event): event is ChargePaidEvent => event.type === 'repasse.charge.paid.v1');
    if (paid.length === 0) return;

    const settlements = paid.map((event) => settlementOf(event, o));
    const booked = await bookSettlements(tx, settlements);
    await enqueue(
      tx,
      booked.flatMap(({ booking, traceparent }) => bookedEvents(booking, traceparent, o.ids)),
    );
    logRepeats(settlements, booked, o.log);
  };

const settlementOf = (
  { data, traceparent }: ChargePaidEvent,
  { schedule, ids, clock }: BookingDependencies,
): NewSettlement => {
  const bookingIds = {
    settlementId: `stl_${ids.ulid()}`,
    bookingTransactionId: `txn_${ids.ulid()}`,
    releaseTransactionId: `txn_${ids.ulid()}`,
  };
  const booking = bookChargePaid(paidChargeOf(data), schedule, bookingIds, toIso(clock.now()));
  return { booking, fees: data.fees, traceparent };
};

// The event does not tell instalments yet: a card payment is released as one, thirty days after it was paid.
const paidChargeOf = (data: ChargePaidEvent['data']): PaidCharge => ({ ...data, installments: 1 });

/** A payment that is in the books already, although the consumer had not seen its event: a replay, or a defect. */
const logRepeats = (all: readonly NewSettlement[], booked: readonly NewSettlement[], log: Logger): void => {
  const fresh = new Set(booked);
  for (const { booking } of all.filter((settlement) => !fresh.has(settlement))) {
    const { chargeId, paymentId } = booking.charge;
    log.warn({ chargeId, paymentId }, 'payment already booked');
  }
};
