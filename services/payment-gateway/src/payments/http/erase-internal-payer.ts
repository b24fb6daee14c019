import { type Operation } from '@repasse/chassis/http/app';
import { type Database } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { erasePayer } from '../store/erase-payer';

/** POST /internal/payer-erasures: charge decides that a payer may be erased, and names the charges they were to pay. */
export const eraseInternalPayer = (db: Database): Operation<components['schemas']['ErasePayer']> => ({
  handle: async ({ body }) => ({ status: 200, body: await erasePayer(db, body) }),
});
