import type { Tx } from '@repasse/chassis/postgres/database';
import type { AttemptRow } from '../store/read-rows';
import { isOf, payerColumns, type PayerColumns, type Reader } from './charge-reads';

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
