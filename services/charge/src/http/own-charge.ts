import type { Tx } from '@repasse/chassis/postgres/database';
import type { ExistingCharge } from '../domain/charge';
import { findChargeById, type ChargeView } from '../projections/charge-reads';
import type { ChargeStore } from '../store/charge-store';
import { chargeNotFound } from './problems';

export interface OwnCharge {
  /** As it is read, with what its events do not hold. */
  readonly view: ChargeView;
  /** As its events tell it. */
  readonly charge: ExistingCharge;
}

/** A merchant's charge, to decide on. Somebody else's is not found. */
export const ownCharge = async (
  { db, charges }: { readonly db: Tx; readonly charges: ChargeStore },
  userId: number,
  chargeId: string,
): Promise<OwnCharge> => {
  const view = await findChargeById(db, userId, chargeId);
  if (!view) throw chargeNotFound();
  return { view, charge: await existingCharge(charges, chargeId) };
};

/** A charge that is known to exist. */
export const existingCharge = async (charges: ChargeStore, chargeId: string): Promise<ExistingCharge> => {
  const charge = await charges.load(chargeId);
  if (charge.status === 'absent') throw chargeNotFound();
  return charge;
};
