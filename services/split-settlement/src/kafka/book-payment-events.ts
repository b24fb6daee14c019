import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent } from '@repasse/contracts';
import { bookDisputes } from './book-disputes';
import { type BookingDependencies } from './book-paid-charges';
import { bookStandalone } from './book-standalone';

/** Takes an event of payment.events.v1: disputes of any payment, and the money of those without a charge. */
export const bookPaymentEvents = (o: BookingDependencies) => {
  const standalone = bookStandalone(o);
  const disputes = bookDisputes(o);
  return async (event: AnyEvent, tx: Tx): Promise<void> => {
    switch (event.type) {
      case 'repasse.payment.received.v1':
        return standalone.received(event.data, tx);
      case 'repasse.refund.settled.v1':
        return standalone.refunded(event.data, tx);
      default:
        return disputes(event, tx);
    }
  };
};
