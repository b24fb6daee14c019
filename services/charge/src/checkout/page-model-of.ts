import { type Visit } from '@repasse/checkout-kit/server/get-page';
import { initialMethod } from './both-sides/initial-method';
import { type Checkout } from './load-checkout';
import { type PageModel } from './markup/page-model';

type Shown = Pick<PageModel, 'sdkUrl' | 'canSaveCard' | 'currencies'>;

/** A charge as its page shows it. */
export const pageModelOf = (deps: Shown, { state, charge }: Checkout, visit: Visit): PageModel => ({
  ...visit,
  state,
  dueMinor: charge.gross_amount_minor - charge.held_amount_minor,
  chosen: initialMethod(state),
  currencies: deps.currencies,
  canSaveCard: deps.canSaveCard,
  // An old link does not reveal the payer.
  payer: visit.isLinkExpired ? { name: null, email: null } : { name: charge.payer_name, email: charge.payer_email },
  sdkUrl: deps.sdkUrl,
  merchant: charge.merchant_profile,
  frameOrigins: [],
});
