import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { noStore } from '../api-keys/view';
import { writeFact } from '../audit/write';
import { lockPerson } from '../people/persons/table';
import { actorFrom } from '../people/sessions/arrival';
import { liveSession } from '../people/sessions/live';
import { type CompanyDependencies } from './dependencies';
import { companiesOfPerson, insertLink, type Subject } from './links-table';
import { findProvider } from './providers-table';
import { companyNotFound, companySignInRefused, linkExists } from './refusals';

interface Proven {
  readonly subject: Subject;
  /** In which it was begun. */
  readonly sessionId: string;
}

/** Links the person of the session it was begun in, and nobody else's: the browser still has to be signed in there. */
export const link = async (
  deps: CompanyDependencies,
  tx: Tx,
  { body, requestId }: ApiRequest<components['schemas']['CompleteCompanySignIn']>,
  { subject, sessionId }: Proven,
): Promise<ApiResponse> => {
  const live = body.sessionSecret === undefined ? undefined : await liveSession(tx, deps, body.sessionSecret);
  if (live?.session.sessionId !== sessionId || live.session.isPending) {
    deps.countSignIn('refused');
    return companySignInRefused();
  }
  const { personId, companyUserId } = live.session;
  const person = await lockPerson(tx, personId);
  const companies = await companiesOfPerson(tx, personId, companyUserId);
  const company = companies.find(({ userId }) => userId === subject.userId);
  // Another provider may have taken its place since it was asked.
  const provider = company && (await findProvider(tx, company.userId));
  if (person === undefined || company === undefined || provider?.issuer !== subject.issuer) return companyNotFound();
  if (!(await insertLink(tx, subject, personId, toIso(deps.clock.now())))) return linkExists();
  const by = { ...actorFrom(body.arrival, requestId), personId, userId: subject.userId };
  await writeFact(tx, deps, 'COMPANY_LINKED', by, { after: { company: company.displayName } });
  await deps.queueMail?.(tx, {
    ...{ kind: 'COMPANY_LINKED', name: company.displayName, to: person.email, locale: person.locale },
  });
  deps.countSignIn('linked');
  return { status: 200, headers: noStore, body: { session: null } };
};
