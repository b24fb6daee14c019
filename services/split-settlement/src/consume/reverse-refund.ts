import { toIso } from '@repasse/chassis/clock';
import { type EventEnvelope } from '@repasse/contracts';
import { divideReversal } from '../domain/divide-reversal';
import { LedgerFault } from '../domain/ledger';
import { reverse } from '../domain/reversal';
import { splitReversed } from '../public/settlements';
import { addReversal, holdingsOf } from './add-reversal';
import { newTransactionId, type Booking } from './booking';

type ChargeRefunded = EventEnvelope<'repasse.charge.refunded.v1'>;

/** Takes a refund back from those who had shares, and says so. */
export const refundedCharge: Booking<ChargeRefunded['type']> = {
  needs: ({ chargeId, amountMinor, refundId }) => ({ reversed: [{ chargeId, amountMinor }], reversalIds: [refundId] }),
  book: ({ data, traceparent }, books, o) => {
    const { chargeId, refundId, userId, amountMinor, currency, splitRefund } = data;
    if (books.reversals.has(refundId)) {
      o.log.warn({ chargeId, refundId }, 'refund already booked');
      return;
    }
    const settlement = books.settlements.ofCharge(chargeId);
    if (settlement === undefined) {
      throw new LedgerFault('ledger.settlement_missing', `Refund ${refundId}: charge ${chargeId} is not in the books.`);
    }

    const { settlementId, parties } = settlement;
    const givings = divideReversal(parties, amountMinor, splitRefund);
    const holdings = holdingsOf(givings, books, { releasesOf: settlementId, currency });
    const reversal = reverse(factsOf(data, { settlementId, transactionId: newTransactionId(o) }), givings, holdings);
    const reversedAt = toIso(o.clock.now());
    addReversal(reversal, books, reversedAt);
    books.say([{ ...splitReversed(reversal, { chargeId, settlementId, userId, reversedAt }, o.ids), traceparent }]);
  },
};

const factsOf = (
  data: ChargeRefunded['data'],
  booked: { readonly settlementId: string; readonly transactionId: string },
) => ({
  ...booked,
  reversalId: data.refundId,
  kind: 'REFUND' as const,
  chargeId: data.chargeId,
  paymentId: data.paymentId,
  paymentMethod: data.paymentMethod,
  amountMinor: data.amountMinor,
  currency: data.currency,
  isListed: data.splitRefund !== null,
  occurredAt: data.refundedAt,
});
