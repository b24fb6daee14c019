import { type Operation } from '@repasse/chassis/http/app';
import { personIn } from '../people/persons/caller';
import { companyOfSession } from '../people/sessions/table';
import { type CompanyDependencies } from './dependencies';
import { companiesOfPerson } from './links-table';

/** GET /person/company-links. */
export const listCompanyLinks = ({ db }: CompanyDependencies): Operation<undefined> => ({
  handle: async (request) => {
    const { personId, sessionId } = personIn(request);
    const data = await companiesOfPerson(db, personId, await companyOfSession(db, sessionId));
    return { status: 200, body: { data } };
  },
});
