import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Logger } from '@repasse/chassis/log/logger';
import { enqueue } from '@repasse/chassis/outbox/outbox';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent, type EventEnvelope } from '@repasse/contracts';
import { bookChargePaid, type PaidCharge } from '../domain/booking';
import { type ReleaseSchedule } from '../domain/release';
import { bookSettlements, claimSettlements, type NewSettlement } from '../store/book-settlements';
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
  async (received: readonly AnyEvent[], tx: Tx): Promise<void> => {
    const paid = received.filter((event): event is ChargePaidEvent => event.type === 'repasse.charge.paid.v1');
    if (paid.length === 0) return;

    const settlements = paid.map((event) => settlementOf(event, o));
    const claimed = await claimSettlements(tx, settlements);
    logRepeats(settlements, claimed, o.log);
    if (claimed.length === 0) return;

    const events = claimed.flatMap(({ booking, traceparent }) => bookedEvents(booking, traceparent, o.ids));
    // Before the bookings: whoever waits for the ledger's lock has done all that can be done without it.
    await enqueue(tx, events);
    await bookSettlements(tx, claimed, o.ids);
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

const paidChargeOf = (data: ChargePaidEvent['data']): PaidCharge => ({ ...data, installments: data.installments ?? 1 });

/** A payment that is in the books already, although the consumer had not seen its event: a replay, or a defect. */
const logRepeats = (all: readonly NewSettlement[], claimed: readonly NewSettlement[], log: Logger): void => {
  const fresh = new Set(claimed);
  for (const { booking } of all.filter((settlement) => !fresh.has(settlement))) {
    const { chargeId, paymentId } = booking.charge;
    log.warn({ chargeId, paymentId }, 'payment already booked');
  }
};
