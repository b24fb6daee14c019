import { type Tx } from '@repasse/chassis/postgres/database';
import { isOf, type Reader } from './charges';
import { type SurplusRow } from '../read-rows';

/** All money beside a charge, oldest first, whatever has become of it: `standing` says which of it is held. */
export const findSurplusesOfCharge = (db: Tx, reader: Reader, chargeId: string): Promise<readonly SurplusRow[]> =>
  db.query<SurplusRow>(
    `select * from surpluses where charge_id = $1 and ${isOf('user_id', '$2')} order by recorded_at, payment_id, provider_reference`,
    [chargeId, reader],
  );
