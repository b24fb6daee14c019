import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { findRole, type Role } from '@repasse/contracts/roles';
import { type components } from '@repasse/contracts/generated/http/identity';
import { noStore } from '../../api-keys/view';
import { insertAuditEntry } from '../../audit/table';
import { newEntry } from '../../audit/write';
import { findBrand } from '../../portal-links/brand';
import { issuePortalToken } from '../../portal-links/session-token';
import { type PeopleDependencies } from '../dependencies';
import { companyNeeded, isRoleFor, scopesIn } from '../members/rules';
import { membershipsOfPerson, type MembershipOfPerson, type RequiredCompany } from '../members/table';
import { personView } from '../persons/view';
import { actorFrom } from './arrival';
import { liveSession } from './live';
import { membershipNotFound, secondFactorNeeded } from './refusals';
import { usedEveryMs } from './rules';
import { consoleClientId, signForConsole } from './sign';
import { markSessionUsed, type SessionOfPerson } from './table';
import { withoutEvents } from '../../store/commit';

type Body = components['schemas']['IssueSessionToken'];

/** POST /internal/session-tokens. */
export const issueSessionToken = (deps: PeopleDependencies): Operation<Body> => ({
  handle: (request) => deps.commit<ApiResponse>(withoutEvents((tx) => issue(deps, tx, request))),
});

const issue = async (deps: PeopleDependencies, tx: Tx, request: ApiRequest<Body>): Promise<ApiResponse> => {
  const live = await liveSession(tx, deps, request.body.sessionSecret);
  // A session of no person may be one behind a portal link; the two have nothing in common but the cookie.
  if (live === undefined) return issuePortalToken(deps, tx, request);
  if (live.session.isPending) return secondFactorNeeded();
  const memberships = await membershipsOfPerson(tx, live.person.personId, live.session.companyUserId);
  const chosen = chosenOf(memberships, request.body.userId);
  if (chosen === undefined) return membershipNotFound();
  await markUsed(deps, tx, live);
  const auditId = await writeChange(deps, tx, request, live, chosen.userId);
  const { token, expiresAt } = await sign(deps, live, chosen);
  return {
    status: 200,
    headers: noStore,
    body: {
      ...{ accessToken: token, expiresAt, person: personView(live.person, memberships), userId: chosen.userId },
      ...{ role: chosen.role.role, scopes: chosen.scopes, provenAt: live.session.provenAt, auditId },
      ...{ hasSecondFactor: live.hasSecondFactor, hasPasskey: live.hasPasskey, portal: null },
      companyNeeded: chosen.companyNeeded,
      brand: chosen.role.role === 'SELLER' ? await findBrand(tx, chosen.userId) : null,
    },
  };
};

interface Chosen {
  readonly userId: number;
  readonly role: Role;
  readonly scopes: readonly string[];
  readonly companyNeeded: RequiredCompany | null;
}

/** The user that was named, or the first; a role whose profile the user lost is none. */
const chosenOf = (memberships: readonly MembershipOfPerson[], userId: number | undefined): Chosen | undefined => {
  const usable = memberships.filter(({ role, userProfiles }) => isRoleFor(role, userProfiles));
  const found = userId === undefined ? usable[0] : usable.find((each) => each.userId === userId);
  const role = found && findRole(found.role);
  if (found === undefined || role === undefined) return undefined;
  return { userId: found.userId, role, scopes: scopesIn(found), companyNeeded: companyNeeded(found) };
};

const markUsed = async ({ clock }: PeopleDependencies, tx: Tx, { session }: SessionOfPerson): Promise<void> => {
  const now = clock.now();
  if (now.getTime() - Date.parse(session.usedAt) < usedEveryMs) return;
  await markSessionUsed(tx, session.sessionId, toIso(now));
};

/** Before it is done: whatever happens to the console then, it is known who was about to. */
const writeChange = async (
  deps: PeopleDependencies,
  tx: Tx,
  { body: { change, arrival } }: ApiRequest<Body>,
  { person }: SessionOfPerson,
  userId: number,
): Promise<string | null> => {
  if (change === undefined) return null;
  const by = { ...actorFrom(arrival, change.requestId), personId: person.personId, userId };
  const entry = newEntry(deps, change.operation, by, { object: change.object });
  await insertAuditEntry(tx, entry);
  return entry.auditId;
};

const sign = (
  deps: PeopleDependencies,
  { session, person }: SessionOfPerson,
  { userId, role, scopes }: Chosen,
): Promise<{ readonly token: string; readonly expiresAt: string }> => {
  const proven = session.provenAt === null ? {} : { auth_time: Math.floor(Date.parse(session.provenAt) / 1_000) };
  const claims = { userId, clientId: consoleClientId, profile: role.profile, scopes };
  const limited = role.refundMinorMax === undefined ? {} : { refund_minor_max: role.refundMinorMax };
  return signForConsole(deps, {
    ...claims,
    acting: { act: { sub: person.personId }, sid: session.sessionId, ...proven, ...limited },
  });
};
