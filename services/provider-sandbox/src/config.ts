import {
  integer,
  oneOf,
  optional,
  readConfig,
  secret,
  text,
  url,
  type ConfigOf,
  type Env,
  type Setting,
} from '@repasse/chassis/config/config';
import { logLevels } from '@repasse/chassis/log/logger';

/** API Pix allows a location 77 characters; the path behind the host takes 39 of them. */
const locationHostCharactersMax = 38;

/** Money that anyone can conjure up must never be within reach of a production system. */
const notProduction: Setting<string> = {
  name: 'NODE_ENV',
  read: (raw) =>
    raw === 'production'
      ? { fault: 'must not be production: this service pretends to be the payment providers.' }
      : { value: raw ?? 'development' },
};

/** A name as BR Codes hold it: with a dot and without a port, or bank apps and libraries refuse the code. */
const locationHost: Setting<string> = {
  name: 'PIX_LOCATION_HOST',
  read: (raw = 'psp.sandbox.example') =>
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(raw) && raw.length <= locationHostCharactersMax
      ? { value: raw }
      : {
          fault: `must be a host name with a dot, without a port, of at most ${locationHostCharactersMax} characters.`,
        },
};

/** As an authenticator app is given it: 80 bits at least. */
const base32Pattern = /^[A-Z2-7]{16,128}$/;

const guidPattern = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;

const settings = {
  nodeEnv: notProduction,
  host: text('HOST', { default: '0.0.0.0' }),
  port: integer('PORT', { default: 8_090, min: 0, max: 65_535 }),
  postgresUrl: url('POSTGRES_URL', { protocols: ['postgres', 'postgresql'] }),
  logLevel: oneOf('LOG_LEVEL', logLevels, { default: 'info' }),
  pix: {
    clientId: text('PIX_CLIENT_ID'),
    clientSecret: secret('PIX_CLIENT_SECRET'),
    locationHost,
    receiverName: text('PIX_RECEIVER_NAME', { default: 'REPASSE SANDBOX', pattern: /^[A-Za-z0-9 .-]{1,25}$/ }),
    receiverCity: text('PIX_RECEIVER_CITY', { default: 'SAO PAULO', pattern: /^[A-Za-z0-9 .-]{1,15}$/ }),
  },
  // A provider without secrets is not simulated.
  revolut: { secretKey: optional(secret('REVOLUT_SECRET_KEY')) },
  cielo: {
    merchantId: optional(text('CIELO_MERCHANT_ID', { pattern: guidPattern })),
    merchantKey: optional(text('CIELO_MERCHANT_KEY', { pattern: /^[A-Za-z0-9]{40}$/ })),
    notificationUrl: optional(url('CIELO_NOTIFICATION_URL', { protocols: ['http', 'https'] })),
  },
  nowPayments: {
    apiKey: optional(secret('NOWPAYMENTS_API_KEY')),
    ipnSecret: optional(secret('NOWPAYMENTS_IPN_SECRET')),
    // The account that may pay out; payouts are refused when one of them is missing.
    email: optional(text('NOWPAYMENTS_EMAIL')),
    password: optional(secret('NOWPAYMENTS_PASSWORD')),
    totpSecret: optional(text('NOWPAYMENTS_TOTP_SECRET', { pattern: base32Pattern })),
  },
};

export type Config = ConfigOf<typeof settings>;

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env): Config => readConfig(env, settings);
