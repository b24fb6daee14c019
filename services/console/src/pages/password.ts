import { Router, urlencoded, type Request, type Response } from 'express';
import { ProblemError } from '@repasse/chassis/http/problem';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { arrivalOf } from '../http/arrival';
import { named } from '../http/named';
import { textIn } from '../http/text-in';
import { alert, documentOf, field } from './document';
import { type PageOptions } from './page-options';
import { localeOf } from './sign-in';
import { pageTextsFor } from './texts';
import { toldOf } from './told';

const formLimit = urlencoded({ extended: false, limit: '4kb' });

/** `/password/forgotten` asks for a mail, and `/password?secret=…` is where its link leads. Only a form changes anything. */
export const passwordPages = (options: PageOptions): Router => {
  const routes = Router();
  routes.get('/forgotten', named('/password/forgotten'), (request, response) => {
    showForgotten(request, response, {});
  });
  routes.post('/forgotten', named('/password/forgotten'), formLimit, (request, response) =>
    askForMail(options, request, response),
  );
  routes.get('/', named('/password'), (request, response) =>
    showChoice(options, request, response, { secret: textIn(request.query, 'secret') }),
  );
  routes.post('/', named('/password'), formLimit, (request, response) => choose(options, request, response));
  return routes;
};

const askForMail = async (
  { identity, proxiesInFront }: PageOptions,
  request: Request,
  response: Response,
): Promise<void> => {
  const email = textIn(request.body, 'email').trim();
  try {
    await identity.requestPasswordReset({ email, arrival: arrivalOf(request, proxiesInFront) });
    const locale = localeOf(request);
    const texts = pageTextsFor(locale);
    const main = html`<p role="status">${texts.mailSent}</p>
      <p><a href="/sign-in">${texts.back}</a></p>`;
    response.type('html').send(documentOf({ locale, title: texts.forgotten, main }));
  } catch (fault) {
    const texts = pageTextsFor(localeOf(request));
    const { status, text } = toldOf(fault, texts, texts.emailMissing);
    response.status(status);
    showForgotten(request, response, { email, told: text });
  }
};

interface Asked {
  readonly email?: string;
  readonly told?: string;
}

const showForgotten = (request: Request, response: Response, { email, told }: Asked): void => {
  const locale = localeOf(request);
  const texts = pageTextsFor(locale);
  const main = html`
    ${alert(told)}
    <form method="post" action="/password/forgotten?lang=${locale}">
      ${field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'username', value: email, help: texts.forgottenHelp })}
      <button type="submit">${texts.sendMail}</button>
    </form>
    <p><a href="/sign-in">${texts.back}</a></p>
  `;
  response.type('html').send(documentOf({ locale, title: texts.forgotten, main }));
};

const choose = async (options: PageOptions, request: Request, response: Response): Promise<void> => {
  const { identity, proxiesInFront } = options;
  const [secret, password] = [textIn(request.body, 'secret'), textIn(request.body, 'password')];
  try {
    await identity.completePasswordReset({ secret, password, arrival: arrivalOf(request, proxiesInFront) });
    response.redirect(303, `/sign-in?changed=1&lang=${localeOf(request)}`);
  } catch (fault) {
    response.status(fault instanceof ProblemError ? fault.problem.status : 500);
    await showChoice(options, request, response, { secret, fault });
  }
};

interface Chosen {
  readonly secret: string;
  readonly fault?: unknown;
}

const showChoice = async (
  { identity }: PageOptions,
  request: Request,
  response: Response,
  { secret, fault }: Chosen,
): Promise<void> => {
  const locale = localeOf(request);
  const texts = pageTextsFor(locale);
  const main = await identity
    .findPasswordReset(secret)
    .then(({ email }): Markup => {
      const isWeak = fault instanceof ProblemError && (fault.problem.errors ?? []).length > 0;
      const told = fault === undefined || isWeak ? undefined : toldOf(fault, texts, texts.resetEnded).text;
      return html`
        ${alert(told)}
        <form method="post" action="/password?lang=${locale}">
          <input type="hidden" name="secret" value="${secret}" />
          <input type="hidden" name="username" autocomplete="username" value="${email}" />
          ${field({
            ...{ name: 'password', label: texts.choosePassword, type: 'password', autocomplete: 'new-password' },
            ...{ help: texts.passwordHelp, fault: isWeak ? texts.faults['password'] : undefined },
          })}
          <button type="submit">${texts.savePassword}</button>
        </form>
      `;
    })
    .catch((missing: unknown): Markup => {
      const { status, text } = toldOf(missing, texts, texts.resetEnded);
      response.status(status);
      return html`${alert(text)}
        <p><a href="/password/forgotten">${texts.forgotten}</a></p>`;
    });
  response.type('html').send(documentOf({ locale, title: texts.newPassword, main }));
};
