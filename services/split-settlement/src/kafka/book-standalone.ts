import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type EventEnvelope } from '@repasse/contracts';
import { LedgerFault } from '../domain/ledger';
import { receiveStandalone, refundStandalone, standaloneFee, type StandaloneMovement } from '../domain/standalone';
import { planReleases } from '../store/plan-releases';
import { readHoldings } from '../store/read-holdings';
import {
  findStandaloneReceipt,
  isStandaloneRefunded,
  keepStandaloneReceipt,
  keepStandaloneRefund,
  readStandaloneFeeRule,
} from '../store/standalone';
import { shrinkReleases } from '../store/write-reversal';
import { lockLedger, writeTransactions } from '../store/write-transactions';
import { type BookingDependencies } from './book-paid-charges';

type Received = EventEnvelope<'repasse.payment.received.v1'>['data'];
type Refunded = EventEnvelope<'repasse.refund.settled.v1'>['data'];

/** Books payments without a charge. Those of charges are booked when the charge says what they are. */
export const bookStandalone = (o: BookingDependencies) => {
  const bookedAt = (): string => toIso(o.clock.now());

  const received = async (data: Received, tx: Tx): Promise<void> => {
    if (data.chargeId !== null) return;
    const { paymentId, providerReference, paymentMethod, amountMinor } = data;
    const installments = data.installments ?? 1;
    const rule = await readStandaloneFeeRule(tx, paymentMethod, installments);
    if (rule === undefined) {
      throw new LedgerFault(
        'ledger.fee_rule_missing',
        `Payment ${paymentId}: nothing says what ${paymentMethod} in ${installments} costs.`,
      );
    }
    await lockLedger(tx);
    const movement = movementOf(o, data, data.receivedAt);
    const feeMinor = standaloneFee(amountMinor, rule);
    if (!(await keepStandaloneReceipt(tx, { ...movement, paymentId, providerReference, feeMinor }))) {
      o.log.warn({ paymentId, providerReference }, 'receipt already booked');
      return;
    }
    const terms = { ...o.schedule[paymentMethod], installments };
    const { transaction, releases } = receiveStandalone(movement, feeMinor, terms);
    await writeTransactions(tx, [{ transaction, bookedAt: bookedAt() }], o.ids);
    await planReleases(
      tx,
      releases.map((release) => ({ ...release, transactionId: null })),
    );
  };

  const refunded = async (data: Refunded, tx: Tx): Promise<void> => {
    if (data.chargeId !== null) return;
    const { paymentId, refundId, userId, amountMinor, currency } = data;
    await lockLedger(tx);
    if (await isStandaloneRefunded(tx, refundId)) {
      o.log.warn({ paymentId, refundId }, 'refund already booked');
      return;
    }
    const settlementId = await findStandaloneReceipt(tx, paymentId);
    if (settlementId === undefined) {
      throw new LedgerFault('ledger.payment_missing', `Refund ${refundId}: payment ${paymentId} is not in the books.`);
    }
    const givings = [{ userId, isOwner: true, amountMinor }];
    const holdings = await readHoldings(tx, { settlementId, currency, givings });
    const movement = movementOf(o, data, data.settledAt);
    const { taking, transaction } = refundStandalone(movement, holdings.get(userId));
    await writeTransactions(tx, [{ transaction, bookedAt: bookedAt() }], o.ids);
    await shrinkReleases(tx, [taking]);
    await keepStandaloneRefund(tx, { ...movement, paymentId, refundId }, taking);
  };

  return { received, refunded };
};

const movementOf = (
  { ids }: BookingDependencies,
  data: Received | Refunded,
  occurredAt: string,
): StandaloneMovement => ({
  transactionId: `txn_${ids.ulid()}`,
  userId: data.userId,
  paymentMethod: data.paymentMethod,
  amountMinor: data.amountMinor,
  currency: data.currency,
  occurredAt,
});
