import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { actorIn, writeFact } from '../audit/write';
import { personIn } from '../people/persons/caller';
import { lockPerson } from '../people/persons/table';
import { endSessionsOfCompany } from '../people/sessions/table';
import { withoutEvents } from '../store/commit';
import { userIdOf } from '../users/routes';
import { type CompanyDependencies } from './dependencies';
import { deleteLink } from './links-table';

/** DELETE /person/company-links/{userId}. It is never the last way in: everybody has a password. */
export const removeCompanyLink = (deps: CompanyDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const { personId } = personIn(request);
        const userId = userIdOf(request.params);
        const person = await lockPerson(tx, personId);
        if (person !== undefined && (await deleteLink(tx, userId, personId))) {
          await endSessionsOfCompany(tx, userId, personId, toIso(deps.clock.now()));
          await writeFact(tx, deps, 'COMPANY_UNLINKED', { ...actorIn(request), userId });
          await deps.queueMail?.(tx, { kind: 'COMPANY_UNLINKED', to: person.email, locale: person.locale });
        }
        return { status: 204 };
      }),
    ),
});
