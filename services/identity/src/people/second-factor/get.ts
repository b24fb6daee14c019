import { type Operation } from '@repasse/chassis/http/app';
import { secondFactorNotFound } from '../../second-factor/refusals';
import { type PeopleDependencies } from '../dependencies';
import { personIn } from '../persons/caller';
import { findPersonFactor } from './table';
import { factorView } from './view';

/** GET /person/second-factor. */
export const getPersonSecondFactor = ({ db }: PeopleDependencies): Operation<undefined> => ({
  handle: async (request) => {
    const factor = await findPersonFactor(db, personIn(request).personId);
    return factor === undefined ? secondFactorNotFound() : factorView(factor);
  },
});
