import { type PaymentFacts } from '../../src/payments/domain/payment';
import { type Period } from '../../src/statements/domain/statement';
import { type OurPayments, type PaymentRef } from '../../src/providers/provider';

/** Payments as an adapter is told of them, without a database. */
export const ourPayments = (payments: readonly PaymentRef[], received: readonly PaymentFacts[] = []): OurPayments => {
  const ids = payments.map(({ facts }) => facts.paymentId);
  return {
    known: (asked) => Promise.resolve(new Set(asked.filter((each) => ids.includes(each)))),
    find: (paymentId) => Promise.resolve(payments.find(({ facts }) => facts.paymentId === paymentId)),
    requestedIn: () => Promise.resolve(ids),
    receivedIn: () => Promise.resolve(received.map(({ paymentId }) => paymentId)),
  };
};

/** The day around a moment. */
export const dayAround = (time: string): Period => ({
  from: new Date(Date.parse(time) - 12 * 3_600_000).toISOString(),
  to: new Date(Date.parse(time) + 12 * 3_600_000).toISOString(),
});
