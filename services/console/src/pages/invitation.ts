import { Router, urlencoded, type Request, type Response } from 'express';
import { ProblemError } from '@repasse/chassis/http/problem';
import { findRole } from '@repasse/contracts/roles';
import { languageTagOf } from '@repasse/checkout-kit/both-sides/locale';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { arrivalOf } from '../http/arrival';
import { named } from '../http/named';
import { alert, documentOf, field } from './document';
import { textIn } from '../http/text-in';
import { type PageOptions } from './page-options';
import { localeOf } from './sign-in';
import { pageTextsFor, type PageTexts } from './texts';
import { toldOf } from './told';

/** `/invitation?secret=…`: where the link of an invitation leads. Only its form makes a person: a link may be opened by a scanner of mail. */
export const invitationPages = ({ identity, cookie, proxiesInFront }: PageOptions): Router => {
  const routes = Router();
  routes.get('/', named('/invitation'), async (request, response) => {
    await show(request, response, { secret: textIn(request.query, 'secret') });
  });
  routes.post('/', named('/invitation'), urlencoded({ extended: false, limit: '4kb' }), async (request, response) => {
    const [secret, name] = [textIn(request.body, 'secret'), textIn(request.body, 'name').trim()];
    try {
      const started = await identity.becomePerson({
        ...{ secret, name, password: textIn(request.body, 'password') },
        ...{ locale: languageTagOf(localeOf(request)) as 'pt-BR' | 'en', arrival: arrivalOf(request, proxiesInFront) },
      });
      response.set('set-cookie', cookie.write(started.sessionSecret)).redirect(303, '/');
    } catch (fault) {
      response.status(fault instanceof ProblemError ? fault.problem.status : 500);
      await show(request, response, { secret, name, fault });
    }
  });

  const show = async (request: Request, response: Response, shown: Shown): Promise<void> => {
    const locale = localeOf(request);
    const texts = pageTextsFor(locale);
    const nameOf = (role: string): string => findRole(role)?.names[languageTagOf(locale) as 'pt-BR' | 'en'] ?? role;
    const main = await identity
      .findInvitation(shown.secret)
      .then(({ email, userName, role, isPerson }) =>
        isPerson
          ? html`<p>${texts.invitedTo(userName, nameOf(role))}</p>
              <p>
                <a href="/sign-in?next=${encodeURIComponent(`/team?invitation=${shown.secret}`)}">${texts.isPerson}</a>
              </p>`
          : formOf({ email, invited: texts.invitedTo(userName, nameOf(role)) }, shown, texts, locale),
      )
      .catch((fault: unknown) => {
        const { status, text } = toldOf(fault, texts, texts.invitationEnded);
        response.status(status);
        return html`${alert(text)}
          <p><a href="/sign-in">${texts.back}</a></p>`;
      });
    response.type('html').send(documentOf({ locale, title: texts.accept, main }));
  };
  return routes;
};

interface Shown {
  readonly secret: string;
  readonly name?: string | undefined;
  readonly fault?: unknown;
}

const formOf = (
  { email, invited }: { readonly email: string; readonly invited: string },
  { secret, name, fault }: Shown,
  texts: PageTexts,
  locale: string,
): Markup => {
  const wrong = new Set(
    fault instanceof ProblemError ? (fault.problem.errors ?? []).map(({ field: named }) => named) : [],
  );
  const told = fault === undefined || wrong.size > 0 ? undefined : toldOf(fault, texts, texts.invitationEnded).text;
  const faultOf = (named: string): string | undefined => (wrong.has(named) ? texts.faults[named] : undefined);
  return html`
    ${alert(told)}
    <p>${invited}</p>
    <form method="post" action="/invitation?lang=${locale}">
      <input type="hidden" name="secret" value="${secret}" />
      <input type="hidden" name="username" autocomplete="username" value="${email}" />
      ${field({ name: 'name', label: texts.name, type: 'text', autocomplete: 'name', value: name, fault: faultOf('name') })}
      ${field({
        ...{ name: 'password', label: texts.choosePassword, type: 'password', autocomplete: 'new-password' },
        ...{ help: texts.passwordHelp, fault: faultOf('password') },
      })}
      <button type="submit">${texts.accept}</button>
    </form>
  `;
};
