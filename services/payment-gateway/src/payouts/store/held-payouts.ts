import { type Tx } from '@repasse/chassis/postgres/database';
import { coinMethods } from '../../payments/domain/methods';
import { allRails, rails } from '../domain/rails';

/** A withdrawal, or a payment whose coins go back, that nobody works on until an operator has looked at the provider. */
export interface HeldPayout {
  /** `wd_…` of a withdrawal, `pay_…` of a payment with a refund of coins. */
  readonly id: string;
  readonly status: string;
  readonly amountMinor: number;
  readonly updatedAt: string;
}

/**
 * Takes their due times from payouts that are not prepared, and from refunds of coins, as the database knows them. After
 * a restore the provider may have sent them already under a name that was lost, and it would send another one. A
 * prepared payout is not held: it has its name, and the provider is asked about it.
 */
export const holdPayouts = async (tx: Tx): Promise<readonly string[]> =>
  (await tx.query<{ id: string }>(holdSql)).map(({ id }) => id);

/** Oldest first. */
export const listHeldPayouts = (tx: Tx): Promise<HeldPayout[]> => tx.query<HeldPayout>(listSql);

/** False where it is not held. */
export const resumePayout = async (tx: Tx, id: string, now: string): Promise<boolean> =>
  (await tx.query(resumeSql, [id, now])).length > 0;

const railsNamedThere = allRails.filter((rail) => !rails[rail].isNamedByUs);
/** One that the provider knows by our id is not held: under that name it leaves once, however often it is sent. */
const openPayout = `status in ('requested', 'priced') and rail in ('${railsNamedThere.join("', '")}')`;
const coinsPaid = `payment_method in ('${coinMethods.join("', '")}') and status = 'received'`;
/** A payment does not tell whether a refund of it is under way: its last event does, and it is one of few. */
const goesBack = `${coinsPaid} and exists (
  select from events e where e.stream_id = payment_id and e.type = 'RefundRequested' and not exists (
    select from events o where o.stream_id = e.stream_id and o.type in ('RefundSettled', 'RefundFailed')
      and o.data ->> 'refundId' = e.data -> 'refund' ->> 'refundId'))`;

const holdSql = `
  with payouts_held as (
    update payouts set due_at = null where due_at is not null and ${openPayout} returning withdrawal_id as id
  ), refunds_held as (
    update payments set due_at = null where due_at is not null and ${coinsPaid} returning payment_id as id
  )
  select id from payouts_held union all select id from refunds_held order by id`;

const listSql = `
  select withdrawal_id as id, status, amount_minor as "amountMinor", updated_at as "updatedAt"
  from payouts where due_at is null and ${openPayout}
  union all
  select payment_id, 'refund of coins', amount_minor, updated_at from payments where due_at is null and ${goesBack}
  order by "updatedAt", id`;

const resumeSql = `
  with payouts_resumed as (
    update payouts set due_at = $2, asked_count = 0
    where withdrawal_id = $1 and due_at is null and ${openPayout} returning withdrawal_id as id
  ), refunds_resumed as (
    update payments set due_at = $2, asked_count = 0
    where payment_id = $1 and due_at is null and ${goesBack} returning payment_id as id
  )
  select id from payouts_resumed union all select id from refunds_resumed`;
