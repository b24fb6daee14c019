import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { noStore } from '../api-keys/view';
import { writeFact } from '../audit/write';
import { lockPerson } from '../people/persons/table';
import { actorFrom } from '../people/sessions/arrival';
import { startSession } from '../people/sessions/start';
import { startedView } from '../people/sessions/view';
import { withoutEvents } from '../store/commit';
import { clientOf } from './begin';
import { type CompanyDependencies } from './dependencies';
import { link } from './link';
import { findLinkedPerson, markLinkUsed, type Subject } from './links-table';
import { findUsableProvider } from './providers-table';
import { companySignInRefused, notLinked } from './refusals';
import { spendSignIn, type PendingSignIn } from './sign-ins-table';

type Body = components['schemas']['CompleteCompanySignIn'];
type Request = ApiRequest<Body>;

/** POST /internal/company-sign-ins/completion. */
export const completeCompanySignIn = (deps: CompanyDependencies): Operation<Body> => ({
  handle: async (request) => {
    // Before anything is asked: whatever becomes of the answer, it counts for no other one.
    const pending = await spendSignIn(deps.db, request.body, deps.clock.now());
    const subject = pending && (await subjectOf(deps, pending, request.body));
    if (pending === undefined || subject === undefined) {
      deps.countSignIn('refused');
      return companySignInRefused();
    }
    const { sessionId } = pending;
    return deps.commit<ApiResponse>(
      withoutEvents((tx) =>
        sessionId === null ? signIn(deps, tx, request, subject) : link(deps, tx, request, { subject, sessionId }),
      ),
    );
  },
});

/** Undefined where the provider is another one by now, or what it says does not hold. */
const subjectOf = async (
  deps: CompanyDependencies,
  { userId, issuer, clientId }: PendingSignIn,
  body: Body,
): Promise<Subject | undefined> => {
  const provider = await findUsableProvider(deps.db, userId);
  if (provider?.issuer !== issuer || provider.clientId !== clientId) return undefined;
  try {
    return { userId, issuer, subject: await deps.openId.subjectOf(clientOf(deps, provider), body) };
  } catch (err) {
    deps.log.info({ err, userId }, 'a sign-in by a company does not hold');
    return undefined;
  }
};

const signIn = async (deps: CompanyDependencies, tx: Tx, request: Request, subject: Subject): Promise<ApiResponse> => {
  const { arrival } = request.body;
  const { userId } = subject;
  const from = { ...actorFrom(arrival, request.requestId), userId };
  const personId = await findLinkedPerson(tx, subject);
  const person = personId === undefined ? undefined : await lockPerson(tx, personId);
  // Asked for anew: whoever unlinked themselves while we waited for the lock is linked no longer.
  if (person?.status !== 'ACTIVE' || (await findLinkedPerson(tx, subject)) !== person.personId) {
    deps.countSignIn('not_linked');
    await writeFact(tx, deps, 'SIGN_IN', { ...from, personId: personId ?? null }, { outcome: 'REFUSED' });
    return notLinked();
  }
  const by = { ...from, personId: person.personId };
  await markLinkUsed(tx, userId, person.personId, toIso(deps.clock.now()));
  // The provider's sign-in counts as a whole; what moves money or rights takes a proof of our own all the same.
  const started = await startSession(tx, deps, {
    ...{ personId: person.personId, isPending: false, companyUserId: userId, arrival },
  });
  await writeFact(tx, deps, 'SIGN_IN', by, { object: started.session.sessionId, after: { company: userId } });
  deps.countSignIn('accepted');
  const { body: session } = startedView(200, started, deps.sessionLimits);
  return { status: 200, headers: noStore, body: { session } };
};
