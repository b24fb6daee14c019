import { flag, integer, list, secret, url, type Env } from '@repasse/chassis/config/config';
import { serviceConfig } from '@repasse/chassis/config/service-config';
import { methodsSetting } from './checkout/methods-setting';

const httpProtocols = ['http', 'https'];

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) =>
  serviceConfig(
    env,
    {
      paymentGatewayUrl: url('PAYMENT_GATEWAY_URL', { protocols: httpProtocols }),
      identityUrl: url('IDENTITY_URL', { protocols: httpProtocols }),
      checkout: {
        /** This service's address for payers' browsers. */
        baseUrl: url('CHECKOUT_BASE_URL', { protocols: httpProtocols }),
        /** As long as the hash it keys, as HS256 requires. */
        tokenSecret: secret('CHECKOUT_TOKEN_SECRET', { minCharacters: 32 }),
        /** The web SDK of the international provider. */
        internationalSdkUrl: url('INTERNATIONAL_SDK_URL', {
          protocols: httpProtocols,
          default: 'https://merchant.revolut.com/embed.js',
        }),
        /** Asks payers by card whether it is to be saved; payment-gateway needs KEY_ENCRYPTION_KEY for it. */
        canSaveCard: flag('CHECKOUT_SAVE_CARDS', { default: false }),
        /** The methods the page offers, in this order. */
        methods: methodsSetting('CHECKOUT_METHODS'),
        /** Our proxies between payers and this service: the edge, and proxies before it. */
        proxiesInFront: integer('PROXIES_IN_FRONT', { default: 1, min: 0, max: 10 }),
        /** The currencies a payer may choose among; the gateway has the last word. */
        currencies: list('CHECKOUT_CURRENCIES', { default: ['USD', 'EUR', 'GBP', 'MXN', 'JPY', 'KWD'] }),
      },
    },
    { portDefault: 8082 },
  );

export type Config = ReturnType<typeof loadConfig>;
