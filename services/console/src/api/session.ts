import { json, Router } from 'express';
import { invalidRequest, ProblemError } from '@repasse/chassis/http/problem';
import { arrivalOf } from '../http/arrival';
import { named } from '../http/named';
import { passkeyIn, passkeyLimit } from '../http/passkey-in';
import { textIn } from '../http/text-in';
import { userNumberOf } from '../http/user-number';
import { type Identity } from '../identity';
import { type SessionCookie } from '../session-cookie';
import { type Sessions } from '../sessions';

interface Options {
  readonly identity: Identity;
  readonly cookie: SessionCookie;
  readonly sessions: Sessions;
  readonly proxiesInFront: number;
}

/** `/session`: who signed in, a code or a passkey for what moves money or rights, and the end of it. */
export const sessionRoutes = ({ identity, cookie, sessions, proxiesInFront }: Options): Router => {
  const routes = Router();
  routes.get('/', named('/session'), async (request, response) => {
    // The token stays here: a browser has the cookie alone.
    const { userId, ...token } = await sessions.tokenFor(request, userNumberOf(request.query['user']));
    const { person, role, scopes, provenAt, hasSecondFactor, hasPasskey, portal, brand } = token;
    response.json({ person, userId, role, scopes, provenAt, hasSecondFactor, hasPasskey, portal, brand });
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
  routes.delete('/', named('/session'), async (request, response) => {
    await identity.signOut(sessions.secretIn(request));
    response.set('set-cookie', cookie.clear()).status(204).end();
  });
  return routes;
};

const codeIn = (body: unknown): string => {
  const code = textIn(body, 'code');
  if (code.length >= 6 && code.length <= 24) return code;
  throw new ProblemError(
    invalidRequest([{ field: 'code', message: 'must be six digits of the app, or a recovery code.' }]),
  );
};
