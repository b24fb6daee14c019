import { field } from '@repasse/checkout-kit/markup/field';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { type PageModel } from './page-model';

/** Asks the payer for their data, where the merchant requested that. */
export const payerPanel = ({ look, state }: PageModel): Markup => {
  const { payer } = look.texts;
  return html`
    <section
      class="panel card"
      id="panel-payer"
      aria-labelledby="payer-heading"
      ${state.isPayerNeeded ? html`` : html`hidden`}
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
