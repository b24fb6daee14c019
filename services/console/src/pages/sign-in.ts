import { Router, urlencoded, type Request, type Response } from 'express';
import { localeFor, type Locale } from '@repasse/checkout-kit/both-sides/locale';
import { html } from '@repasse/checkout-kit/markup/html';
import { arrivalOf } from '../http/arrival';
import { named } from '../http/named';
import { type SessionCookie } from '../session-cookie';
import { alert, documentOf, field } from './document';
import { textIn } from '../http/text-in';
import { nextOf } from './next';
import { type PageOptions } from './page-options';
import { passkeyPart, passkeyRoutes, passkeyScript } from './passkey';
import { pageTextsFor } from './texts';
import { toldOf } from './told';

const formLimit = urlencoded({ extended: false, limit: '4kb' });

/**
 * `/sign-in`: address and password, and `/sign-in/code` where the person has a second factor. Both work without a script, which
 * offers passkeys.
 */
export const signInPages = (options: PageOptions, passkeyCookie: SessionCookie): Router => {
  const { identity, cookie, proxiesInFront } = options;
  const routes = Router();
  routes.use('/passkey', passkeyRoutes(options, passkeyCookie));
  routes.get('/', named('/sign-in'), (request, response) => {
    showSignIn(request, response, {});
  });
  routes.post('/', named('/sign-in'), formLimit, async (request, response) => {
    const [email, next] = [textIn(request.body, 'email'), textIn(request.body, 'next')];
    const arrival = arrivalOf(request, proxiesInFront);
    try {
      const started = await identity.signIn({ email, password: textIn(request.body, 'password'), arrival });
      response.set('set-cookie', cookie.write(started.sessionSecret));
      response.redirect(303, started.needsSecondFactor ? codePath(next) : nextOf(next));
    } catch (fault) {
      const texts = pageTextsFor(localeOf(request));
      const { status, text } = toldOf(fault, texts, texts.refused);
      response.status(status);
      showSignIn(request, response, { email, next, told: text });
    }
  });
  routes.get('/code', named('/sign-in/code'), (request, response) => {
    showCode(request, response, { next: textIn(request.query, 'next') });
  });
  routes.post('/code', named('/sign-in/code'), formLimit, async (request, response) => {
    const next = textIn(request.body, 'next');
    const secret = cookie.read(request.headers);
    if (secret === undefined) {
      response.redirect(303, '/sign-in');
      return;
    }
    try {
      const code = textIn(request.body, 'code').trim();
      const arrival = arrivalOf(request, proxiesInFront);
      const started = await identity.proveSecondFactor({ sessionSecret: secret, code, arrival });
      response.set('set-cookie', cookie.write(started.sessionSecret)).redirect(303, nextOf(next));
    } catch (fault) {
      const texts = pageTextsFor(localeOf(request));
      const { status, text } = toldOf(fault, texts, texts.codeWrong);
      response.status(status);
      showCode(request, response, { next, told: text });
    }
  });
  return routes;
};

const codePath = (next: string): string => `/sign-in/code?next=${encodeURIComponent(nextOf(next))}`;

export const localeOf = ({ headers, query }: Request): Locale =>
  localeFor(textIn(query, 'lang') || undefined, headers['accept-language']);

interface Shown {
  readonly email?: string | undefined;
  readonly next?: string | undefined;
  readonly told?: string | undefined;
}

const showSignIn = (request: Request, response: Response, { email, next, told }: Shown): void => {
  const locale = localeOf(request);
  const texts = pageTextsFor(locale);
  const hasChanged = textIn(request.query, 'changed') === '1';
  const way = nextOf(next ?? request.query['next']);
  const main = html`
    ${alert(told)} ${hasChanged ? html`<p role="status">${texts.passwordChanged}</p>` : html``}
    <form method="post" action="/sign-in?lang=${locale}">
      <input type="hidden" name="next" value="${way}" />
      ${field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'username', value: email })}
      ${field({ name: 'password', label: texts.password, type: 'password', autocomplete: 'current-password' })}
      <button type="submit">${texts.signIn}</button>
    </form>
    ${passkeyPart(locale, way)}
    <p><a href="/sign-in/company?lang=${locale}&amp;next=${encodeURIComponent(way)}">${texts.byCompany}</a></p>
    <p><a href="/password/forgotten?lang=${locale}">${texts.forgotten}</a></p>
  `;
  response.type('html').send(documentOf({ locale, title: texts.signIn, main, script: passkeyScript }));
};

const showCode = (request: Request, response: Response, { next, told }: Shown): void => {
  const locale = localeOf(request);
  const texts = pageTextsFor(locale);
  const main = html`
    ${alert(told)}
    <form method="post" action="/sign-in/code?lang=${locale}">
      <input type="hidden" name="next" value="${nextOf(next)}" />
      ${field({ name: 'code', label: texts.code, type: 'text', autocomplete: 'one-time-code', help: texts.codeHelp })}
      <button type="submit">${texts.go}</button>
    </form>
    ${passkeyPart(locale, next)}
    <p><a href="/sign-in">${texts.back}</a></p>
  `;
  response.type('html').send(documentOf({ locale, title: texts.codeTitle, main, script: passkeyScript }));
};
