import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { isProven, stepUpRequired } from '@repasse/chassis/auth/step-up';
import { problem } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/identity';
import { noStore } from '../api-keys/view';
import { newSecret } from '../new-secret';
import { liveSession } from '../people/sessions/live';
import { secondFactorNeeded, sessionEnded } from '../people/sessions/refusals';
import { type CompanyDependencies } from './dependencies';
import { companiesOfPerson } from './links-table';
import { contextOf, findProviderByName, findUsableProvider, type CompanyProvider } from './providers-table';
import { companyNotFound, companyUnavailable, linkExists } from './refusals';
import { signInNameOf } from './rules';
import { insertSignIn } from './sign-ins-table';

/** POST /internal/company-sign-ins. */
export const beginCompanySignIn = (
  deps: CompanyDependencies,
): Operation<components['schemas']['BeginCompanySignIn']> => ({
  handle: async ({ body }) => {
    await deps.beginningLimit.count(body.arrival.address);
    const provider = await findProviderByName(deps.db, signInNameOf(body.signInName));
    return provider === undefined ? companyNotFound() : begin(deps, provider, null);
  },
});

/** POST /internal/company-links: a stolen session alone brings no sign-in of its own. */
export const beginCompanyLink = (deps: CompanyDependencies): Operation<components['schemas']['BeginCompanyLink']> => ({
  handle: async ({ body }) => {
    const live = await liveSession(deps.db, deps, body.sessionSecret);
    if (live === undefined) return sessionEnded();
    const { sessionId, personId, isPending, provenAt, companyUserId } = live.session;
    if (isPending) return secondFactorNeeded();
    await deps.beginningLimit.count(personId);
    if (provenAt === null || !isProven({ provenAt }, deps.clock.now())) return problem(stepUpRequired);
    const companies = await companiesOfPerson(deps.db, personId, companyUserId);
    const company = companies.find(({ userId }) => userId === body.userId);
    const provider = company && (await findUsableProvider(deps.db, company.userId));
    if (company === undefined || provider === undefined) return companyNotFound();
    return company.linkedAt === null ? begin(deps, provider, sessionId) : linkExists();
  },
});

const begin = async (
  deps: CompanyDependencies,
  provider: CompanyProvider,
  sessionId: string | null,
): Promise<ApiResponse> => {
  const { userId, issuer, clientId, displayName } = provider;
  const secrets = { secret: newSecret(), state: newSecret() };
  const authorizationUrl = await deps.openId
    .authorizationUrl(clientOf(deps, provider), secrets)
    .catch((err: unknown) => {
      deps.log.warn({ err, userId }, 'the provider of a company does not answer');
      return undefined;
    });
  if (authorizationUrl === undefined) return companyUnavailable();
  await insertSignIn(deps.db, { userId, issuer, clientId, sessionId }, secrets, deps.clock.now());
  return { status: 200, headers: noStore, body: { secret: secrets.secret, authorizationUrl, displayName } };
};

export const clientOf = (
  { box }: CompanyDependencies,
  { userId, issuer, clientId, sealedSecret }: CompanyProvider,
) => ({
  ...{ issuer, clientId, clientSecret: box.open(sealedSecret, contextOf(userId)) },
});
