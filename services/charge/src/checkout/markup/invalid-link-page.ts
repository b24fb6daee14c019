import type { Locale } from '../both-sides/locale';
import { textsFor } from '../both-sides/texts';
import { documentOf } from './document';
import { html } from './html';
import { endedIcon } from './icons';
import type { AssetLinks } from './page-model';

/** For a link that opens nothing. It does not say whether the charge exists. */
export const invalidLinkPage = (locale: Locale, assets: AssetLinks): string => {
  const { title, text } = textsFor(locale).invalidLink;
  return documentOf({
    locale,
    title,
    assets,
    hasScript: false,
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
