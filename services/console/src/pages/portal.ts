import { Router, urlencoded, type Request, type Response } from 'express';
import { ProblemError } from '@repasse/chassis/http/problem';
import { languageTagOf } from '@repasse/checkout-kit/both-sides/locale';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { arrivalOf } from '../http/arrival';
import { named } from '../http/named';
import { textIn } from '../http/text-in';
import { alert, documentOf } from './document';
import { type PageOptions } from './page-options';
import { localeOf } from './sign-in';
import { pageTextsFor } from './texts';
import { toldOf } from './told';

/**
 * `/portal?secret=…`: where a portal link leads. Only its button opens the link, which happens once: programs that preview
 * links would use it up.
 */
export const portalPages = ({ identity, cookie, proxiesInFront }: PageOptions): Router => {
  const routes = Router();
  routes.get('/', named('/portal'), async (request, response) => {
    await show(request, response, textIn(request.query, 'secret'));
  });
  routes.post('/', named('/portal'), urlencoded({ extended: false, limit: '4kb' }), async (request, response) => {
    const secret = textIn(request.body, 'secret');
    const locale = languageTagOf(localeOf(request)) as 'pt-BR' | 'en';
    try {
      const started = await identity.openPortalLink({ secret, locale, arrival: arrivalOf(request, proxiesInFront) });
      // Whoever was signed in here loses the cookie: its session ends too, or by time if that fails.
      const before = cookie.read(request.headers);
      if (before !== undefined) await identity.signOut(before).catch(() => undefined);
      response.set('set-cookie', cookie.write(started.sessionSecret)).redirect(303, '/');
    } catch (fault) {
      response.status(fault instanceof ProblemError ? fault.problem.status : 500);
      await show(request, response, secret);
    }
  });

  const show = async (request: Request, response: Response, secret: string): Promise<void> => {
    const locale = localeOf(request);
    const texts = pageTextsFor(locale);
    const main = await identity
      .findPortalLink(secret)
      .then(
        ({ sellerName, merchantName }): Markup => html`
          <p>${texts.portalOf(sellerName, merchantName)}</p>
          <p class="help">${texts.portalHelp}</p>
          <form method="post" action="/portal?lang=${locale}">
            <input type="hidden" name="secret" value="${secret}" />
            <button type="submit">${texts.openPortal}</button>
          </form>
        `,
      )
      .catch((fault: unknown): Markup => {
        const { status, text } = toldOf(fault, texts, texts.portalEnded);
        response.status(status);
        return alert(text);
      });
    response.type('html').send(documentOf({ locale, title: texts.portal, main }));
  };
  return routes;
};
