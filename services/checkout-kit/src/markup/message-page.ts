import { type Locale } from '../both-sides/locale.ts';
import { documentOf, type AssetLinks } from './document.ts';
import { html, type Markup } from './html.ts';
import { endedIcon } from './icons.ts';

interface MessagePage {
  readonly locale: Locale;
  readonly assets: AssetLinks;
  readonly isTest: boolean;
  readonly message: { readonly title: string; readonly text: string };
  /** The name by which styles and scripts know the page. */
  readonly view: string;
  /** The data for the page's script; a page without data has no script. */
  readonly data?: Markup;
}

/** A page that only says something. */
export const messagePage = ({ locale, assets, isTest, message, view, data }: MessagePage): string =>
  documentOf({
    locale,
    title: message.title,
    assets,
    isPayment: false,
    isFramed: data !== undefined,
    isTest,
    languageLinks: {},
    main: html`
      <main id="checkout" tabindex="-1" data-view="${view}" ${data ?? html``}>
        <section class="outcome card">
          <div class="mark ended">${endedIcon}</div>
          <h1 class="invalid">${message.title}</h1>
          <p>${message.text}</p>
        </section>
      </main>
    `,
  });
