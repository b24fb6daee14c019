import { formatMinor } from '@repasse/values/money';
import { filled } from '../both-sides/texts.ts';
import { field } from './field.ts';
import { html, type Markup } from './html.ts';
import { installmentChoices, type Partable } from './installment-choices.ts';
import { type Look } from './look.ts';

interface CardForm extends Partable {
  /** Whether the payer is asked if the card is to be saved. */
  readonly canSaveCard: boolean;
  /** The known data of the payer, which need not be typed again. */
  readonly payer: { readonly name: string | null; readonly email: string | null };
}

/** The form is only ever sent by our script, as JSON: without it there is no address it could go to. */
export const cardForm = (look: Look, form: CardForm): Markup => {
  const { texts, money } = look;
  const { card } = texts;
  return html`
    <h2 id="card-heading" tabindex="-1">${card.heading}</h2>
    <div class="notice bad" id="card-declined" role="alert" tabindex="-1" hidden>
      <h3>${texts.declined.heading}</h3>
      <p id="card-decline-reason"></p>
      <p id="card-decline-advice"></p>
      <button class="button quiet" type="button" id="card-to-pix" hidden>${texts.declined.payByPix}</button>
    </div>
    <form id="card-form" method="post" novalidate>
      ${numberField(look)} ${cardFields(look, form)}
      <div class="field">
        <label for="card-installments">${card.installments}</label>
        <select id="card-installments">
          ${installmentChoices(look, form)}
        </select>
      </div>
      ${field('card', 'email', {
        label: card.email,
        placeholder: card.emailHint,
        autocomplete: 'email',
        inputMode: 'email',
        value: form.payer.email ?? '',
        maxLength: 254,
      })}
      ${form.canSaveCard ? consent(look) : html``}
      <button class="button" type="submit" id="card-pay">
        ${filled(card.pay, { amount: money(formatMinor(form.amountMinor), form.currency) })}
      </button>
      <p class="notice bad" id="card-problem" role="alert" hidden></p>
      <p class="small">${form.canSaveCard ? card.keptIfSaved : card.notKept}</p>
    </form>
  `;
};

/** Never ticked beforehand: who says nothing has agreed to nothing. */
const consent = ({ texts: { card } }: Look): Markup => html`
  <label class="consent" for="card-save">
    <input type="checkbox" id="card-save" autocomplete="off" />
    <span>${card.save}</span>
  </label>
`;

const numberField = ({ texts: { card } }: Look): Markup => html`
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

const cardFields = ({ texts: { card } }: Look, { payer }: CardForm): Markup => html`
  ${field('card', 'holderName', {
    label: card.holderName,
    placeholder: card.holderNameHint,
    autocomplete: 'cc-name',
    value: payer.name ?? '',
    maxLength: 60,
  })}
  <div class="pair">
    ${field('card', 'expiry', {
      label: card.expiry,
      placeholder: card.expiryHint,
      autocomplete: 'cc-exp',
      inputMode: 'numeric',
      maxLength: 7,
    })}
    ${field('card', 'securityCode', {
      label: card.securityCode,
      hint: card.securityCodeHint,
      autocomplete: 'cc-csc',
      inputMode: 'numeric',
      maxLength: 4,
    })}
  </div>
`;
