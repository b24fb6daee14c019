import { toIso, type Clock } from '@repasse/chassis/clock';
import { reject } from '@repasse/chassis/decider';
import type { ProblemError } from '@repasse/chassis/http/problem';
import type { KeyHolder } from '../store/attempt-keys';
import type { ChargeStore } from '../store/charge-store';
import { existingCharge } from './own-charge';
import { refusedOn } from './problems';

/** The refusal of an attemptIdempotencyKey that was used before, with the charge of its first use as it stands now. */
export const attemptKeyReused = async (
  { charges, clock }: { readonly charges: ChargeStore; readonly clock: Clock },
  { chargeId, attemptId }: KeyHolder,
): Promise<ProblemError> => {
  const charge = await existingCharge(charges, chargeId);
  const detail = `This attemptIdempotencyKey was used for charge ${chargeId}. Nothing was created.`;
  return refusedOn(charge, toIso(clock.now()), reject('charge.attempt_key_reused', detail), attemptId);
};
