import { pixStanding } from '../both-sides/standing';
import { hiddenUnless } from './hidden-unless';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { pixCode } from '@repasse/checkout-kit/markup/pix-code';
import { type PageModel } from './page-model';

/** One of four parts is shown, by the panel's data-standing. */
export const pixPanel = (model: PageModel): Markup => {
  const { look, state, merchant } = model;
  const { pix } = look.texts;
  return html`
    <section
      class="panel card"
      id="panel-PIX"
      aria-labelledby="pix-heading"
      data-standing="${pixStanding(state, Date.parse(state.now))}"
      ${hiddenUnless(model, 'PIX')}
    >
      <h2 id="pix-heading" tabindex="-1">${pix.heading}</h2>
      <div class="when-none">
        <p>${pix.intro}</p>
        <button class="button" type="button" data-action="create-pix">${pix.create}</button>
      </div>
      <div class="when-pending">
        <p class="waiting"><span class="pulse"></span>${pix.pending}</p>
      </div>
      <div class="when-ready">${pixCode(look, state.pix, { isMerchantNamed: merchant !== null })}</div>
      <div class="when-expired">
        <p class="notice wait">${pix.expired}</p>
        <button class="button" type="button" data-action="create-pix">${pix.renew}</button>
      </div>
      <p class="notice bad" id="pix-problem" role="alert" hidden></p>
    </section>
  `;
};
