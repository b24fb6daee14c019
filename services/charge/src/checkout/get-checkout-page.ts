import { type Operation } from '@repasse/chassis/http/app';
import { type Assets } from '@repasse/checkout-kit/server/assets';
import { type CheckoutTokens } from '@repasse/checkout-kit/server/checkout-token';
import { getPage } from '@repasse/checkout-kit/server/get-page';
import { type Checkout, type LoadCheckout } from './load-checkout';
import { checkoutPage } from './markup/checkout-page';
import { pageModelOf } from './page-model-of';

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
    merchantOf: ({ charge }) => charge.merchant_profile,
    pageOf: (checkout: Checkout, visit) => checkoutPage(pageModelOf(deps, checkout, visit)),
  });
