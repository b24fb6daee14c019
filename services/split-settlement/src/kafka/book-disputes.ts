import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent, type EventEnvelope } from '@repasse/contracts';
import { decideDispute, type DisputeOutcome } from '../domain/dispute';
import { divideReversal, type Giving } from '../domain/divide-reversal';
import { LedgerFault } from '../domain/ledger';
import { reverse } from '../domain/reversal';
import { readDispute, writeDecision } from '../store/disputes';
import { readHoldings } from '../store/read-holdings';
import { readParties } from '../store/read-parties';
import { findStandaloneReceipt, keepStandaloneTransactions } from '../store/standalone';
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
  const { chargeId, paymentId, disputeId, currency } = data;
  await lockLedger(tx);
  if (await isReversed(tx, disputeId)) {
    o.log.warn({ chargeId, paymentId, disputeId }, 'dispute already booked');
    return;
  }

  const { settlementId, releasesOf, givings } = await (chargeId === null
    ? standaloneGivingsOf(data, tx)
    : givingsOf(data, chargeId, tx));
  const holdings = await readHoldings(tx, { settlementId: releasesOf, currency, givings });
  const transactionId = `txn_${o.ids.ulid()}`;
  const reversal = reverse(factsOf(data, { settlementId, transactionId }), givings, holdings);
  await writeReversal(tx, reversal, toIso(o.clock.now()), o.ids);
  if (chargeId === null) await keepStandaloneTransactions(tx, [{ transactionId, paymentId }]);
};

interface Divided {
  readonly settlementId: string | null;
  /** Whose planned releases shrink first. */
  readonly releasesOf: string | null;
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
    return { settlementId, releasesOf: settlementId, givings: divideReversal(parties, amountMinor, null) };
  }
  const alone = { settlementId: null, releasesOf: null, givings: [{ userId, isOwner: true, amountMinor }] };
  if (surplus !== undefined) return alone;
  throw new LedgerFault('ledger.settlement_missing', `Payment ${paymentId} of charge ${chargeId} is not in the books.`);
};

/** What came without a charge is its owner's alone, and so is what is disputed of it. */
const standaloneGivingsOf = async (
  { disputeId, paymentId, userId, amountMinor }: Opened['data'],
  tx: Tx,
): Promise<Divided> => {
  const releasesOf = await findStandaloneReceipt(tx, paymentId);
  if (releasesOf === undefined) {
    throw new LedgerFault('ledger.payment_missing', `Dispute ${disputeId}: payment ${paymentId} is not in the books.`);
  }
  return { settlementId: null, releasesOf, givings: [{ userId, isOwner: true, amountMinor }] };
};

interface Booked {
  readonly settlementId: string | null;
  readonly transactionId: string;
}

const factsOf = (data: Opened['data'], booked: Booked) => ({
  ...booked,
  reversalId: data.disputeId,
  kind: 'DISPUTE' as const,
  chargeId: data.chargeId,
  paymentId: data.paymentId,
  paymentMethod: data.paymentMethod,
  amountMinor: data.amountMinor,
  currency: data.currency,
  isListed: false,
  occurredAt: data.openedAt,
});

const decide = async (
  { disputeId, chargeId, decidedAt }: Decided['data'],
  outcome: DisputeOutcome,
  o: BookingDependencies,
  tx: Tx,
): Promise<void> => {
  await lockLedger(tx);
  const dispute = await readDispute(tx, disputeId);
  if (dispute === undefined) throw new LedgerFault('ledger.dispute_missing', `Dispute ${disputeId} was never opened.`);
  if (dispute.outcome !== null) {
    o.log.warn({ chargeId, disputeId }, 'dispute already decided');
    return;
  }

  const transaction = decideDispute(dispute, outcome, `txn_${o.ids.ulid()}`, decidedAt);
  await writeDecision(tx, { disputeId, outcome, transaction, bookedAt: toIso(o.clock.now()) }, o.ids);
  const { transactionId } = transaction;
  if (chargeId === null) await keepStandaloneTransactions(tx, [{ transactionId, paymentId: dispute.paymentId }]);
};
