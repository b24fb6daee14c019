import { findArchived } from '@repasse/chassis/archive/restore';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type Reader } from '../store/reads/charges';
import { archivedCharges } from '../store/archived-charges';
import { chargeNotFound } from './problems';

/** The answer about a charge that was not found: an archived one is named to those who could read it. */
export const missingCharge = async (db: Tx, reader: Reader, chargeId: string): Promise<ProblemError> => {
  const archived = await findArchived(db, archivedCharges.name, chargeId);
  const isReadable = archived !== undefined && (reader === null || reader === archived.owner_id);
  return isReadable ? chargeArchived(chargeId) : chargeNotFound(chargeId);
};

const chargeArchived = (chargeId: string): ProblemError =>
  new ProblemError({
    status: 410,
    code: 'charge.archived',
    detail: `${chargeId} is closed and was moved to the archive. Ask the platform's operators to bring it back.`,
  });
