import { type Tx } from '@repasse/chassis/postgres/database';
import { type ExistingCharge } from '../domain/charge';
import { findChargeById, type ChargeView } from '../store/reads/charges';
import { type ChargeStore } from '../store/charge-store';
import { missingCharge } from './missing-charge';
import { chargeNotFound } from './problems';

export interface OwnCharge {
  /** The read row, with data that its events do not hold. */
  readonly view: ChargeView;
  /** The state folded from its events. */
  readonly charge: ExistingCharge;
}

/** A merchant's charge, to decide on. Another merchant's charge is not found. */
export const ownCharge = async (
  { db, charges }: { readonly db: Tx; readonly charges: ChargeStore },
  userId: number,
  chargeId: string,
): Promise<OwnCharge> => {
  const view = await findChargeById(db, userId, chargeId);
  if (!view) throw await missingCharge(db, userId, chargeId);
  return { view, charge: await existingCharge(charges, chargeId) };
};

/** A charge that is known to exist. */
export const existingCharge = async (charges: ChargeStore, chargeId: string): Promise<ExistingCharge> => {
  const charge = await charges.load(chargeId);
  if (charge.status === 'absent') throw chargeNotFound(chargeId);
  return charge;
};
