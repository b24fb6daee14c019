import { viewOf } from '../both-sides/checkout-state';
import { installmentsOf } from '../both-sides/installments';
import { filled } from '../both-sides/texts';
import { cardPanel } from './card-panel';
import { documentOf } from './document';
import { html, type Markup } from './html';
import { methodIcons } from './icons';
import { internationalPanel } from './international-panel';
import { outcomes } from './outcomes';
import type { PageModel } from './page-model';
import { pixPanel } from './pix-panel';

/** The page with all its parts; which of them are seen is the script's business once it runs. */
export const checkoutPage = (model: PageModel): string => {
  const { state, locale, texts, money, assets, languageLinks } = model;
  const amount = money(state.grossAmount, state.currency);
  return documentOf({
    locale,
    title: `${texts.title} · ${amount}`,
    assets,
    hasScript: true,
    languageLinks,
    main: html`
      <main
        id="checkout"
        tabindex="-1"
        data-view="${viewOf(state.status)}"
        data-locale="${locale}"
        data-sdk-url="${model.sdkUrl}"
        data-payer="${JSON.stringify(model.payer)}"
        data-state="${JSON.stringify(state)}"
      >
        ${summary(model, amount)}
        <noscript><p class="notice wait">${texts.needsScript}</p></noscript>
        <div class="view view-pay">${remainder(model)} ${methodChoice(model)} ${panels(model)}</div>
        ${outcomes(model)}
        <p class="unseen" id="announcer" role="status" aria-live="polite"></p>
        <p class="connection" id="connection" hidden>${texts.live.lost}</p>
      </main>
    `,
  });
};

const summary = ({ texts, state }: PageModel, amount: string): Markup => html`
  <div class="summary">
    <p class="label" id="amount-label">${texts.payTo}</p>
    <h1 aria-describedby="amount-label">${amount}</h1>
    ${state.description === null ? html`` : html`<p class="description">${state.description}</p>`}
    <p class="deadline">${texts.expiresIn} <b id="deadline"></b></p>
  </div>
`;

/** A part has come already, so less is asked for than stands above. */
const remainder = ({ texts, state, money }: PageModel): Markup =>
  state.dueAmount === state.grossAmount
    ? html``
    : html`<p class="notice wait" id="remainder">
        ${filled(texts.pix.underpaid, { amount: money(state.dueAmount, state.currency) })}
      </p>`;

const methodChoice = ({ methods, texts, dueMinor, chosen }: PageModel): Markup => {
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
