import { installmentsOf } from '@repasse/checkout-kit/both-sides/installments';
import { filled } from '@repasse/checkout-kit/both-sides/texts';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { methodIcons } from '@repasse/checkout-kit/markup/icons';
import { paymentPage } from '@repasse/checkout-kit/markup/payment-page';
import { cardPanel } from './card-panel';
import { internationalPanel } from './international-panel';
import type { PageModel } from './page-model';
import { pixPanel } from './pix-panel';

/** The page of a charge, which a payer pays by one of several methods. */
export const checkoutPage = (model: PageModel): string => {
  const { state, look, assets, languageLinks } = model;
  return paymentPage({
    look,
    assets,
    languageLinks,
    status: state.status,
    amount: look.money(state.grossAmount, state.currency),
    description: state.description,
    data: html`data-sdk-url="${model.sdkUrl}" data-payer="${JSON.stringify(model.payer)}"
    data-state="${JSON.stringify(state)}"`,
    pay: html`${remainder(model)} ${methodChoice(model)} ${panels(model)}`,
  });
};

/** A part has come already, so less is asked for than stands above. */
const remainder = ({ look: { texts, money }, state }: PageModel): Markup =>
  state.dueAmount === state.grossAmount
    ? html``
    : html`<p class="notice wait" id="remainder">
        ${filled(texts.pix.underpaid, { amount: money(state.dueAmount, state.currency) })}
      </p>`;

const methodChoice = ({ methods, look: { texts }, dueMinor, chosen }: PageModel): Markup => {
  const count = String(installmentsOf(dueMinor).length);
  const hints = {
    PIX: texts.methods.hintPix,
    CREDIT_CARD: filled(texts.methods.hintCard, { count }),
    INTERNATIONAL: texts.methods.hintInternational,
  };
  return html`
    <fieldset class="methods">
      <legend>${texts.methods.legend}</legend>
      <div class="choices">
        ${methods.map(
          (method) => html`
            <label class="method">
              <input type="radio" name="method" value="${method}" ${method === chosen ? html`checked` : html``} />
              ${methodIcons[method]}
              <span class="name">${texts.methods[method]}</span>
              <span class="hint">${hints[method]}</span>
            </label>
          `,
        )}
      </div>
    </fieldset>
  `;
};

const panels = (model: PageModel): readonly Markup[] => {
  const panelOf = { PIX: pixPanel, CREDIT_CARD: cardPanel, INTERNATIONAL: internationalPanel };
  return model.methods.map((method) => panelOf[method](model));
};
