import { join } from 'node:path';
import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operations } from '@repasse/chassis/http/app';
import { type Guard } from '@repasse/chassis/http/authentication';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Tx } from '@repasse/chassis/postgres/database';
import { assetsWhenAsked, scriptWhenAsked, type Assets } from '@repasse/checkout-kit/server/assets';
import { type CheckoutTokens } from '@repasse/checkout-kit/server/checkout-token';
import { getAsset } from '@repasse/checkout-kit/server/get-asset';
import { getScript } from '@repasse/checkout-kit/server/get-script';
import { createLinkGuard } from '@repasse/checkout-kit/server/link-access';
import { openLivePage } from '@repasse/checkout-kit/server/live-page';
import { versionsOf } from '../store/reads/checkout';
import { createCheckoutAttempt, type CheckoutAttemptDependencies } from './create-checkout-attempt';
import { getCheckoutPage } from './get-checkout-page';
import { getCheckoutState } from './get-checkout-state';
import { getPixFrame } from './get-pix-frame';
import { createLoadCheckout, createStateOf } from './load-checkout';
import { tellPayer } from './tell-payer';
import { type CheckoutMethod } from './both-sides/checkout-state';

export interface CheckoutOptions extends Omit<CheckoutAttemptDependencies, 'load'> {
  readonly db: Tx;
  readonly log: Logger;
  readonly clock: Clock;
  readonly tokens: CheckoutTokens;
  readonly internationalSdkUrl: string;
  readonly methods: readonly CheckoutMethod[];
  readonly currencies: readonly string[];
  readonly canSaveCard: boolean;
  /** Whether this installation takes no real money. */
  readonly isTest: boolean;
  /** Proxies of ours between the payer and this service. */
  readonly proxiesInFront: number;
}

export interface CheckoutPage {
  readonly operations: Operations;
  /** For other pages of this service. */
  readonly assets: () => Assets;
  readonly guards: Readonly<Record<string, Guard>>;
  /** Ends the streams, which would otherwise keep the server from closing. */
  stop(): Promise<void>;
}

/** The build's output for browsers, beside both src and dist. */
const assetsRoot = join(__dirname, '../../dist/checkout/page');

/** The payer's page with everything it asks of us. */
export const createCheckout = (options: CheckoutOptions): CheckoutPage => {
  const stateOf = createStateOf(options);
  const load = createLoadCheckout(options.db, stateOf, { withMerchant: false });
  const loadPage = createLoadCheckout(options.db, stateOf, { withMerchant: true });
  const live = openLivePage({
    ...options,
    idParameter: 'chargeId',
    versionsOf: (ids) => versionsOf(options.db, ids, toIso(options.clock.now())),
    load: async (id) => (await load(id)).state,
  });
  const assets = assetsWhenAsked(assetsRoot, '/checkout/assets');
  const operations = {
    getCheckoutPage: getCheckoutPage({ ...options, sdkUrl: options.internationalSdkUrl, load: loadPage, assets }),
    getCheckoutAsset: getAsset(assets),
    getPixFrame: getPixFrame({ ...options, load: loadPage, assets }),
    getPixElement: getScript(scriptWhenAsked(assetsRoot, 'pix-element')),
    getCheckoutState: getCheckoutState(load),
    watchCheckout: live.watch,
    createCheckoutAttempt: createCheckoutAttempt({ ...options, load }),
    tellPayer: tellPayer({ ...options, load, stateOf }),
  };
  return {
    operations,
    assets,
    guards: { checkoutLink: createLinkGuard(options.tokens, 'chargeId') },
    stop: live.stop,
  };
};
