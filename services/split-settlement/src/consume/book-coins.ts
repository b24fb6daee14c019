import { toIso } from '@repasse/chassis/clock';
import { type EventEnvelope } from '@repasse/contracts';
import { coinFee, receiveCoins, refundCoins, type CoinMovement } from '../domain/coin-payment';
import { LedgerFault } from '../domain/ledger';
import { holdingsOf } from '../store/books/holdings';
import { newTransactionId, type Booking, type BookingDependencies } from './booking';

type Received = EventEnvelope<'repasse.payment.received.v1'>;
type Refunded = EventEnvelope<'repasse.refund.settled.v1'>;

/** Books received coins. Coins for a charge are booked on ChargePaid. */
export const receivedCoins: Booking<Received['type']> = {
  concerns: ({ chargeId }) => chargeId === null,
  needs: ({ paymentId, userId }) => ({ receiptPayments: [paymentId], users: [userId] }),
  book: ({ data }, { accounts, coinPayments }, o) => {
    const { paymentId, providerReference, amountMinor } = data;
    if (coinPayments.hasReceipt(paymentId, providerReference)) {
      o.log.warn({ paymentId, providerReference }, 'receipt already booked');
      return;
    }
    const movement = movementOf(o, data, data.receivedAt);
    const feeMinor = coinFee(amountMinor, o.coinFeeBps);
    const transaction = receiveCoins(movement, feeMinor);
    coinPayments.addReceipt({ ...movement, paymentId, providerReference, feeMinor });
    accounts.post(transaction, toIso(o.clock.now()));
  },
};

/** Takes a refund of coins from their owner. */
export const refundedCoins: Booking<Refunded['type']> = {
  concerns: ({ chargeId }) => chargeId === null,
  needs: ({ paymentId, refundId, userId, currency, amountMinor }) => ({
    ...{ receiptPayments: [paymentId], coinRefundIds: [refundId] },
    takings: [{ userId, currency, amountMinor }],
  }),
  book: ({ data }, books, o) => {
    const { paymentId, refundId, userId, amountMinor, currency } = data;
    const { accounts, releases, coinPayments } = books;
    if (coinPayments.hasRefund(refundId)) {
      o.log.warn({ paymentId, refundId }, 'refund already booked');
      return;
    }
    if (!coinPayments.isBooked(paymentId)) {
      throw new LedgerFault('ledger.payment_missing', `Refund ${refundId}: payment ${paymentId} is not in the books.`);
    }
    const holdings = holdingsOf([{ userId, isOwner: true, amountMinor }], books, { releasesOf: null, currency });
    const movement = movementOf(o, data, data.settledAt);
    const { taking, transaction } = refundCoins(movement, holdings.get(userId));
    accounts.post(transaction, toIso(o.clock.now()));
    releases.take([taking]);
    coinPayments.addRefund({ ...movement, paymentId, refundId }, taking);
  },
};

const movementOf = (o: BookingDependencies, data: (Received | Refunded)['data'], occurredAt: string): CoinMovement => ({
  transactionId: newTransactionId(o),
  userId: data.userId,
  paymentMethod: data.paymentMethod,
  amountMinor: data.amountMinor,
  currency: data.currency,
  occurredAt,
});
