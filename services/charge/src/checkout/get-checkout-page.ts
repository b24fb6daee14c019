import { type Operation } from '@repasse/chassis/http/app';
import { type Assets } from '@repasse/checkout-kit/server/assets';
import { type CheckoutTokens } from '@repasse/checkout-kit/server/checkout-token';
import { getPage, type Visit } from '@repasse/checkout-kit/server/get-page';
import { type Checkout, type LoadCheckout } from './load-checkout';
import { checkoutPage } from './markup/checkout-page';
import { type PageModel } from './markup/page-model';
import { initialMethod } from './both-sides/initial-method';

export interface PageDependencies {
  readonly tokens: CheckoutTokens;
  readonly load: LoadCheckout;
  readonly assets: () => Assets;
  readonly sdkUrl: string;
  readonly isTest: boolean;
  readonly canSaveCard: boolean;
  readonly currencies: readonly string[];
}

/** GET /checkout/{chargeId} */
export const getCheckoutPage = (deps: PageDependencies): Operation =>
  getPage({
    ...deps,
    idParameter: 'chargeId',
    pageOf: (checkout: Checkout, visit) => checkoutPage(modelOf(deps, checkout, visit)),
  });

const modelOf = (deps: PageDependencies, { state, charge }: Checkout, visit: Visit): PageModel => ({
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
});
