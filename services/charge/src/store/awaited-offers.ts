import { type Tx } from '@repasse/chassis/postgres/database';
import { createDueRows, type DueRows, type Lease } from '@repasse/chassis/waiting/due-rows';
import { type Payer } from './effects';

/** An attempt whose provider has not answered, and the data for requesting it again. */
interface AwaitedOffer {
  readonly attemptId: string;
  readonly chargeId: string;
  readonly gatewayOptions: object | null;
  readonly payer: Payer | null;
}

export type TakenOffer = AwaitedOffer & Lease;

/** Longer than asking the gateway takes; a process that dies leaves its attempts for this long. */
const leaseMs = 30_000;

export const createAwaitedOffers = (db: Tx): DueRows<AwaitedOffer> =>
  createDueRows<AwaitedOffer>(db, {
    table: 'awaited_offers',
    key: 'attempt_id',
    tries: 'tries',
    leaseMs,
    columns: `r.attempt_id as "attemptId", r.charge_id as "chargeId", r.gateway_options as "gatewayOptions", (
      select jsonb_strip_nulls(jsonb_build_object(
        'name', p.name, 'email', p.email, 'document', p.document, 'source', p.source))
      from payer_data p where p.charge_id = r.charge_id
    ) as "payer"`,
  });

/** An attempt that is not waited for any more; the recording of its answer has usually done this. */
export const forgetAwaited = async (db: Tx, attemptId: string): Promise<void> => {
  await db.query('delete from awaited_offers where attempt_id = $1', [attemptId]);
};

export const countAwaitedOffers = async (db: Tx): Promise<number> => {
  const [row] = await db.query<{ total: number }>('select count(*) as total from awaited_offers');
  return row?.total ?? 0;
};
