import { statusAt } from '@repasse/checkout-kit/both-sides/payable';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { methodIcons } from '@repasse/checkout-kit/markup/icons';
import { paymentPage } from '@repasse/checkout-kit/markup/payment-page';
import { type CheckoutMethod } from '../both-sides/checkout-state';
import { paidFactsOf } from '../both-sides/paid-facts';
import { cardHint, remainderText } from '../both-sides/remainder';
import { cardPanel } from './card-panel';
import { internationalPanel } from './international-panel';
import { type PageModel } from './page-model';
import { payerPanel } from './payer-panel';
import { pixPanel } from './pix-panel';

/** The page of a charge, which a payer pays by one of several methods. */
export const checkoutPage = (model: PageModel): string => {
  const { state, look, assets, languageLinks, merchant, isTest } = model;
  return paymentPage({
    look,
    assets,
    languageLinks,
    merchant,
    isTest,
    isFramed: model.frameOrigins.length > 0,
    outcome: {
      status: statusAt(state, Date.parse(state.now)),
      facts: paidFactsOf(look, state),
      redirectUrl: state.redirectUrl,
    },
    amount: look.money(state.grossAmount, state.currency),
    description: state.description,
    needsScript: look.texts.needsScript,
    outcomeTexts: look.texts,
    data: html`data-sdk-url="${model.sdkUrl}" data-payer="${JSON.stringify(model.payer)}"
    data-state="${JSON.stringify(state)}" data-frame-origins="${model.frameOrigins.join(' ')}"`,
    pay: html`
      ${payerPanel(model)}
      <div id="ways-to-pay" ${state.isPayerNeeded ? html`hidden` : html``}>
        ${remainder(model)} ${methodChoice(model)} ${panels(model)}
      </div>
    `,
  });
};

/** A part was paid already, so the amount to pay is less than the one above. */
const remainder = ({ look, state }: PageModel): Markup => {
  const text = remainderText(state, look);
  return html`
    <p class="notice wait" id="remainder" tabindex="-1" ${text === null ? html`hidden` : html``}>${text ?? ''}</p>
  `;
};

/** Of one method there is nothing to choose; it is there for the script all the same. */
const methodChoice = (model: PageModel): Markup => {
  const { state, chosen } = model;
  const { texts } = model.look;
  const { methods } = state;
  if (methods.length === 0) return html`<p class="notice wait">${texts.methods.none}</p>`;
  return html`
    <fieldset class="methods" ${methods.length > 1 ? html`` : html`hidden`}>
      <legend>${texts.methods.legend}</legend>
      <div class="choices">
        ${methods.map(
          (method) => html`
            <label class="method">
              <input type="radio" name="method" value="${method}" ${method === chosen ? html`checked` : html``} />
              ${methodIcons[method]}
              <span class="name">${texts.methods[method]}</span>
              ${ways[method].hint(model)}
            </label>
          `,
        )}
      </div>
    </fieldset>
  `;
};

const panels = (model: PageModel): readonly Markup[] => model.state.methods.map((method) => ways[method].panel(model));

interface Way {
  /** Under the method's name, where the payer chooses. */
  readonly hint: (model: PageModel) => Markup;
  readonly panel: (model: PageModel) => Markup;
}

const ways: Readonly<Record<CheckoutMethod, Way>> = {
  PIX: { panel: pixPanel, hint: ({ look }) => html`<span class="hint">${look.texts.methods.hintPix}</span>` },
  CREDIT_CARD: {
    panel: cardPanel,
    hint: ({ look, state }) => html`<span class="hint" id="card-hint">${cardHint(state, look)}</span>`,
  },
  INTERNATIONAL: {
    panel: internationalPanel,
    hint: ({ look }) => html`<span class="hint">${look.texts.methods.hintInternational}</span>`,
  },
};
