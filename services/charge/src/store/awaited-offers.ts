import type { Database, Tx } from '@repasse/chassis/postgres/database';
import type { CustomerMeta } from './effects';

/** An attempt whose provider has not answered, and what it needs to be told again. */
export interface AwaitedOffer {
  readonly attemptId: string;
  readonly chargeId: string;
  readonly gatewayOptions: object | null;
  readonly customerMeta: CustomerMeta | null;
  readonly tries: number;
}

/**
 * Takes what is due and puts it off at once: whoever dies with it in hand leaves it to be due again. The wait doubles
 * from ten seconds up to five minutes and varies by a fifth, so that an outage does not end in a stampede.
 */
export const takeDueOffers = (db: Database, now: string, limit: number): Promise<readonly AwaitedOffer[]> =>
  db.query<AwaitedOffer>(
    `with due as (
       select attempt_id from awaited_offers where due_at <= $1::timestamptz
       order by due_at limit $2 for update skip locked
     ), taken as (
       update awaited_offers w
       set tries = w.tries + 1,
           due_at = $1::timestamptz
             + least(interval '5 seconds' * power(2, least(w.tries, 10) + 1), interval '5 minutes') * (0.8 + 0.4 * random())
       from due where w.attempt_id = due.attempt_id
       returning w.attempt_id, w.charge_id, w.gateway_options, w.tries
     )
     select t.attempt_id as "attemptId", t.charge_id as "chargeId", t.gateway_options as "gatewayOptions", t.tries,
       case when p.charge_id is null then null
         else jsonb_strip_nulls(jsonb_build_object('name', p.name, 'email', p.email, 'source', p.source)) end
         as "customerMeta"
     from taken t left join payer_data p using (charge_id)`,
    [now, limit],
  );

/** An attempt that is not waited for any more; the recording of its answer has usually done this. */
export const forgetAwaited = async (db: Tx, attemptId: string): Promise<void> => {
  await db.query('delete from awaited_offers where attempt_id = $1', [attemptId]);
};

export const countAwaitedOffers = async (db: Tx): Promise<number> => {
  const [row] = await db.query<{ total: number }>('select count(*) as total from awaited_offers');
  return row?.total ?? 0;
};
