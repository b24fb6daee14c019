import { type Operation } from '@repasse/chassis/http/app';
import { type PeopleDependencies } from '../dependencies';
import { personIn } from './caller';
import { personNotFound } from './refusals';
import { findPerson } from './table';
import { readPersonView } from './view';

/** GET /person. */
export const getPerson = ({ db }: PeopleDependencies): Operation<undefined> => ({
  handle: async (request) => {
    const { personId, sessionId } = personIn(request);
    const person = await findPerson(db, personId);
    return person === undefined ? personNotFound() : { status: 200, body: await readPersonView(db, person, sessionId) };
  },
});
