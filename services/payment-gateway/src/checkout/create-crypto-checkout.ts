import { join } from 'node:path';
import { toIso } from '@repasse/chassis/clock';
import { type Guard } from '@repasse/chassis/http/authentication';
import { type Operations } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { assetsWhenAsked } from '@repasse/checkout-kit/server/assets';
import { type CheckoutTokens } from '@repasse/checkout-kit/server/checkout-token';
import { getAsset } from '@repasse/checkout-kit/server/get-asset';
import { getPage } from '@repasse/checkout-kit/server/get-page';
import { createLinkGuard } from '@repasse/checkout-kit/server/link-access';
import { openLivePage } from '@repasse/checkout-kit/server/live-page';
import { findMerchant } from '../merchants/store/merchant-profiles';
import { type PaymentStore } from '../payments/store/payment-store';
import { createLoadCryptoCheckout, createOpenCryptoCheckout, versionsOf } from './load-crypto-checkout';
import { cryptoPage } from './markup/crypto-page';

interface CryptoCheckoutOptions extends Pick<ServiceParts, 'clock' | 'log'> {
  readonly db: Tx;
  readonly payments: Pick<PaymentStore, 'load'>;
  readonly tokens: CheckoutTokens;
  readonly receiverName: string;
  /** Whether this installation takes no real money. */
  readonly isTest: boolean;
  /** Proxies of ours between the payer and this service. */
  readonly proxiesInFront: number;
}

export interface CryptoCheckout {
  readonly operations: Operations;
  readonly guards: Readonly<Record<string, Guard>>;
  readonly stop: () => Promise<void>;
}

/** The build writes the browser's files to dist, which is beside src. */
const assetsRoot = join(__dirname, '../../dist/checkout/page');
const idParameter = 'paymentId';

/** The page of payments in coins, with everything it asks of us. */
export const createCryptoCheckout = (o: CryptoCheckoutOptions): CryptoCheckout => {
  const load = createLoadCryptoCheckout(o);
  const open = createOpenCryptoCheckout({ ...o, merchantOf: (userId) => findMerchant(o.db, userId) });
  const assets = assetsWhenAsked(assetsRoot, '/checkout/crypto/assets');
  const live = openLivePage({
    ...o,
    idParameter,
    load,
    versionsOf: (ids) => versionsOf(o.db, ids, toIso(o.clock.now())),
  });
  return {
    operations: {
      getCryptoCheckoutPage: getPage({
        ...{ ...o, idParameter, load: open, assets, pageOf: cryptoPage },
        merchantOf: ({ merchant }) => merchant,
      }),
      getCryptoCheckoutAsset: getAsset(assets),
      getCryptoCheckoutState: {
        handle: async ({ params }) => ({ status: 200, body: await load(params[idParameter] ?? '') }),
      },
      watchCryptoCheckout: live.watch,
    },
    guards: { checkoutLink: createLinkGuard(o.tokens, idParameter) },
    stop: live.stop,
  };
};
