import { filled } from '../both-sides/texts';
import { hiddenUnless } from './hidden-unless';
import { html, type Markup } from './html';
import { installmentChoices } from './installment-choices';
import type { PageModel } from './page-model';

/** The form is only ever sent by our script, as JSON: without it there is no address it could go to. */
export const cardPanel = (model: PageModel): Markup => {
  const { texts, state, payer, money } = model;
  const { card } = texts;
  return html`
    <section
      class="panel card"
      id="panel-CREDIT_CARD"
      aria-labelledby="card-heading"
      ${hiddenUnless(model, 'CREDIT_CARD')}
    >
      <h2 id="card-heading" tabindex="-1">${card.heading}</h2>
      <div class="notice bad" id="card-declined" role="alert" tabindex="-1" hidden>
        <h3>${texts.declined.heading}</h3>
        <p id="card-decline-reason"></p>
        <p id="card-decline-advice"></p>
        <button class="button quiet" type="button" id="card-to-pix" hidden>${texts.declined.payByPix}</button>
      </div>
      <form id="card-form" method="post" novalidate>
        ${numberField(model)}
        ${field(model, 'holderName', {
          label: card.holderName,
          placeholder: card.holderNameHint,
          autocomplete: 'cc-name',
          value: payer.name ?? '',
          maxLength: 60,
        })}
        <div class="pair">
          ${field(model, 'expiry', {
            label: card.expiry,
            placeholder: card.expiryHint,
            autocomplete: 'cc-exp',
            inputMode: 'numeric',
            maxLength: 7,
          })}
          ${field(model, 'securityCode', {
            label: card.securityCode,
            hint: card.securityCodeHint,
            autocomplete: 'cc-csc',
            inputMode: 'numeric',
            maxLength: 4,
          })}
        </div>
        <div class="field">
          <label for="card-installments">${card.installments}</label>
          <select id="card-installments">
            ${installmentChoices(model)}
          </select>
        </div>
        ${field(model, 'email', {
          label: card.email,
          placeholder: card.emailHint,
          autocomplete: 'email',
          inputMode: 'email',
          value: payer.email ?? '',
          maxLength: 254,
        })}
        <button class="button" type="submit" id="card-pay">
          ${filled(card.pay, { amount: money(state.dueAmount, state.currency) })}
        </button>
        <p class="notice bad" id="card-problem" role="alert" hidden></p>
        <p class="small">${card.notKept}</p>
      </form>
    </section>
  `;
};

const numberField = ({ texts: { card } }: PageModel): Markup => html`
  <div class="field number">
    <label for="card-number">${card.number}</label>
    <input
      id="card-number"
      autocomplete="cc-number"
      inputmode="numeric"
      maxlength="23"
      placeholder="0000 0000 0000 0000"
      required
      aria-describedby="card-brand card-number-fault"
    />
    <span class="brand" id="card-brand"></span>
    <p class="fault" id="card-number-fault"></p>
  </div>
`;

interface FieldLook {
  readonly label: string;
  readonly autocomplete: string;
  readonly maxLength: number;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly inputMode?: string;
  readonly value?: string;
}

const field = (_model: PageModel, name: string, look: FieldLook): Markup => html`
  <div class="field">
    <label for="card-${name}">${look.label}</label>
    <input
      id="card-${name}"
      autocomplete="${look.autocomplete}"
      inputmode="${look.inputMode ?? 'text'}"
      maxlength="${look.maxLength}"
      placeholder="${look.placeholder ?? ''}"
      value="${look.value ?? ''}"
      aria-describedby="${look.hint === undefined ? '' : `card-${name}-hint `}card-${name}-fault"
    />
    ${look.hint === undefined ? html`` : html`<p class="hint" id="card-${name}-hint">${look.hint}</p>`}
    <p class="fault" id="card-${name}-fault"></p>
  </div>
`;
