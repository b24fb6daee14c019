import { type Tx } from '@repasse/chassis/postgres/database';
import { type AttemptRow, type ChargeRow } from '../read-rows';
import { isOf, payerColumns, type PayerColumns, type Reader } from './charges';

/** An attempt with the fields copied from its charge. */
export type AttemptView = AttemptRow &
  PayerColumns & { readonly description: string | null; readonly external_reference: string | null };

const selectAttempts = `
  select a.*, c.description, c.external_reference,
    ${payerColumns}, s.items as split_config
  from attempts a
  join charges c using (charge_id)
  left join payer_data p using (charge_id)
  left join split_configs s using (charge_id)`;

export const findAttemptById = async (db: Tx, reader: Reader, attemptId: string): Promise<AttemptView | undefined> => {
  const [attempt] = await db.query<AttemptView>(
    `${selectAttempts} where a.attempt_id = $1 and ${isOf('a.user_id', '$2')}`,
    [attemptId, reader],
  );
  return attempt;
};

/** Oldest first; ids are ordered by time. */
export const findAttemptsOfCharge = (db: Tx, reader: Reader, chargeId: string): Promise<readonly AttemptView[]> =>
  db.query<AttemptView>(
    `${selectAttempts} where a.charge_id = $1 and ${isOf('a.user_id', '$2')} order by a.attempt_id`,
    [chargeId, reader],
  );

/** The attempts that paid these charges, for a report: one statement for a page. */
export const findPayingAttempts = (
  db: Tx,
  charges: readonly Pick<ChargeRow, 'paid_attempt_id'>[],
): Promise<
  readonly Pick<AttemptRow, 'attempt_id' | 'payment_method' | 'invoice_id' | 'end_to_end_id' | 'checkout_meta'>[]
> =>
  db.query(
    'select attempt_id, payment_method, invoice_id, end_to_end_id, checkout_meta from attempts where attempt_id = any ($1)',
    [charges.flatMap(({ paid_attempt_id: id }) => (id === null ? [] : [id]))],
  );
