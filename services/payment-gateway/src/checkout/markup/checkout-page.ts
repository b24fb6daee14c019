import { field } from '@repasse/checkout-kit/markup/field';
import { cardForm } from '@repasse/checkout-kit/markup/card-form';
import { type AssetLinks } from '@repasse/checkout-kit/markup/document';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { type Look } from '@repasse/checkout-kit/markup/look';
import { paymentPage } from '@repasse/checkout-kit/markup/payment-page';
import { pixCode } from '@repasse/checkout-kit/markup/pix-code';
import { type Locale } from '@repasse/checkout-kit/both-sides/locale';
import { statusAt } from '@repasse/checkout-kit/both-sides/payable';
import { type CheckoutState } from '../both-sides/checkout-state';
import { pixStanding } from '../both-sides/pix-standing';

/** Everything the page shows when it arrives. */
export interface PageModel {
  readonly look: Look;
  readonly state: CheckoutState;
  readonly amountMinor: number;
  readonly installmentsMax: number;
  /** Whether the payer is asked if the card is to be saved. */
  readonly canSaveCard: boolean;
  /** What the merchant said of the payer, where the link is secret enough to show it. */
  readonly payer: { readonly name: string | null; readonly email: string | null };
  readonly assets: AssetLinks;
  /** The page's address without its language. */
  readonly languageLinks: Readonly<Record<Locale, string>>;
}

/** The page of a payment that stands alone: by PIX, after saying who pays, or by card. */
export const checkoutPage = (model: PageModel): string => {
  const { look, assets, languageLinks, state } = model;
  return paymentPage({
    look,
    assets,
    languageLinks,
    status: statusAt(state, Date.parse(state.now)),
    amount: look.money(state.amount, state.currency),
    description: state.description,
    data: html`data-state="${JSON.stringify(state)}"`,
    pay: state.paymentMethod === 'PIX' ? html`${payerPanel(model)} ${pixPanel(model)}` : cardPanel(model),
  });
};

const cardPanel = ({ look, state, amountMinor, installmentsMax, canSaveCard, payer }: PageModel): Markup => html`
  <section class="panel card" aria-labelledby="card-heading">
    ${cardForm(look, { amountMinor, currency: state.currency, installmentsMax, canSaveCard, payer })}
  </section>
`;

const payerPanel = ({ look, state: { isPayerNeeded } }: PageModel): Markup => {
  const { payer } = look.texts;
  return html`
    <section
      class="panel card"
      id="panel-payer"
      aria-labelledby="payer-heading"
      ${isPayerNeeded ? html`` : html`hidden`}
    >
      <h2 id="payer-heading">${payer.heading}</h2>
      <p>${payer.intro}</p>
      <form id="payer-form" method="post" novalidate>
        ${field('payer', 'name', { label: payer.name, autocomplete: 'name', maxLength: 120 })}
        ${field('payer', 'email', {
          label: payer.email,
          placeholder: look.texts.card.emailHint,
          autocomplete: 'email',
          inputMode: 'email',
          maxLength: 254,
        })}
        ${field('payer', 'document', { label: payer.document, autocomplete: 'off', maxLength: 18 })}
        <button class="button" type="submit" id="payer-tell">${payer.submit}</button>
        <p class="notice bad" id="payer-problem" role="alert" hidden></p>
        <p class="small">${payer.whatFor}</p>
      </form>
    </section>
  `;
};

/** One of three parts is shown, by the panel's data-standing. */
const pixPanel = ({ look, state }: PageModel): Markup => {
  const { pix } = look.texts;
  return html`
    <section
      class="panel card"
      id="panel-PIX"
      aria-labelledby="pix-heading"
      data-standing="${pixStanding(state, Date.parse(state.now))}"
      ${state.isPayerNeeded ? html`hidden` : html``}
    >
      <h2 id="pix-heading" tabindex="-1">${pix.heading}</h2>
      <div class="when-pending">
        <p class="waiting"><span class="pulse"></span>${pix.pending}</p>
      </div>
      <div class="when-ready">${pixCode(look, state.pix)}</div>
      <div class="when-expired"><p class="notice wait">${pix.expiredForGood}</p></div>
    </section>
  `;
};
