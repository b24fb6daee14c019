import { toIso } from '@repasse/chassis/clock';
import { type EventEnvelope } from '@repasse/contracts';
import { LedgerFault } from '../domain/ledger';
import { splitReversed } from '../public/settlements';
import { reverseCharge, type ChargeReversalFacts } from '../store/books/reverse-charge';
import { addReversal } from './add-reversal';
import { newTransactionId, type Booking } from './booking';

type ChargeRefunded = EventEnvelope<'repasse.charge.refunded.v1'>;

/** Takes a refund back from those who had shares, and says so. */
export const refundedCharge: Booking<ChargeRefunded['type']> = {
  needs: ({ chargeId, amountMinor, refundId }) => ({ reversed: [{ chargeId, amountMinor }], reversalIds: [refundId] }),
  book: ({ data, traceparent }, books, o) => {
    const { chargeId, refundId, userId } = data;
    if (books.reversals.has(refundId)) {
      o.log.warn({ chargeId, refundId }, 'refund already booked');
      return;
    }
    const settlement = books.settlements.ofCharge(chargeId);
    if (settlement === undefined) {
      throw new LedgerFault('ledger.settlement_missing', `Refund ${refundId}: charge ${chargeId} is not in the books.`);
    }

    const { settlementId } = settlement;
    const reversal = reverseCharge(factsOf(data, newTransactionId(o)), settlement, data.splitRefund, books);
    const reversedAt = toIso(o.clock.now());
    addReversal(reversal, books, reversedAt);
    books.publish([{ ...splitReversed(reversal, { chargeId, settlementId, userId, reversedAt }), traceparent }]);
  },
};

const factsOf = (data: ChargeRefunded['data'], transactionId: string): ChargeReversalFacts => ({
  transactionId,
  reversalId: data.refundId,
  kind: 'REFUND',
  chargeId: data.chargeId,
  paymentId: data.paymentId,
  paymentMethod: data.paymentMethod,
  amountMinor: data.amountMinor,
  currency: data.currency,
  occurredAt: data.refundedAt,
});
