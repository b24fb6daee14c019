import { flag, integer, list, secret, secrets, url, urls, type Env } from '@repasse/chassis/config/config';
import { keptAnswers } from '@repasse/chassis/config/kept-answers';
import { serviceConfig, serviceSettings } from '@repasse/chassis/config/service-config';
import { methodsSetting } from './checkout/methods-setting';

const httpProtocols = ['http', 'https'];

export const settings = serviceSettings(
  {
    paymentGatewayUrls: urls('PAYMENT_GATEWAY_URL', { about: 'payment-gateway, inside', protocols: httpProtocols }),
    paymentGatewayToken: secret('PAYMENT_GATEWAY_TOKEN', { about: 'by which payment-gateway knows this service' }),
    identityToken: secret('IDENTITY_TOKEN', { about: 'by which identity knows this service' }),
    ...keptAnswers,
    identityUrls: urls('IDENTITY_URL', { about: 'identity, inside', protocols: httpProtocols }),
    checkout: {
      baseUrl: url('CHECKOUT_BASE_URL', {
        about: 'the address of the checkout page for payers’ browsers',
        protocols: httpProtocols,
      }),
      /** As long as the hash they key, as HS256 requires. */
      tokenSecrets: secrets('CHECKOUT_TOKEN_SECRETS', { about: 'sign the links of checkout pages', minCharacters: 32 }),
      internationalSdkUrl: url('INTERNATIONAL_SDK_URL', {
        about: 'the web SDK of the international provider',
        protocols: httpProtocols,
        default: 'https://merchant.revolut.com/embed.js',
      }),
      canSaveCard: flag('CHECKOUT_SAVE_CARDS', {
        about: 'asks payers by card whether it is to be saved; payment-gateway needs KEY_ENCRYPTION_KEYS for it',
        default: false,
      }),
      methods: methodsSetting('CHECKOUT_METHODS'),
      proxiesInFront: integer('PROXIES_IN_FRONT', {
        about: 'our proxies between payers and this service: the edge, and those before it',
        default: 1,
        min: 0,
        max: 10,
      }),
      currencies: list('CHECKOUT_CURRENCIES', {
        about: 'the currencies a payer may choose among; payment-gateway has the last word',
        default: ['USD', 'EUR', 'GBP', 'MXN', 'JPY', 'KWD'],
      }),
    },
  },
  { portDefault: 8082 },
);

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) => serviceConfig(env, settings);

export type Config = ReturnType<typeof loadConfig>;
