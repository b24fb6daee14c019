import { html, type Markup } from './html.ts';

interface CopyField {
  readonly field: string;
  readonly button: string;
  readonly label: string;
  readonly copy: string;
  readonly value: string;
  /** How many lines the text takes on a phone, where all of it is to be compared by eye; one that is longer is cut. */
  readonly lines?: number;
}

/** A text for another app, with the button that copies it; browser/copy.ts starts it by the same ids. */
export const copyField = ({ field, button, label, copy, value, lines = 1 }: CopyField): Markup => html`
  <div class="copy">
    <label class="code-label" for="${field}">${label}</label>
    ${
      lines === 1
        ? html`<input class="code" id="${field}" readonly spellcheck="false" autocomplete="off" value="${value}" />`
        : html`<textarea class="code" id="${field}" readonly spellcheck="false" autocomplete="off" rows="${lines}">
${value}</textarea>`
    }
    <button class="button" type="button" id="${button}">${copy}</button>
  </div>
`;
