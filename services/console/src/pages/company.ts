import { Router, urlencoded, type Request, type Response } from 'express';
import { ProblemError } from '@repasse/chassis/http/problem';
import { html } from '@repasse/checkout-kit/markup/html';
import { arrivalOf } from '../http/arrival';
import { named } from '../http/named';
import { textIn } from '../http/text-in';
import { type SessionCookie } from '../session-cookie';
import { alert, documentOf, field } from './document';
import { nextOf } from './next';
import { type PageOptions } from './page-options';
import { localeOf } from './sign-in';
import { pageTextsFor } from './texts';
import { toldOf } from './told';

const formLimit = urlencoded({ extended: false, limit: '4kb' });

/** Cookies of a browser that went to the provider. */
interface Kept {
  readonly companyCookie: SessionCookie;
  /** Where it goes then. */
  readonly wayCookie: SessionCookie;
}

/**
 * `/sign-in/company`: a company's name leads to its provider, which sends the browser back to `/sign-in/company/callback`. Only a
 * form of ours begins it: by a link, anybody could sign a person in as whom their own provider says.
 */
export const companyPages = (options: PageOptions, kept: Kept): Router => {
  const { identity, proxiesInFront } = options;
  const routes = Router();
  routes.get('/', named('/sign-in/company'), (request, response) => {
    showForm(request, response, { name: textIn(request.query, 'name'), next: textIn(request.query, 'next') });
  });
  routes.post('/', named('/sign-in/company'), formLimit, async (request, response) => {
    const [name, next] = [textIn(request.body, 'company').trim(), nextOf(textIn(request.body, 'next'))];
    try {
      const begun = await identity.beginCompanySignIn({
        signInName: name,
        arrival: arrivalOf(request, proxiesInFront),
      });
      response.set('set-cookie', [kept.companyCookie.write(begun.secret), kept.wayCookie.write(next)]);
      showWay(request, response, begun);
    } catch (fault) {
      const texts = pageTextsFor(localeOf(request));
      const { status, text } = toldOf(fault, texts, texts.companyNotFound);
      response.status(status);
      showForm(request, response, { name, next, told: text });
    }
  });
  routes.get('/callback', named('/sign-in/company/callback'), (request, response) =>
    comeBack(options, kept, request, response),
  );
  return routes;
};

/** Whatever comes of it, the browser forgets what it kept: it counts once. */
const comeBack = async (
  { identity, cookie, proxiesInFront }: PageOptions,
  { companyCookie, wayCookie }: Kept,
  request: Request,
  response: Response,
): Promise<void> => {
  const [secret, sessionSecret] = [companyCookie.read(request.headers), cookie.read(request.headers)];
  const [state, code, iss] = ['state', 'code', 'iss'].map((name) => textIn(request.query, name));
  try {
    // Without a code, the provider says that the person did not sign in there.
    if (secret === undefined || !state || !code) throw refused();
    const { session } = await identity.completeCompanySignIn({
      ...{ secret, state, code, ...(iss && { iss }), arrival: arrivalOf(request, proxiesInFront) },
      ...(sessionSecret !== undefined && { sessionSecret }),
    });
    const started = session === null ? [] : [cookie.write(session.sessionSecret)];
    response.set('set-cookie', [...started, companyCookie.clear(), wayCookie.clear()]);
    response.redirect(303, session === null ? '/security' : nextOf(wayCookie.read(request.headers)));
  } catch (fault) {
    const texts = pageTextsFor(localeOf(request));
    const { status, text } = toldOf(fault, texts, texts.companyRefused);
    response.status(status).set('set-cookie', [companyCookie.clear(), wayCookie.clear()]);
    const [way, words] = sessionSecret === undefined ? ['/sign-in', texts.back] : ['/security', texts.backToSecurity];
    const main = html`${alert(text)}
      <p><a href="${way}">${words}</a></p>`;
    response.type('html').send(documentOf({ locale: localeOf(request), title: texts.byCompany, main }));
  }
};

const refused = (): ProblemError =>
  new ProblemError({ status: 401, code: 'company_sign_in.refused', detail: 'Nobody signed in at the company.' });

interface Shown {
  readonly name: string;
  readonly next: string;
  readonly told?: string;
}

const showForm = (request: Request, response: Response, { name, next, told }: Shown): void => {
  const locale = localeOf(request);
  const texts = pageTextsFor(locale);
  const main = html`
    ${alert(told)}
    <form method="post" action="/sign-in/company?lang=${locale}">
      <input type="hidden" name="next" value="${nextOf(next)}" />
      ${field({
        ...{ name: 'company', label: texts.companyName, type: 'text', autocomplete: 'organization' },
        ...{ value: name, help: texts.companyNameHelp },
      })}
      <button type="submit">${texts.go}</button>
    </form>
    <p><a href="/sign-in?lang=${locale}">${texts.back}</a></p>
  `;
  response.type('html').send(documentOf({ locale, title: texts.byCompany, main }));
};

/**
 * A page between, and no redirect: what answers a form may lead only where the page's policy lets forms lead (form-action), which
 * is to us. It goes on by itself, without a script.
 */
const showWay = (
  request: Request,
  response: Response,
  { authorizationUrl, displayName }: { readonly authorizationUrl: string; readonly displayName: string },
): void => {
  const locale = localeOf(request);
  const texts = pageTextsFor(locale);
  const main = html`<p><a href="${authorizationUrl}" rel="noreferrer">${texts.goesToCompany(displayName)}</a></p>`;
  response.type('html').send(documentOf({ locale, title: texts.byCompany, main, goesTo: authorizationUrl }));
};
