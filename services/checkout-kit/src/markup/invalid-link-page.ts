import { type Locale } from '../both-sides/locale.ts';
import { textsFor } from '../both-sides/texts.ts';
import { documentOf, type AssetLinks } from './document.ts';
import { html } from './html.ts';
import { endedIcon } from './icons.ts';

/** For a link that opens nothing. It does not say whether there is anything behind it. */
export const invalidLinkPage = (locale: Locale, assets: AssetLinks, isTest: boolean): string => {
  const { title, text } = textsFor(locale).invalidLink;
  return documentOf({
    locale,
    title,
    assets,
    isPayment: false,
    isTest,
    languageLinks: {},
    main: html`
      <main id="checkout" tabindex="-1" data-view="invalid">
        <section class="outcome card">
          <div class="mark ended">${endedIcon}</div>
          <h1 class="invalid">${title}</h1>
          <p>${text}</p>
        </section>
      </main>
    `,
  });
};
