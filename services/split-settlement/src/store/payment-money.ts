import { type Tx } from '@repasse/chassis/postgres/database';

/** The money that the books have of one payment of a charge. */
export interface PaymentMoney {
  /** Booked to the charge and not given back. */
  readonly bookedMinor: number;
  /** Received beyond what the charge asked for and not refunded: kept by the merchant, or held. */
  readonly surplusMinor: number;
  /** The part of the surplus that is undecided: it is in no balance. */
  readonly heldMinor: number;
  readonly disputedMinor: number;
  readonly lostMinor: number;
  /** The amount that refunds under way will take. */
  readonly promisedMinor: number;
  /** Of the charge's settlement; zeros where it has none. */
  readonly grossMinor: number;
  readonly feeMinor: number;
}

interface PaymentKey {
  readonly chargeId: string;
  readonly paymentId: string;
  readonly now: string;
}

/** Parts of the price that came by other payments are theirs. */
export const readPaymentMoney = async (tx: Tx, { chargeId, paymentId, now }: PaymentKey): Promise<PaymentMoney> => {
  const [row] = await tx.query<PaymentMoney>(select, [chargeId, paymentId, now]);
  if (row === undefined) throw new Error('A sum gave no row.');
  return row;
};

const select = `
  with settled as (
    select payment_id, gross_minor, fee_minor from settlements
    where charge_id = $1 order by settled_at, settlement_id limit 1
  ), applied as (
    select coalesce(sum(amount_minor) filter (where payment_id = $2), 0)::bigint as own_minor,
           coalesce(sum(amount_minor) filter (where payment_id <> $2), 0)::bigint as others_minor
    from surplus_resolutions where charge_id = $1 and handling = 'APPLY'
  ), beside as (
    select coalesce(sum(amount_minor), 0)::bigint as minor, coalesce(sum(held_minor), 0)::bigint as held_minor
    from surpluses where charge_id = $1 and payment_id = $2
  ), reversed as (
    select coalesce(sum(amount_minor) filter (where kind = 'REFUND'), 0)::bigint as refunded_minor,
           coalesce(sum(amount_minor) filter (where kind = 'DISPUTE' and outcome is null), 0)::bigint as open_minor,
           coalesce(sum(amount_minor) filter (where outcome = 'LOST'), 0)::bigint as lost_minor
    from reversals left join dispute_decisions on dispute_id = reversal_id
    where charge_id = $1 and payment_id = $2
  )
  select case when s.payment_id = $2 then s.gross_minor - a.others_minor else a.own_minor end
           - r.refunded_minor as "bookedMinor",
         b.minor - a.own_minor
           - (select coalesce(sum(amount_minor), 0)::bigint from surplus_refunds
              where charge_id = $1 and payment_id = $2) as "surplusMinor",
         b.held_minor as "heldMinor", r.open_minor as "disputedMinor", r.lost_minor as "lostMinor",
         (select coalesce(sum(amount_minor), 0)::bigint from refund_reservations
          where payment_id = $2 and status = 'OPEN' and (expires_at is null or expires_at > $3)) as "promisedMinor",
         coalesce(s.gross_minor, 0) as "grossMinor", coalesce(s.fee_minor, 0) as "feeMinor"
  from applied a cross join beside b cross join reversed r left join settled s on true`;

/** The money that the books have of a payment in coins. */
export interface CoinMoney {
  readonly receivedMinor: number;
  readonly refundedMinor: number;
  readonly feeMinor: number;
}

export const readCoinMoney = async (tx: Tx, paymentId: string): Promise<CoinMoney> => {
  const [row] = await tx.query<CoinMoney>(selectCoins, [paymentId]);
  if (row === undefined) throw new Error('A sum gave no row.');
  return row;
};

const selectCoins = `
  select coalesce(sum(gross_minor), 0)::bigint as "receivedMinor", coalesce(sum(fee_minor), 0)::bigint as "feeMinor",
         (select coalesce(sum(amount_minor), 0)::bigint from coin_refunds where payment_id = $1) as "refundedMinor"
  from coin_receipts where payment_id = $1`;
