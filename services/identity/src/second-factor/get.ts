import { type Operation } from '@repasse/chassis/http/app';
import { type SecondFactorDependencies } from './dependencies';
import { findSecondFactor } from './table';
import { viewOf } from './view';
import { callerOf } from '@repasse/chassis/auth/caller';
import { secondFactorNotFound } from './refusals';

/** GET /second-factor. */
export const getOwn = ({ db, waitHours }: SecondFactorDependencies): Operation<undefined> => ({
  handle: async (request) => {
    const factor = await findSecondFactor(db, callerOf(request).userId);
    return factor === undefined ? secondFactorNotFound() : viewOf(factor, waitHours);
  },
});
