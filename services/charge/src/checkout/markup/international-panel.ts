import { currencyName } from '@repasse/checkout-kit/both-sides/money-text';
import { internationalStanding } from '../both-sides/standing';
import { hiddenUnless } from './hidden-unless';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { type PageModel } from './page-model';

/** The quote and the button that opens the provider's own form. Card data of this method never comes to us. */
export const internationalPanel = (model: PageModel): Markup => {
  const { look, state, currencies } = model;
  const { international: words } = look.texts;
  return html`
    <section
      class="panel card"
      id="panel-INTERNATIONAL"
      aria-labelledby="international-heading"
      data-standing="${internationalStanding(state, Date.parse(state.now))}"
      ${hiddenUnless(model, 'INTERNATIONAL')}
    >
      <h2 id="international-heading" tabindex="-1">${words.heading}</h2>
      <p>${words.intro}</p>
      <p class="notice wait when-expired">${words.expired}</p>
      <form id="international-form" method="post">
        <div class="field">
          <label for="international-currency">${words.currency}</label>
          <select id="international-currency">
            ${currencies.map(
              (currency) =>
                html`<option value="${currency}">${currency} · ${currencyName(currency, look.locale)}</option>`,
            )}
          </select>
        </div>
        <button class="button quiet" type="submit" id="international-quote">${words.quote}</button>
      </form>
      <p class="waiting when-pending"><span class="pulse"></span>${words.pending}</p>
      <div class="when-ready">
        <div class="quote">
          <p class="label">${words.youPay}</p>
          <p class="amount" id="international-amount"></p>
          <p class="rate" id="international-rate"></p>
        </div>
        <p class="validity">${words.validFor} <b id="international-countdown"></b></p>
        <button class="button" type="button" id="international-pay"></button>
      </div>
      <p class="notice wait" id="international-note" hidden></p>
      <p class="notice bad" id="international-problem" role="alert" hidden></p>
    </section>
  `;
};
