import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { invalidRequest, problem } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { violatedConstraint } from '@repasse/chassis/postgres/faults';
import { type components } from '@repasse/contracts/generated/http/identity';
import { endSessionsOfCompany } from '../people/sessions/table';
import { withoutEvents } from '../store/commit';
import { userNotFound } from '../users/routes';
import { lockUser } from '../users/table';
import { type CompanyDependencies } from './dependencies';
import { deleteLinks } from './links-table';
import { contextOf, findProvider, keepProvider, type CompanyProvider } from './providers-table';
import { nameTaken, providerUnreadable } from './refusals';
import { faultsOfIssuer, isSameAddress } from './rules';
import { providerView } from './view';

type Body = components['schemas']['PutCompanySignIn'];

/** PUT /company-sign-in. */
export const putCompanySignIn = (deps: CompanyDependencies): Operation<Body> => ({
  check: ({ body }, faulty) => (faulty.has('issuer') ? [] : faultsOfIssuer(body.issuer, deps.addressRules)),
  handle: async (request) => {
    const { userId } = callerOf(request);
    await deps.readingLimit.count(String(userId));
    const issuer = await issuerOf(deps, request.body);
    if (typeof issuer !== 'string') return issuer;
    try {
      return await deps.commit<ApiResponse>(withoutEvents((tx) => put(deps, tx, userId, { ...request.body, issuer })));
    } catch (fault) {
      if (violatedConstraint(fault) === 'company_providers_sign_in_name_key') return nameTaken();
      throw fault;
    }
  },
});

/** As the provider writes it; the refusal where it cannot be read. */
const issuerOf = async ({ openId, log }: CompanyDependencies, { issuer, clientId }: Body) => {
  try {
    return await openId.readIssuer(issuer, clientId);
  } catch (fault) {
    log.info({ err: fault, issuer }, 'the provider of a company cannot be read');
    return providerUnreadable(
      'The discovery document of the issuer could not be read within seconds, or is not one. Nothing was changed.',
    );
  }
};

/** Under the lock of the user, so that two changes are one after the other. */
const put = async (deps: CompanyDependencies, tx: Tx, userId: number, body: Body): Promise<ApiResponse> => {
  if ((await lockUser(tx, userId)) === undefined) return userNotFound();
  const before = await findProvider(tx, userId);
  const isOther = before === undefined || !isSameClient(before, body);
  // A kept secret never goes to another provider than the one it is of.
  if (isOther && body.clientSecret === undefined)
    return problem(
      invalidRequest([{ field: 'clientSecret', message: 'must come along with an issuer or client id that is new.' }]),
    );
  const now = toIso(deps.clock.now());
  const after = changed(deps, userId, before, body, now);
  if (after === before) return { status: 200, body: providerView(after) };
  await keepProvider(tx, after);
  if (before !== undefined && isOther) {
    await deleteLinks(tx, userId);
    await endSessionsOfCompany(tx, userId, null, now);
  }
  return { status: 200, body: providerView(after) };
};

const isSameClient = (before: CompanyProvider, { issuer, clientId }: Pick<Body, 'issuer' | 'clientId'>): boolean =>
  isSameAddress(before.issuer, issuer) && before.clientId === clientId;

/** The provider of before where nothing is another. */
const changed = (
  { box }: CompanyDependencies,
  userId: number,
  before: CompanyProvider | undefined,
  { signInName, displayName, issuer, clientId, clientSecret, isRequired }: Body,
  now: string,
): CompanyProvider => {
  const context = contextOf(userId);
  const isKept =
    before !== undefined && (clientSecret === undefined || box.open(before.sealedSecret, context) === clientSecret);
  const sealedSecret = isKept ? before.sealedSecret : box.seal(clientSecret ?? '', context);
  const after = { userId, signInName, displayName, issuer, clientId, sealedSecret, isRequired };
  const isSame =
    isKept &&
    isSameClient(before, { issuer, clientId }) &&
    before.signInName === signInName &&
    before.displayName === displayName &&
    before.isRequired === isRequired;
  return isSame ? before : { ...after, createdAt: before?.createdAt ?? now, updatedAt: now };
};
