import { isProven, stepUpRequired } from '@repasse/chassis/auth/step-up';
import { callerOf } from '@repasse/chassis/auth/caller';
import { type ApiRequest, type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { hasPasskeys } from '../passkeys/table';
import { personIn } from '../persons/caller';
import { findPersonFactor } from './table';

/** The refusal where the person has something to prove who they are by and did not within minutes: the first one needs no proof. */
export const refuseUnproven = async (
  tx: Tx,
  request: Pick<ApiRequest, 'principal'>,
  now: Date,
): Promise<ApiResponse | undefined> => {
  if (isProven(callerOf(request), now)) return undefined;
  const { personId } = personIn(request);
  const factor = await findPersonFactor(tx, personId);
  const hasProof = (factor !== undefined && factor.confirmedAt !== null) || (await hasPasskeys(tx, personId));
  return hasProof ? problem(stepUpRequired) : undefined;
};
