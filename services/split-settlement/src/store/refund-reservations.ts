import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent, type EventType } from '@repasse/contracts';
import { type Contribution, type SplitRefund } from '../domain/divide-reversal';
import { type Funds } from '../domain/refund-debt';

/** A refund that is to be asked of its provider. */
export interface AskedRefund {
  readonly refundId: string;
  /** Null of a payment in coins. */
  readonly chargeId: string | null;
  readonly paymentId: string;
  /** The owner of the payment. */
  readonly userId: number;
  readonly currency: string;
  readonly amountMinor: number;
  readonly splitRefund: SplitRefund | null;
}

/**
 * RefundRequested follows the reservation in the same request. Without it the refund was refused there, or the process
 * died. One that comes later renews the reservation.
 */
const unconfirmedMs = 60_000;
/** How long the fee of a refunded sale counts: as long as a PIX can be given back. Older rows are forgotten. */
const feesCountMs = 90 * 24 * 60 * 60_000;

const isOpenSql = `status = 'OPEN' and (expires_at is null or expires_at > $1)`;

interface GiversOf {
  readonly givers: readonly number[];
  readonly currency: string;
  /** Its own reservation does not count against a refund that comes again. */
  readonly refundId: string;
  readonly now: string;
}

export const readFunds = (tx: Tx, { givers, currency, refundId, now }: GiversOf): Promise<readonly Funds[]> =>
  tx.query<Funds>(selectFunds, [now, givers, currency, refundId]);

const selectFunds = `
  select u.user_id as "userId",
         (select coalesce(sum(b.balance_minor), 0)::bigint from balances b
          where b.currency = $3 and b.account_id = any (array['user_available:' || u.user_id,
            'user_pending:' || u.user_id, 'user_reserve:' || u.user_id])) as "heldMinor",
         (select coalesce(sum(r.amount_minor), 0)::bigint from refund_reservations r
          where r.user_id = u.user_id and r.currency = $3 and r.refund_id <> $4 and ${isOpenSql}) as "promisedMinor",
         coalesce((select -b.balance_minor from balances b
          where b.account_id = 'user_debt:' || u.user_id and b.currency = $3), 0) as "debtMinor"
  from unnest($2::bigint[]) as u(user_id)`;

interface OfOwner {
  readonly userId: number;
  readonly refundId: string;
  readonly now: string;
}

/** The fees of the sales that a user has refunded lately, without those of one refund. */
export const readFeesOfRefunds = async (tx: Tx, { userId, refundId, now }: OfOwner): Promise<number> => {
  const since = new Date(Date.parse(now) - feesCountMs).toISOString();
  const [row] = await tx.query<{ feesMinor: number }>(selectFees, [now, userId, refundId, since]);
  return row?.feesMinor ?? 0;
};

const selectFees = `
  select coalesce(sum(fee_minor), 0)::bigint as "feesMinor" from refund_reservations
  where user_id = $2 and is_owner and refund_id <> $3 and created_at > $4 and (status = 'ENDED' or ${isOpenSql})`;

/** The amount that refunds under way will take from a user: it cannot be withdrawn. */
export const readPromised = async (tx: Tx, userId: number, currency: string, now: string): Promise<number> => {
  const [row] = await tx.query<{ promisedMinor: number }>(selectPromised, [now, userId, currency]);
  return row?.promisedMinor ?? 0;
};

const selectPromised = `
  select coalesce(sum(amount_minor), 0)::bigint as "promisedMinor" from refund_reservations
  where user_id = $2 and currency = $3 and ${isOpenSql}`;

interface Reservation {
  readonly contributions: readonly Contribution[];
  readonly feeMinor: number;
  readonly now: string;
}

/** Under the ledger's lock. */
export const writeReservation = async (tx: Tx, asked: AskedRefund, o: Reservation): Promise<void> => {
  const { refundId, userId, chargeId, paymentId, currency } = asked;
  const nowMs = Date.parse(o.now);
  const [expiresAt, forgottenBefore] = [nowMs + unconfirmedMs, nowMs - feesCountMs].map((ms) =>
    new Date(ms).toISOString(),
  );
  const rows = o.contributions.map((contribution) => ({
    ...{ refund_id: refundId, user_id: contribution.userId, is_owner: contribution.userId === userId },
    ...{ charge_id: chargeId, payment_id: paymentId, currency, amount_minor: contribution.amountMinor },
    ...{ fee_minor: contribution.userId === userId ? o.feeMinor : 0, status: 'OPEN' },
    ...{ created_at: o.now, expires_at: expiresAt },
  }));
  await tx.query(forget, [refundId, userId, forgottenBefore]);
  await tx.query(insert, [JSON.stringify(rows)]);
};

const forget = `
  delete from refund_reservations r
  where r.refund_id = $1
     or r.refund_id in (select o.refund_id from refund_reservations o
                        where o.user_id = $2 and o.is_owner and o.created_at < $3 and o.status <> 'OPEN')`;
const reservationColumns =
  'refund_id, user_id, is_owner, charge_id, payment_id, currency, amount_minor, fee_minor, status, created_at, expires_at';
const insert = `insert into refund_reservations (${reservationColumns})
  select ${reservationColumns} from json_populate_recordset(null::refund_reservations, $1::json)`;

/** The events of refunds that move nothing in the books, and tell what becomes of a reservation. */
export const reservationTypes = [
  'repasse.refund.requested.v1',
  'repasse.refund.failed.v1',
] as const satisfies EventType[];

export const isOfReservation = ({ type }: AnyEvent): boolean => reservationTypes.some((each) => each === type);

/** A requested refund keeps its reservation until it is booked; a failed one gives it back. Surpluses have none. */
export const followRefunds = async (tx: Tx, events: readonly AnyEvent[]): Promise<void> => {
  const idsOf = (type: (typeof reservationTypes)[number]): readonly string[] =>
    events.flatMap((event) => (event.type === type ? [event.data.refundId] : []));
  const [requested, failed] = [idsOf('repasse.refund.requested.v1'), idsOf('repasse.refund.failed.v1')];
  if (requested.length + failed.length > 0) await tx.query(follow, [requested, failed]);
};

const follow = `
  update refund_reservations
  set expires_at = null, status = case when refund_id = any ($2) then 'FAILED' else status end
  where refund_id = any ($1::text[] || $2::text[]) and status = 'OPEN'`;
