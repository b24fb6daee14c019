import { languageTagOf, type Locale } from '@repasse/checkout-kit/both-sides/locale';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { pageTextsFor } from './texts';

interface Page {
  readonly locale: Locale;
  readonly title: string;
  readonly main: Markup;
}

/** A page without a script, around its main part. */
export const documentOf = ({ locale, title, main }: Page): string =>
  html`<!doctype html>
    <html lang="${languageTagOf(locale)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${pageTextsFor(locale).product}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/pages.css" />
      </head>
      <body>
        <main>
          <p class="product">${pageTextsFor(locale).product}</p>
          <h1>${title}</h1>
          ${main}
        </main>
      </body>
    </html> `.text;

/** Tells of a refusal; a screen reader reads it out at once. */
export const alert = (text: string | undefined): Markup =>
  text === undefined ? html`` : html`<p class="alert" role="alert">${text}</p>`;

interface Field {
  readonly name: string;
  readonly label: string;
  readonly type: 'email' | 'password' | 'text';
  readonly autocomplete: string;
  readonly value?: string | undefined;
  readonly help?: string | undefined;
  readonly fault?: string | undefined;
}

/** A field with its label, its help and what is wrong with it. */
export const field = ({ name, label, type, autocomplete, value = '', help, fault }: Field): Markup => html`
  <label for="${name}">${label}</label>
  ${help === undefined ? html`` : html`<p class="help" id="${name}-help">${help}</p>`}
  <input
    id="${name}"
    name="${name}"
    type="${type}"
    autocomplete="${autocomplete}"
    value="${value}"
    required
    ${help === undefined ? html`` : html`aria-describedby="${name}-help"`}
    ${fault === undefined ? html`` : html`aria-invalid="true"`}
  />
  ${fault === undefined ? html`` : html`<p class="fault">${fault}</p>`}
`;
