import { cardForm } from '@repasse/checkout-kit/markup/card-form';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { hiddenUnless } from './hidden-unless';
import { type PageModel } from './page-model';

export const cardPanel = (model: PageModel): Markup => {
  const { state, dueMinor: amountMinor, canSaveCard, payer, look } = model;
  const { currency, installmentsMax } = state;
  return html`
    <section
      class="panel card"
      id="panel-CREDIT_CARD"
      aria-labelledby="card-heading"
      ${hiddenUnless(model, 'CREDIT_CARD')}
    >
      ${cardForm(look, { amountMinor, currency, installmentsMax, canSaveCard, payer })}
    </section>
  `;
};
