import { languageTagOf, locales, type Locale } from '../both-sides/locale.ts';
import { type Texts } from '../both-sides/text-shape.ts';
import { textsFor } from '../both-sides/texts.ts';
import { html, Markup } from './html.ts';
import { lockIcon } from './icons.ts';

/** Where the browser finds the page's own files. */
export interface AssetLinks {
  readonly style: string;
  readonly script: string;
}

interface Frame {
  readonly locale: Locale;
  readonly title: string;
  readonly assets: AssetLinks;
  /** A page to pay on has a script and, on a laptop, a summary beside its form. */
  readonly isPayment: boolean;
  /** Whether another page shows it in a frame, which its script tells how high it is. */
  readonly isFramed?: boolean;
  /** Whether this installation takes no real money. */
  readonly isTest: boolean;
  /** Empty where there is nothing to translate. */
  readonly languageLinks: Readonly<Partial<Record<Locale, string>>>;
  /** Of the merchant's colour; the page's policy names its hash. */
  readonly brandStyle?: string | null;
  readonly main: Markup;
}

/** A whole HTML document around the main part. */
export const documentOf = (frame: Frame): string => {
  const texts = textsFor(frame.locale);
  return html`<!doctype html>
    <html lang="${languageTagOf(frame.locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f3f6f4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0f1613" media="(prefers-color-scheme: dark)" />
        <title>${frame.isTest ? `${texts.test.label} · ` : ''}${frame.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${frame.assets.style}" />
        ${frame.brandStyle === undefined || frame.brandStyle === null ? html`` : styleElement(frame.brandStyle)}
        ${frame.isPayment || frame.isFramed === true ? html`<script type="module" src="${frame.assets.script}"></script>` : html``}
      </head>
      <body ${frame.isFramed === true ? html`class="framed"` : html``}>
        <a class="skip" href="#checkout">${texts.skip}</a>
        ${frame.isTest ? testNotice(texts) : html``}
        <div class="${frame.isPayment ? 'page payment' : 'page'}">
          <header class="top">
            <span class="secure">${lockIcon}${texts.secure}</span>
            ${languageSwitch(frame, texts.language)}
          </header>
          ${frame.main}
        </div>
      </body>
    </html> `.text;
};

/** Made of nothing but a checked colour. The policy has a hash of it, so no blank may come between. */
const styleElement = (text: string): Markup => new Markup(`<style>${text}</style>`);

/** Above everything else: a payer must not take a test for a payment, nor a merchant a payment for a test. */
const testNotice = ({ test }: Texts): Markup => html`
  <aside class="test" aria-label="${test.label}"><b>${test.label}</b> ${test.text}</aside>
`;

const languageNames: Readonly<Record<Locale, string>> = { pt: 'Português', en: 'English' };

/** Links and no script: a language can be chosen before anything else has loaded. */
const languageSwitch = ({ locale, languageLinks }: Frame, label: string): Markup => html`
  <nav class="languages" aria-label="${label}">
    ${locales.map((each) => {
      const href = languageLinks[each];
      if (href === undefined) return html``;
      const name = html`<span aria-hidden="true">${each.toUpperCase()}</span
        ><span class="unseen">${languageNames[each]}</span>`;
      return each === locale
        ? html`<a href="${href}" lang="${languageTagOf(each)}" aria-current="true">${name}</a>`
        : html`<a href="${href}" lang="${languageTagOf(each)}" hreflang="${languageTagOf(each)}">${name}</a>`;
    })}
  </nav>
`;
