import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent, type EventEnvelope } from '@repasse/contracts';
import { decideDispute, type DisputeOutcome } from '../domain/dispute';
import { divideReversal, type Giving } from '../domain/divide-reversal';
import { LedgerFault, type PaymentMethod } from '../domain/ledger';
import { reverse } from '../domain/reversal';
import { readDispute, writeDecision } from '../store/disputes';
import { readHoldings } from '../store/read-holdings';
import { readParties } from '../store/read-parties';
import { findSurplusOfPayment } from '../store/surpluses';
import { isReversed, writeReversal } from '../store/write-reversal';
import { lockLedger } from '../store/write-transactions';
import { type BookingDependencies } from './book-paid-charges';

type Opened = EventEnvelope<'repasse.dispute.opened.v1'>;
type Decided = EventEnvelope<'repasse.dispute.won.v1'> | EventEnvelope<'repasse.dispute.lost.v1'>;

/** Holds what a payer disputes, and lets it go when the dispute is decided. Other events of payments move no money here. */
export const bookDisputes =
  (o: BookingDependencies) =>
  async (event: AnyEvent, tx: Tx): Promise<void> => {
    switch (event.type) {
      case 'repasse.dispute.opened.v1':
        return hold(event.data, o, tx);
      case 'repasse.dispute.won.v1':
        return decide(event.data, 'WON', o, tx);
      case 'repasse.dispute.lost.v1':
        return decide(event.data, 'LOST', o, tx);
      default:
        return undefined;
    }
  };

const hold = async (data: Opened['data'], o: BookingDependencies, tx: Tx): Promise<void> => {
  const { chargeId, paymentMethod, disputeId, currency } = data;
  if (chargeId === null || paymentMethod === 'CRYPTO') {
    o.log.warn({ disputeId, paymentId: data.paymentId }, 'dispute of a payment that is not in the books');
    return;
  }
  await lockLedger(tx);
  if (await isReversed(tx, disputeId)) {
    o.log.warn({ chargeId, disputeId }, 'dispute already booked');
    return;
  }

  const { settlementId, givings } = await givingsOf(data, chargeId, tx);
  const holdings = await readHoldings(tx, { settlementId, currency, givings });
  const facts = factsOf(data, { chargeId, settlementId, paymentMethod, transactionId: `txn_${o.ids.ulid()}` });
  await writeReversal(tx, reverse(facts, givings, holdings), toIso(o.clock.now()), o.ids);
};

interface Divided {
  readonly settlementId: string | null;
  readonly givings: readonly Giving[];
}

/**
 * Money that was divided is held of everybody who got of it; a surplus was the owner's alone. A payment of which nothing
 * is booked yet parks the dispute, which is tried again until the payment's charge has been heard of.
 */
const givingsOf = async (
  { paymentId, userId, amountMinor }: Opened['data'],
  chargeId: string,
  tx: Tx,
): Promise<Divided> => {
  const settlement = await readParties(tx, chargeId);
  const surplus = await findSurplusOfPayment(tx, paymentId);
  const isDivided = settlement?.paymentId === paymentId || surplus?.isApplied === true;
  if (settlement !== undefined && isDivided) {
    const { settlementId, parties } = settlement;
    return { settlementId, givings: divideReversal(parties, amountMinor, null) };
  }
  if (surplus !== undefined) return { settlementId: null, givings: [{ userId, isOwner: true, amountMinor }] };
  throw new LedgerFault('ledger.settlement_missing', `Payment ${paymentId} of charge ${chargeId} is not in the books.`);
};

interface Booked {
  readonly chargeId: string;
  readonly settlementId: string | null;
  readonly paymentMethod: PaymentMethod;
  readonly transactionId: string;
}

const factsOf = (data: Opened['data'], booked: Booked) => ({
  ...booked,
  reversalId: data.disputeId,
  kind: 'DISPUTE' as const,
  paymentId: data.paymentId,
  amountMinor: data.amountMinor,
  currency: data.currency,
  isListed: false,
  occurredAt: data.openedAt,
});

const decide = async (
  { disputeId, chargeId, paymentMethod, decidedAt }: Decided['data'],
  outcome: DisputeOutcome,
  o: BookingDependencies,
  tx: Tx,
): Promise<void> => {
  // As when it was opened: nothing is held for it.
  if (chargeId === null || paymentMethod === 'CRYPTO') return;
  await lockLedger(tx);
  const dispute = await readDispute(tx, disputeId);
  if (dispute === undefined) throw new LedgerFault('ledger.dispute_missing', `Dispute ${disputeId} was never opened.`);
  if (dispute.outcome !== null) {
    o.log.warn({ chargeId, disputeId }, 'dispute already decided');
    return;
  }

  const transaction = decideDispute(dispute, outcome, `txn_${o.ids.ulid()}`, decidedAt);
  await writeDecision(tx, { disputeId, outcome, transaction, bookedAt: toIso(o.clock.now()) }, o.ids);
};
