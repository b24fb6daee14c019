import { Router } from 'express';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Locale } from '@repasse/checkout-kit/both-sides/locale';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { arrivalOf } from '../http/arrival';
import { named } from '../http/named';
import { passkeyIn, passkeyLimit } from '../http/passkey-in';
import { type SessionCookie } from '../session-cookie';
import { nextOf } from './next';
import { type PageOptions } from './page-options';
import { pageTextsFor } from './texts';

/** `/sign-in/passkey`: what the script of the page to sign in asks. */
export const passkeyRoutes = (
  { identity, cookie, proxiesInFront }: PageOptions,
  passkeyCookie: SessionCookie,
): Router => {
  const routes = Router();
  routes.post('/options', named('/sign-in/passkey/options'), async (request, response) => {
    const { secret, options } = await identity.preparePasskeySignIn(arrivalOf(request, proxiesInFront));
    response.set('set-cookie', passkeyCookie.write(secret)).json(options);
  });
  routes.post('/', named('/sign-in/passkey'), passkeyLimit, async (request, response) => {
    const secret = passkeyCookie.read(request.headers);
    if (secret === undefined) throw notAsked();
    const credential = passkeyIn(request.body);
    const started = await identity.signInByPasskey({
      ...{ secret, credential, arrival: arrivalOf(request, proxiesInFront) },
    });
    response
      .set('set-cookie', [cookie.write(started.sessionSecret), passkeyCookie.clear()])
      .status(204)
      .end();
  });
  return routes;
};

const notAsked = (): ProblemError =>
  new ProblemError({ status: 401, code: 'sign_in.refused', detail: 'Ask for the options first.' });

export const passkeyScript = '/passkey.js';

/** Unseen until the script has come: without one there is nothing it could do. */
export const passkeyPart = (locale: Locale, next: unknown): Markup => {
  const { usePasskey, passkeyRefused, tooMany, unavailable, passkeyGivenUp } = pageTextsFor(locale);
  return html`
    <div
      id="passkey"
      hidden
      data-next="${nextOf(next)}"
      data-refused="${passkeyRefused}"
      data-too-many="${tooMany}"
      data-unavailable="${unavailable}"
      data-given-up="${passkeyGivenUp}"
    >
      <button type="button" class="second">${usePasskey}</button>
      <p class="alert" role="alert" hidden></p>
    </div>
  `;
};
