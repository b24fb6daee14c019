import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/identity';
import { type PeopleDependencies } from '../dependencies';
import { personIn } from './caller';
import { personNotFound } from './refusals';
import { lockPerson, updatePerson as keepPerson } from './table';
import { readPersonView } from './view';
import { withoutEvents } from '../../store/commit';

/** PATCH /person. */
export const updatePerson = ({
  commit,
  clock,
}: PeopleDependencies): Operation<components['schemas']['UpdatePerson']> => ({
  handle: (request) =>
    commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const { personId, sessionId } = personIn(request);
        const person = await lockPerson(tx, personId);
        if (person === undefined) return personNotFound();
        const { name = person.name, locale = person.locale } = request.body;
        const changed = { ...person, name, locale };
        await keepPerson(tx, changed, toIso(clock.now()));
        return { status: 200, body: await readPersonView(tx, changed, sessionId) };
      }),
    ),
});
