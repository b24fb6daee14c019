import { join } from 'node:path';
import { type Guard } from '@repasse/chassis/http/authentication';
import { type Operations } from '@repasse/chassis/http/app';
import { type Clock, toIso } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { assetsWhenAsked } from '@repasse/checkout-kit/server/assets';
import { createEventStreams } from '@repasse/checkout-kit/server/event-streams';
import { getAsset } from '@repasse/checkout-kit/server/get-asset';
import { createLiveWatch } from '@repasse/checkout-kit/server/live-watch';
import { watchState } from '@repasse/checkout-kit/server/watch-state';
import { type Checkouts } from '../store/checkouts';
import { createAccessGuard, createTokenGuard } from './access';
import { getCheckoutPage } from './get-checkout-page';
import { getCheckoutState } from './get-checkout-state';
import { createLoadCheckout } from './load-checkout';
import { payAtCheckout, type PayAtCheckoutDeps } from './pay-at-checkout';
import { tellPayer } from './tell-payer';

export interface CheckoutOptions extends Omit<PayAtCheckoutDeps, 'load'> {
  readonly checkouts: Checkouts;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface CheckoutPage {
  readonly operations: Operations;
  readonly guards: Readonly<Record<string, Guard>>;
  /** Ends the streams, which would otherwise keep the server from closing. */
  stop(): Promise<void>;
}

/** Beside both src and dist lies what the build made for browsers. */
const assetsRoot = join(__dirname, '../../dist/checkout/page');

/** The page of payments that stand alone, with everything it asks of us. */
export const createCheckout = (o: CheckoutOptions): CheckoutPage => {
  const { checkouts, clock } = o;
  const load = createLoadCheckout(o);
  const watch = createLiveWatch({ ...o, versionsOf: (ids) => checkouts.versionsOf(ids, toIso(clock.now())) });
  const streams = createEventStreams(o.log);
  const assets = assetsWhenAsked(assetsRoot, '/payments/checkout/assets');
  return {
    operations: {
      getPaymentCheckoutPage: getCheckoutPage({ ...o, load, assets }),
      getPaymentCheckoutAsset: getAsset(assets),
      getPaymentCheckoutState: getCheckoutState(load),
      watchPaymentCheckout: watchState({ ...o, idParameter: 'checkoutId', load, watch, streams }),
      tellPayer: tellPayer({ checkouts, load }),
      payAtCheckout: payAtCheckout({ ...o, load }),
    },
    guards: { checkoutAccess: createAccessGuard(checkouts), checkoutToken: createTokenGuard(checkouts) },
    stop: async () => {
      await Promise.all([streams.stop(), watch.stop()]);
    },
  };
};
