import { toIso, type Clock } from '@repasse/chassis/clock';
import { reject } from '@repasse/chassis/decider';
import { ProblemError } from '@repasse/chassis/http/problem';
import { problemCode } from '@repasse/contracts';
import type { KeyHolder } from '../store/attempt-keys';
import type { ChargeStore } from '../store/charge-store';
import { existingCharge } from './own-charge';
import { refusedOn } from './problems';

const reused = 'charge.attempt_key_reused';

/** The refusal of an attemptIdempotencyKey that was used before, with the charge of its first use as it stands now. */
export const attemptKeyReused = async (
  { charges, clock }: { readonly charges: ChargeStore; readonly clock: Clock },
  { chargeId, attemptId }: KeyHolder,
): Promise<ProblemError> => {
  const charge = await existingCharge(charges, chargeId);
  const detail = `This attemptIdempotencyKey was used for charge ${chargeId}. Nothing was created.`;
  return refusedOn(charge, toIso(clock.now()), reject(reused, detail), attemptId);
};

/**
 * The same refusal for a payer whose key belongs to another charge of the merchant. It neither names that charge nor
 * claims this one: nothing was tried here, so another key may be used at once.
 */
export const attemptKeyReusedElsewhere = (): ProblemError =>
  new ProblemError({
    status: problemCode(reused).status,
    code: reused,
    detail: 'This attemptIdempotencyKey was used before, and not at this charge. Nothing was charged; use another key.',
    extra: { retryable: false },
  });
