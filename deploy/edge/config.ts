import { integer, oneOf, optional, readConfig, text, url, type Env } from '@repasse/chassis/config/config';
import { operationRates, rate } from '@repasse/chassis/limits/rate-setting';
import { logLevels } from '@repasse/chassis/log/logger';

const upstream = (name: string) => url(name, { protocols: ['http', 'https'] });

/** The only place in the edge that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) =>
  readConfig(env, {
    port: integer('PORT', { default: 8080, min: 0, max: 65_535 }),
    /** Where providers call back and payments in coins are made; nowhere while it is not set. */
    gatewayPort: optional(integer('GATEWAY_PORT', { min: 0, max: 65_535 })),
    host: text('HOST', { default: '0.0.0.0' }),
    /** Where /metrics is served, out of reach of callers; nowhere while it is not set. */
    metricsPort: optional(integer('METRICS_PORT', { min: 0, max: 65_535 })),
    logLevel: oneOf('LOG_LEVEL', logLevels, { default: 'info' }),
    /** Proxies of ours between the callers and the edge, which say in X-Forwarded-For whom they were called by. */
    proxiesInFront: integer('PROXIES_IN_FRONT', { default: 0, min: 0, max: 10 }),
    rateLimits: {
      perAddress: rate('RATE_LIMIT_PER_ADDRESS', { default: null }),
      perCredential: rate('RATE_LIMIT_PER_CREDENTIAL', { default: null }),
      perOperation: operationRates('RATE_LIMIT_PER_OPERATION'),
    },
    upstreams: {
      charge: upstream('CHARGE_URL'),
      'payment-gateway': upstream('PAYMENT_GATEWAY_URL'),
      'split-settlement': upstream('SPLIT_SETTLEMENT_URL'),
      'invoice-query': upstream('INVOICE_QUERY_URL'),
      'webhook-dispatcher': upstream('WEBHOOK_DISPATCHER_URL'),
      identity: upstream('IDENTITY_URL'),
    },
  });

export type Config = ReturnType<typeof loadConfig>;
export type UpstreamName = keyof Config['upstreams'];
