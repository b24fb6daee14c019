import { integer, optional, readConfig, urls, type Env } from '@repasse/chassis/config/config';
import { frontSettings } from '@repasse/chassis/config/front-settings';
import { operationRates, rate } from '@repasse/chassis/limits/rate-setting';
import { unknownVariables } from '@repasse/chassis/config/unknown-variables';

const upstream = (service: string) =>
  urls(`${service.replaceAll('-', '_').toUpperCase()}_URL`, {
    about: `the processes of ${service}, inside; a name may have an address for each`,
    protocols: ['http', 'https'],
  });

export const settings = {
  ...frontSettings({
    port: { about: 'the port of the API', default: 8080 },
    proxies: 'our proxies between callers and the edge, which write X-Forwarded-For',
  }),
  gatewayPort: optional(
    integer('GATEWAY_PORT', {
      about: 'the port where providers call back and payments in coins are made; none while it is not set',
      min: 0,
      max: 65_535,
    }),
  ),
  rateLimits: {
    perAddress: rate('RATE_LIMIT_PER_ADDRESS', {
      about: 'everything from one address (IPv6: one /64)',
      default: null,
    }),
    perCredential: rate('RATE_LIMIT_PER_CREDENTIAL', { about: 'everything with one token', default: null }),
    perOperation: operationRates('RATE_LIMIT_PER_OPERATION', {
      about: 'one operation with one token, else from one address: POST /withdrawals=5/60, POST /oauth/token=60/60',
    }),
  },
  upstreams: {
    charge: upstream('charge'),
    'payment-gateway': upstream('payment-gateway'),
    'split-settlement': upstream('split-settlement'),
    'invoice-query': upstream('invoice-query'),
    'webhook-dispatcher': upstream('webhook-dispatcher'),
    identity: upstream('identity'),
  },
};

/** The only place in the edge that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) =>
  readConfig(env, settings, () => unknownVariables(env, settings).misspelt);

export type Config = ReturnType<typeof loadConfig>;
export type UpstreamName = keyof Config['upstreams'];
