import { toIso } from '@repasse/chassis/clock';
import { type EventEnvelope } from '@repasse/contracts';
import { LedgerFault } from '../domain/ledger';
import { receiveStandalone, refundStandalone, standaloneFee, type StandaloneMovement } from '../domain/standalone';
import { holdingsOf } from './add-reversal';
import { newTransactionId, type Booking, type BookingDependencies } from './booking';

type Received = EventEnvelope<'repasse.payment.received.v1'>;
type Refunded = EventEnvelope<'repasse.refund.settled.v1'>;

/** Books what came for a payment without a charge. That of charges is booked when the charge says what it is. */
export const receivedPayment: Booking<Received['type']> = {
  concerns: ({ chargeId }) => chargeId === null,
  needs: ({ paymentId, userId }) => ({ receiptPayments: [paymentId], users: [userId] }),
  book: ({ data }, { accounts, releases, standalone }, o) => {
    const { paymentId, providerReference, paymentMethod, amountMinor } = data;
    const installments = data.installments ?? 1;
    const rule = standalone.feeRule(paymentMethod, installments);
    if (rule === undefined) {
      const what = `nothing says what ${paymentMethod} in ${installments} costs`;
      throw new LedgerFault('ledger.fee_rule_missing', `Payment ${paymentId}: ${what}.`);
    }
    if (standalone.hasReceipt(paymentId, providerReference)) {
      o.log.warn({ paymentId, providerReference }, 'receipt already booked');
      return;
    }
    const movement = movementOf(o, data, data.receivedAt);
    const feeMinor = standaloneFee(amountMinor, rule);
    const receipt = receiveStandalone(movement, feeMinor, { ...o.schedule[paymentMethod], installments });
    standalone.addReceipt({ ...movement, paymentId, providerReference, feeMinor });
    accounts.post(receipt.transaction, toIso(o.clock.now()));
    releases.plan(receipt.releases.map((release) => ({ ...release, transactionId: null })));
  },
};

/** Takes a refund of a payment without a charge from its owner. */
export const settledRefund: Booking<Refunded['type']> = {
  concerns: ({ chargeId }) => chargeId === null,
  needs: ({ paymentId, refundId, userId, currency, amountMinor }) => ({
    ...{ receiptPayments: [paymentId], standaloneRefundIds: [refundId] },
    takings: [{ userId, currency, amountMinor, paymentId }],
  }),
  book: ({ data }, books, o) => {
    const { paymentId, refundId, userId, amountMinor, currency } = data;
    const { accounts, releases, standalone } = books;
    if (standalone.hasRefund(refundId)) {
      o.log.warn({ paymentId, refundId }, 'refund already booked');
      return;
    }
    const releasesOf = standalone.transactionOf(paymentId);
    if (releasesOf === undefined) {
      throw new LedgerFault('ledger.payment_missing', `Refund ${refundId}: payment ${paymentId} is not in the books.`);
    }
    const holdings = holdingsOf([{ userId, isOwner: true, amountMinor }], books, { releasesOf, currency });
    const movement = movementOf(o, data, data.settledAt);
    const { taking, transaction } = refundStandalone(movement, holdings.get(userId));
    accounts.post(transaction, toIso(o.clock.now()));
    releases.take([taking]);
    standalone.addRefund({ ...movement, paymentId, refundId }, taking);
  },
};

const movementOf = (
  o: BookingDependencies,
  data: (Received | Refunded)['data'],
  occurredAt: string,
): StandaloneMovement => ({
  transactionId: newTransactionId(o),
  userId: data.userId,
  paymentMethod: data.paymentMethod,
  amountMinor: data.amountMinor,
  currency: data.currency,
  occurredAt,
});
