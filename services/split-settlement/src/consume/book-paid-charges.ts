import { toIso } from '@repasse/chassis/clock';
import { type EventEnvelope } from '@repasse/contracts';
import { bookChargePaid, type PaidCharge } from '../domain/booking';
import { type Books } from '../store/books/books';
import { bookedEvents } from '../public/settlements';
import { newTransactionId, type Booking, type BookingDependencies } from './booking';

type ChargePaid = EventEnvelope<'repasse.charge.paid.v1'>;

/** Books a payment to everybody who has a share, and announces it. */
export const paidCharge: Booking<ChargePaid['type']> = {
  needs: ({ chargeId, paymentId, currency, shares }) => ({ paid: [{ chargeId, paymentId, currency, shares }] }),
  book: ({ data, traceparent }, books, o) => {
    const { chargeId, paymentId } = data;
    if (books.settlements.hasPayment(paymentId)) {
      // A replay, or a defect: the consumer had not seen the event.
      o.log.warn({ chargeId, paymentId }, 'payment already booked');
      return;
    }
    const booking = bookChargePaid(paidChargeOf(data), o.schedule, newIds(o, paymentId), toIso(o.clock.now()));
    add(booking, data, books);
    books.publish(bookedEvents(booking, traceparent));
  },
};

/** The settlement has the payment's number, so that it is the same when it is booked again after a restore. */
const newIds = (o: BookingDependencies, paymentId: string) => ({
  settlementId: `stl_${paymentId.slice('pay_'.length)}`,
  bookingTransactionId: newTransactionId(o),
  releaseTransactionId: newTransactionId(o),
  holdTransactionId: newTransactionId(o),
});

const paidChargeOf = (data: ChargePaid['data']): PaidCharge => ({ ...data, installments: data.installments ?? 1 });

const add = (booking: ReturnType<typeof bookChargePaid>, data: ChargePaid['data'], books: Books): void => {
  const { ids, transactions, releasedNow, releasedLater, held, bookedAt } = booking;
  books.settlements.add(booking, data);
  for (const transaction of transactions) books.accounts.post(transaction, bookedAt);
  books.heldShares.add(held, bookedAt);
  books.releases.plan([
    ...releasedNow.map((release) => ({ ...release, transactionId: ids.releaseTransactionId })),
    ...releasedLater.map((release) => ({ ...release, transactionId: null })),
  ]);
};
