import { toIso } from '@repasse/chassis/clock';
import { enqueue } from '@repasse/chassis/outbox/outbox';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type EventEnvelope } from '@repasse/contracts';
import { divideReversal } from '../domain/divide-reversal';
import { LedgerFault } from '../domain/ledger';
import { reverse, type Reversal } from '../domain/reversal';
import { splitReversed } from '../store/public-events';
import { readHoldings } from '../store/read-holdings';
import { readParties, type ReversibleSettlement } from '../store/read-parties';
import { lockLedger } from '../store/write-transactions';
import { isReversed, writeReversal } from '../store/write-reversal';
import { type BookingDependencies } from './book-paid-charges';

type ChargeRefunded = EventEnvelope<'repasse.charge.refunded.v1'>;

/** Takes a refund back from those who had shares, and says so. */
export const reverseRefund =
  (o: BookingDependencies) =>
  async (event: ChargeRefunded, tx: Tx): Promise<void> => {
    const { chargeId, refundId } = event.data;
    // First, so that what is read below is still so when it is written.
    await lockLedger(tx);
    if (await isReversed(tx, refundId)) {
      o.log.warn({ chargeId, refundId }, 'refund already booked');
      return;
    }

    const settlement = await readParties(tx, chargeId);
    if (settlement === undefined) {
      throw new LedgerFault('ledger.settlement_missing', `Refund ${refundId}: charge ${chargeId} is not in the books.`);
    }
    const reversal = await reversalOf(event, settlement, `txn_${o.ids.ulid()}`, tx);
    const bookedAt = toIso(o.clock.now());
    await writeReversal(tx, reversal, bookedAt, o.ids);
    const { settlementId } = settlement;
    const said = splitReversed(
      reversal,
      { chargeId, settlementId, userId: event.data.userId, reversedAt: bookedAt },
      o.ids,
    );
    await enqueue(tx, [{ ...said, traceparent: event.traceparent }]);
  };

const reversalOf = async (
  { data }: ChargeRefunded,
  { settlementId, parties }: ReversibleSettlement,
  transactionId: string,
  tx: Tx,
): Promise<Reversal> => {
  const { amountMinor, currency, splitRefund } = data;
  const givings = divideReversal(parties, amountMinor, splitRefund);
  const holdings = await readHoldings(tx, { settlementId, currency, givings });
  return reverse(
    {
      reversalId: data.refundId,
      kind: 'REFUND',
      transactionId,
      chargeId: data.chargeId,
      settlementId,
      paymentId: data.paymentId,
      paymentMethod: data.paymentMethod,
      amountMinor,
      currency,
      isListed: splitRefund !== null,
      occurredAt: data.refundedAt,
    },
    givings,
    holdings,
  );
};
