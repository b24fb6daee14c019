import { pixStanding } from '../both-sides/standing';
import { hiddenUnless } from './hidden-unless';
import { html, type Markup } from './html';
import type { PageModel } from './page-model';

/** One of four parts is shown, by the panel's data-standing. */
export const pixPanel = (model: PageModel): Markup => {
  const {
    texts: { pix },
    state,
  } = model;
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
      <div class="when-ready">
        <ol class="steps">
          ${pix.steps.map((step) => html`<li>${step}</li>`)}
        </ol>
        <img class="qr" id="pix-qr" alt="${pix.qrAlt}" width="240" height="240" src="${qrSource(state.pix)}" />
        <label class="code-label" for="pix-code">${pix.codeLabel}</label>
        <input
          class="code"
          id="pix-code"
          readonly
          spellcheck="false"
          autocomplete="off"
          value="${state.pix?.emv ?? ''}"
        />
        <button class="button" type="button" id="pix-copy">${pix.copy}</button>
        <p class="validity">${pix.validFor} <b id="pix-countdown"></b></p>
        <p class="waiting"><span class="pulse"></span>${pix.waiting}</p>
      </div>
      <div class="when-expired">
        <p class="notice wait">${pix.expired}</p>
        <button class="button" type="button" data-action="create-pix">${pix.renew}</button>
      </div>
      <p class="notice bad" id="pix-problem" role="alert" hidden></p>
    </section>
  `;
};

/** A picture that is not there yet is one transparent point: an empty address would be asked for. */
const nothing = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';

const qrSource = (pix: PageModel['state']['pix']): string =>
  typeof pix?.qrCodeBase64 !== 'string' ? nothing : `data:image/png;base64,${pix.qrCodeBase64}`;
