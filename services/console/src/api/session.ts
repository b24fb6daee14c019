import { json, Router, type Request } from 'express';
import { invalidRequest, ProblemError } from '@repasse/chassis/http/problem';
import { findRole } from '@repasse/contracts/roles';
import { arrivalOf } from '../http/arrival';
import { named } from '../http/named';
import { passkeyIn, passkeyLimit } from '../http/passkey-in';
import { textIn } from '../http/text-in';
import { userNumberOf } from '../http/user-number';
import { type Identity, type SessionToken } from '../identity';
import { mayUseSandbox } from '../sandbox/may-use';
import { type SessionCookie } from '../session-cookie';
import { type Sessions } from '../sessions';

/** Of the simulated providers, to people who may use them. */
export interface SandboxShown {
  /** The mail that people of the whole installation get; null where browsers do not reach it. */
  readonly mailboxUrl: string | null;
}

interface Options {
  readonly identity: Identity;
  readonly cookie: SessionCookie;
  readonly sessions: Sessions;
  readonly companyCookie: SessionCookie;
  readonly proxiesInFront: number;
  readonly sandbox: SandboxShown | null;
}

/** `/session`: who signed in, a code or a passkey for what moves money or rights, and the end of it. */
export const sessionRoutes = ({
  identity,
  cookie,
  sessions,
  companyCookie,
  proxiesInFront,
  sandbox,
}: Options): Router => {
  const routes = Router();
  routes.get('/', named('/session'), async (request, response) => {
    // The token stays here: a browser has the cookie alone.
    const { token, merchantId } = await tokenAbout(sessions, request, userNumberOf(request.query['user']));
    const { person, userId, role, scopes, provenAt, hasSecondFactor, hasPasskey, portal, brand, companyNeeded } = token;
    const about = {
      userId,
      merchantId,
      portal,
      brand,
      companyNeeded,
      sandbox: sandbox !== null && mayUseSandbox(token) ? sandbox : null,
    };
    response.json({ person, role, scopes, provenAt, hasSecondFactor, hasPasskey, ...about });
  });
  routes.post('/second-factor', named('/session/second-factor'), json({ limit: '1kb' }), async (request, response) => {
    const code = codeIn(request.body);
    const started = await identity.proveSecondFactor({
      ...{ sessionSecret: sessions.secretIn(request), code, arrival: arrivalOf(request, proxiesInFront) },
    });
    response.set('set-cookie', cookie.write(started.sessionSecret)).status(204).end();
  });
  routes.post('/passkey/options', named('/session/passkey/options'), async (request, response) => {
    response.json(await identity.preparePasskeyProof(sessions.secretIn(request)));
  });
  routes.post('/passkey', named('/session/passkey'), passkeyLimit, async (request, response) => {
    const credential = passkeyIn(request.body);
    const started = await identity.proveByPasskey({
      ...{ sessionSecret: sessions.secretIn(request), credential, arrival: arrivalOf(request, proxiesInFront) },
    });
    response.set('set-cookie', cookie.write(started.sessionSecret)).status(204).end();
  });
  routes.post('/company-links', named('/session/company-links'), json({ limit: '1kb' }), async (request, response) => {
    const { secret, authorizationUrl } = await identity.beginCompanyLink({
      ...{ sessionSecret: sessions.secretIn(request), userId: userIn(request.body) },
      arrival: arrivalOf(request, proxiesInFront),
    });
    response.set('set-cookie', companyCookie.write(secret)).json({ authorizationUrl });
  });
  routes.delete('/', named('/session'), async (request, response) => {
    await identity.signOut(sessions.secretIn(request));
    response.set('set-cookie', cookie.clear()).status(204).end();
  });
  return routes;
};

interface Looked {
  readonly token: SessionToken;
  /** The user whom staff look at; null for everybody else. */
  readonly merchantId: number | null;
}

/** Staff look at a user they have no role at as who they are, and name that user in what they ask the API. */
const tokenAbout = async (sessions: Sessions, request: Request, userId: number | undefined): Promise<Looked> => {
  try {
    return { token: await sessions.tokenFor(request, userId), merchantId: null };
  } catch (fault) {
    if (userId === undefined || !isNoMembership(fault)) throw fault;
    const { person } = await sessions.tokenFor(request);
    const staff = person.memberships.find(({ role }) => findRole(role)?.profile !== 'CUSTOMER');
    if (staff === undefined) throw fault;
    return { token: await sessions.tokenFor(request, staff.userId), merchantId: userId };
  }
};

const isNoMembership = (fault: unknown): boolean =>
  fault instanceof ProblemError && fault.problem.code === 'membership.not_found';

const userIn = (body: unknown): number => {
  const given: unknown = typeof body === 'object' && body !== null && 'userId' in body ? body.userId : undefined;
  const userId = userNumberOf(String(given));
  if (userId !== undefined) return userId;
  throw new ProblemError(invalidRequest([{ field: 'userId', message: 'must be the number of a user.' }]));
};

const codeIn = (body: unknown): string => {
  const code = textIn(body, 'code');
  if (code.length >= 6 && code.length <= 24) return code;
  throw new ProblemError(
    invalidRequest([{ field: 'code', message: 'must be six digits of the app, or a recovery code.' }]),
  );
};
