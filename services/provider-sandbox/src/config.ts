import {
  integer,
  optional,
  readConfig,
  secret,
  text,
  url,
  type ConfigOf,
  type Env,
  type Setting,
} from '@repasse/chassis/config/config';
import { postgresAccess, postgresAccessFaults } from '@repasse/chassis/config/postgres-settings';
import { unknownVariables } from '@repasse/chassis/config/unknown-variables';
import { programSettings } from '@repasse/chassis/config/program-settings';

/** API Pix allows a location 77 characters; the path behind the host takes 39 of them. */
const locationHostCharactersMax = 38;

/** Money that anyone can conjure up must never be within reach of a production system. */
const notProduction: Setting<string> = {
  name: 'NODE_ENV',
  words: {
    about: 'the sandbox refuses to run in production',
    shape: 'not `production`',
    isRequired: false,
    default: 'development',
  },
  read: (raw) =>
    raw === 'production'
      ? { fault: 'must not be production: this service pretends to be the payment providers.' }
      : { value: raw ?? 'development' },
};

/** A name as BR Codes hold it: with a dot and without a port, or bank apps and libraries refuse the code. */
const locationHost: Setting<string> = {
  name: 'PIX_LOCATION_HOST',
  words: {
    about: 'the host of the simulated bank’s locations',
    shape: `a host name with a dot, of at most ${locationHostCharactersMax} characters`,
    isRequired: false,
    default: 'psp.sandbox.example',
  },
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

export const settings = {
  nodeEnv: notProduction,
  host: text('HOST', { about: 'the address it listens at', default: '0.0.0.0' }),
  port: integer('PORT', { about: 'the port of its interface', default: 8_090, min: 0, max: 65_535 }),
  smtpPort: optional(
    integer('SMTP_PORT', {
      about: 'the port of its mail server, whose mail is read at /mailbox; without it there is none',
      min: 0,
      max: 65_535,
    }),
  ),
  postgresUrl: url('POSTGRES_URL', { about: 'its own database', protocols: ['postgres', 'postgresql'] }),
  postgresAccess,
  logLevel: programSettings.logLevel,
  pix: {
    clientId: text('PIX_CLIENT_ID', { about: 'the client that the simulated bank knows' }),
    clientSecret: secret('PIX_CLIENT_SECRET', { about: 'its secret' }),
    locationHost,
    receiverName: text('PIX_RECEIVER_NAME', {
      about: 'the receiver in its codes',
      default: 'REPASSE SANDBOX',
      pattern: /^[A-Za-z0-9 .-]{1,25}$/,
    }),
    receiverCity: text('PIX_RECEIVER_CITY', {
      about: 'the receiver’s city in its codes',
      default: 'SAO PAULO',
      pattern: /^[A-Za-z0-9 .-]{1,15}$/,
    }),
  },
  // A provider without secrets is not simulated.
  revolut: {
    secretKey: optional(secret('REVOLUT_SECRET_KEY', { about: 'the merchant’s key; without it there is no Revolut' })),
  },
  cielo: {
    merchantId: optional(
      text('CIELO_MERCHANT_ID', {
        about: 'the merchant at the acquirer; without it there is no Cielo',
        pattern: guidPattern,
      }),
    ),
    merchantKey: optional(
      text('CIELO_MERCHANT_KEY', { about: 'its key', pattern: /^[A-Za-z0-9]{40}$/, isSecret: true }),
    ),
    notificationUrl: optional(
      url('CIELO_NOTIFICATION_URL', {
        about: 'where the acquirer notifies; without it none is sent',
        protocols: ['http', 'https'],
      }),
    ),
  },
  nowPayments: {
    apiKey: optional(
      secret('NOWPAYMENTS_API_KEY', { about: 'the merchant’s key; without it there is no NOWPayments' }),
    ),
    ipnSecret: optional(
      secret('NOWPAYMENTS_IPN_SECRET', { about: 'signs its notifications; without it none is sent' }),
    ),
    // The account that may pay out; payouts are refused when one of them is missing.
    email: optional(text('NOWPAYMENTS_EMAIL', { about: 'the account that may pay out, with the two below' })),
    password: optional(secret('NOWPAYMENTS_PASSWORD', { about: 'its password' })),
    totpSecret: optional(
      text('NOWPAYMENTS_TOTP_SECRET', {
        about: 'the secret of its authenticator app, in base32',
        pattern: base32Pattern,
        isSecret: true,
      }),
    ),
  },
  verification: {
    token: optional(
      secret('VERIFICATION_TOKEN', { about: 'the client of who verifies recipients; without it nobody does' }),
    ),
    callbackUrl: optional(
      url('VERIFICATION_CALLBACK_URL', {
        about: 'where it says that it has decided; without it nothing is said',
        protocols: ['http', 'https'],
      }),
    ),
    callbackSecret: optional(
      text('VERIFICATION_CALLBACK_SECRET', {
        about: 'signs that, as Standard Webhooks has it',
        pattern: /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/,
        isSecret: true,
      }),
    ),
  },
};

export type Config = ConfigOf<typeof settings>;

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env): Config =>
  readConfig(env, settings, (complete) => [
    ...postgresAccessFaults(complete),
    ...unknownVariables(env, settings).misspelt,
  ]);
