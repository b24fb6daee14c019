import { toIso } from '@repasse/chassis/clock';
import { type EventEnvelope } from '@repasse/contracts';
import { decideDispute, type DisputeOutcome } from '../domain/dispute';
import { divideReversal, type Contribution } from '../domain/divide-reversal';
import { LedgerFault } from '../domain/ledger';
import { reverse } from '../domain/reversal';
import { type Books } from '../store/books/books';
import { isApplied } from '../store/books/surpluses';
import { holdingsOf } from '../store/books/holdings';
import { addReversal } from './add-reversal';
import { newTransactionId, type Booking, type BookingDependencies } from './booking';

type Opened = EventEnvelope<'repasse.dispute.opened.v1'>;
type Won = EventEnvelope<'repasse.dispute.won.v1'>;
type Lost = EventEnvelope<'repasse.dispute.lost.v1'>;

/** Holds what a payer disputes. */
export const openedDispute: Booking<Opened['type']> = {
  needs: ({ disputeId, chargeId, paymentId, userId, currency, amountMinor }) => ({
    reversalIds: [disputeId],
    reversed: chargeId === null ? [] : [{ chargeId, amountMinor }],
    surplusPayments: [paymentId],
    takings: [{ userId, currency, amountMinor }],
  }),
  book: ({ data }, books, o) => {
    const { chargeId, paymentId, disputeId, currency } = data;
    if (books.reversals.has(disputeId)) {
      o.log.warn({ chargeId, paymentId, disputeId }, 'dispute already booked');
      return;
    }
    const { settlementId, contributions } = dividedOf(data, books);
    const holdings = holdingsOf(contributions, books, { releasesOf: settlementId, currency });
    const transactionId = newTransactionId(o);
    addReversal(
      reverse(factsOf(data, { settlementId, transactionId }), contributions, holdings),
      books,
      toIso(o.clock.now()),
    );
  },
};

/** Lets go what was held of those it was taken from. */
export const wonDispute: Booking<Won['type']> = {
  needs: ({ disputeId }) => ({ reversalIds: [disputeId] }),
  book: ({ data }, books, o) => decide(data, 'WON', books, o),
};

/** Sends what was held to the provider, who has given it to the payer. */
export const lostDispute: Booking<Lost['type']> = {
  needs: ({ disputeId }) => ({ reversalIds: [disputeId] }),
  book: ({ data }, books, o) => decide(data, 'LOST', books, o),
};

interface Divided {
  /** Whose planned releases shrink first; null of a surplus, which has none. */
  readonly settlementId: string | null;
  readonly contributions: readonly Contribution[];
}

/**
 * A payment that was split is held from every recipient, in proportion; a surplus only from the owner. A payment of which nothing
 * is booked yet parks the dispute, which is tried again until the event of the payment's charge is booked.
 */
const dividedOf = (
  { chargeId, paymentId, userId, amountMinor }: Opened['data'],
  { settlements, surpluses }: Books,
): Divided => {
  const settlement = chargeId === null ? undefined : settlements.ofCharge(chargeId);
  const surplus = surpluses.ofPayment(paymentId);
  const isDivided = settlement?.paymentId === paymentId || (surplus !== undefined && isApplied(surplus));
  if (settlement !== undefined && isDivided) {
    const { settlementId, parties } = settlement;
    return { settlementId, contributions: divideReversal(parties, amountMinor, null) };
  }
  if (surplus !== undefined) return { settlementId: null, contributions: [{ userId, isOwner: true, amountMinor }] };
  throw new LedgerFault('ledger.settlement_missing', `Payment ${paymentId} is not in the books.`);
};

const factsOf = (
  data: Opened['data'],
  booked: { readonly settlementId: string | null; readonly transactionId: string },
) => ({
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

const decide = (
  { disputeId, chargeId, decidedAt }: (Won | Lost)['data'],
  outcome: DisputeOutcome,
  books: Books,
  o: BookingDependencies,
): void => {
  const dispute = books.reversals.dispute(disputeId);
  if (dispute === undefined) throw new LedgerFault('ledger.dispute_missing', `Dispute ${disputeId} was never opened.`);
  if (dispute.outcome !== null) {
    o.log.warn({ chargeId, disputeId }, 'dispute already decided');
    return;
  }
  const transaction = decideDispute(dispute, outcome, newTransactionId(o), decidedAt);
  books.accounts.post(transaction, toIso(o.clock.now()));
  books.reversals.decide(dispute, outcome, transaction);
  if (outcome === 'WON' && dispute.settlementId !== null) giveBack(dispute.settlementId, dispute.held, books);
};

/** A dispute that was won has taken nothing, as far as later refunds are concerned. */
const giveBack = (
  settlementId: string,
  held: readonly { readonly userId: number; readonly amountMinor: number }[],
  { settlements }: Books,
): void =>
  settlements.takeOf(
    settlementId,
    held.map(({ userId, amountMinor }) => ({ userId, amountMinor: -amountMinor, isListed: false })),
  );
