import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type Booking } from '../domain/booking';
import { planReleases, type PlannedRelease } from './plan-releases';
import { writeTransactions } from './write-transactions';

/** A fee as the charge stated it, kept so that a settlement can say why the net amount is what it is. */
export interface StatedFee {
  readonly code: string;
  readonly method: string;
  readonly percentBps: number;
  readonly fixedMinor: number;
  readonly amountMinor: number;
}

export interface NewSettlement {
  readonly booking: Booking;
  readonly fees: readonly StatedFee[];
  /** The trace of the payment, so that it goes on in what is announced. */
  readonly traceparent: string | undefined;
}

/** Writes the settlements themselves, and answers those that were not in the books already: only they may be booked. */
export const claimSettlements = async (tx: Tx, settlements: readonly NewSettlement[]): Promise<NewSettlement[]> => {
  const rows = await tx.query<{ settlement_id: string }>(insertSettlements, [
    JSON.stringify(settlements.map(settlementRow)),
  ]);
  const claimed = new Set(rows.map(({ settlement_id }) => settlement_id));
  return settlements.filter(({ booking }) => claimed.has(booking.ids.settlementId));
};

/** Writes all that belongs to settlements that were claimed. The ledger's lock is held from here to the commit. */
export const bookSettlements = async (tx: Tx, claimed: readonly NewSettlement[], ids: Ids): Promise<void> => {
  const bookings = claimed.map(({ booking }) => booking);
  await tx.query(insertShares, [JSON.stringify(bookings.flatMap(shareRows))]);
  await writeTransactions(
    tx,
    bookings.flatMap(({ transactions, bookedAt }) => transactions.map((transaction) => ({ transaction, bookedAt }))),
    ids,
  );
  await planReleases(tx, bookings.flatMap(releaseRows));
};

// The consumer's own memory of what it handled comes first; this key holds even if that memory is lost or replayed.
const insertSettlements = `
  insert into settlements (settlement_id, charge_id, payment_id, user_id, payment_method, gross_minor, fee_minor,
                           reserve_minor, net_minor, currency, fees, paid_at, settled_at)
  select s."settlementId", s."chargeId", s."paymentId", s."userId", s."paymentMethod", s."grossMinor", s."feeMinor",
         s."reserveMinor", s."netMinor", s.currency, s.fees, s."paidAt", s."settledAt"
  from jsonb_to_recordset($1::jsonb) as s(
    "settlementId" text, "chargeId" text, "paymentId" text, "userId" bigint, "paymentMethod" text, "grossMinor" bigint,
    "feeMinor" bigint, "reserveMinor" bigint, "netMinor" bigint, currency text, fees jsonb, "paidAt" timestamptz,
    "settledAt" timestamptz)
  on conflict (charge_id, payment_id) do nothing
  returning settlement_id`;

const insertShares = `
  insert into settlement_shares (settlement_id, user_id, amount_minor, reserve_minor, reduced_by_minor, is_owner,
                                 release_at)
  select s."settlementId", s."userId", s."amountMinor", s."reserveMinor", s."reducedByMinor", s."isOwner", s."releaseAt"
  from jsonb_to_recordset($1::jsonb) as s(
    "settlementId" text, "userId" bigint, "amountMinor" bigint, "reserveMinor" bigint, "reducedByMinor" bigint,
    "isOwner" boolean, "releaseAt" timestamptz)`;

const settlementRow = ({ booking: { ids, charge, bookedAt }, fees }: NewSettlement): object => ({
  settlementId: ids.settlementId,
  chargeId: charge.chargeId,
  paymentId: charge.paymentId,
  userId: charge.userId,
  paymentMethod: charge.paymentMethod,
  grossMinor: charge.grossAmountMinor,
  feeMinor: charge.feeAmountMinor,
  reserveMinor: charge.disputeReserveMinor,
  netMinor: charge.netAmountMinor,
  currency: charge.currency,
  fees,
  paidAt: charge.paidAt,
  settledAt: bookedAt,
});

const shareRows = ({ ids, shares }: Booking): object[] =>
  shares.map((share) => ({ settlementId: ids.settlementId, ...share }));

const releaseRows = ({ ids, releasedNow, releasedLater }: Booking): PlannedRelease[] => [
  ...releasedNow.map((release) => ({ ...release, transactionId: ids.releaseTransactionId })),
  ...releasedLater.map((release) => ({ ...release, transactionId: null })),
];
