import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { scopesOfPortal } from '@repasse/contracts/roles';
import { noStore } from '../api-keys/view';
import { type PeopleDependencies } from '../people/dependencies';
import { hashOfSecret } from '../people/secrets';
import { membershipNotFound, sessionEnded } from '../people/sessions/refusals';
import { consoleClientId, signForConsole } from '../people/sessions/sign';
import { findBrand } from './brand';
import { notIncluded } from './refusals';
import { findOpenLink, type FoundLink } from './table';

type Body = components['schemas']['IssueSessionToken'];

/** As a seller who signed in, and never more: scopesOfPortal sees to that. */
const role = 'SELLER';

/** For a session of no person. It obtains no token for a change, whatever its scopes. */
export const issuePortalToken = async (
  deps: PeopleDependencies,
  tx: Tx,
  { body }: ApiRequest<Body>,
): Promise<ApiResponse> => {
  const now = toIso(deps.clock.now());
  const link = await findOpenLink(tx, hashOfSecret('portal session', body.sessionSecret), now);
  if (link === undefined) return sessionEnded();
  const { linkId, userId, screens, returnUrl } = link;
  if (body.userId !== undefined && body.userId !== userId) return membershipNotFound();
  if (body.change !== undefined && body.change.isExport !== true) return notIncluded();
  const scopes = scopesOfPortal(screens);
  const claims = { userId, clientId: consoleClientId, profile: 'CUSTOMER' as const, scopes };
  const { token, expiresAt } = await signForConsole(deps, { ...claims, acting: { act: { sub: linkId } } });
  return {
    ...{ status: 200, headers: noStore },
    body: {
      ...{ accessToken: token, expiresAt, person: personBehind(link, scopes), userId, role, scopes },
      ...{ provenAt: null, hasSecondFactor: false, hasPasskey: false, auditId: null, companyNeeded: null },
      ...{ portal: { linkId, screens, returnUrl }, brand: await findBrand(tx, userId) },
    },
  };
};

/** Nobody signed in: a name for the header, and the language of who opened it. */
const personBehind = (
  { linkId, userId, personName, sellerName, locale, createdAt }: FoundLink,
  scopes: readonly string[],
) => ({
  ...{ personId: linkId, email: '', name: personName ?? sellerName, locale: locale ?? 'pt-BR', createdAt },
  memberships: [{ userId, userName: sellerName, role, scopes }],
});
