import { type CheckoutMethod } from '../both-sides/checkout-state';
import { html, type Markup } from '@repasse/checkout-kit/markup/html';
import { type PageModel } from './page-model';

/** Only the panel of the chosen method is seen, also before the script runs. */
export const hiddenUnless = ({ chosen }: PageModel, method: CheckoutMethod): Markup =>
  method === chosen ? html`` : html`hidden`;
