import { languageTagOf, type Locale } from '@repasse/checkout-kit/both-sides/locale';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { pageTextsFor } from './texts';

interface Page {
  readonly locale: Locale;
  readonly title: string;
  readonly main: Markup;
  /** The address of a file of ours, for what only a script can do. */
  readonly script?: string;
  /** Where the browser goes from here, at once. */
  readonly goesTo?: string;
}

/** A page around its main part. It works without its script. */
export const documentOf = ({ locale, title, main, script, goesTo }: Page): string =>
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
        ${goesTo === undefined ? html`` : html`<meta http-equiv="refresh" content="0;url=${goesTo}" />`}
        ${script === undefined ? html`` : html`<script type="module" src="${script}"></script>`}
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
