import { html, type Markup } from './html.ts';

export interface FieldLook {
  readonly label: string;
  readonly autocomplete: string;
  readonly maxLength: number;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly inputMode?: string;
  readonly value?: string;
}

/** A text field of a form, with the place where the page says what is wrong with it. */
export const field = (form: string, name: string, look: FieldLook): Markup => html`
  <div class="field">
    <label for="${form}-${name}">${look.label}</label>
    <input
      id="${form}-${name}"
      autocomplete="${look.autocomplete}"
      inputmode="${look.inputMode ?? 'text'}"
      maxlength="${look.maxLength}"
      placeholder="${look.placeholder ?? ''}"
      value="${look.value ?? ''}"
      aria-describedby="${look.hint === undefined ? '' : `${form}-${name}-hint `}${form}-${name}-fault"
    />
    ${look.hint === undefined ? html`` : html`<p class="hint" id="${form}-${name}-hint">${look.hint}</p>`}
    <p class="fault" id="${form}-${name}-fault"></p>
  </div>
`;
