import {
  ConfigError,
  encryptionKey,
  type Env,
  integer,
  list,
  oneOf,
  optional,
  readConfig,
  secret,
  type Settings,
  text,
  url,
} from '@repasse/chassis/config/config';
import { isSet, neededTogether } from '@repasse/chassis/config/needed-together';
import { serviceConfig } from '@repasse/chassis/config/service-config';
import { documentTypeOf, plainDocument } from '@repasse/chassis/check-digits/documents';

const portDefault = 8_081;
const httpProtocols = ['http', 'https'];

const settings = {
  pix: {
    /** The provider's address of API Pix, without the version. */
    baseUrl: url('PIX_BASE_URL', { protocols: httpProtocols }),
    /** `<PIX_BASE_URL>/oauth/token` unless the provider has it elsewhere. */
    tokenUrl: optional(url('PIX_TOKEN_URL', { protocols: httpProtocols })),
    tokenFormat: oneOf('PIX_TOKEN_FORMAT', ['form', 'json'], { default: 'form' }),
    tokenScope: optional(text('PIX_TOKEN_SCOPE')),
    clientId: text('PIX_CLIENT_ID'),
    clientSecret: secret('PIX_CLIENT_SECRET'),
    /** CPF, CNPJ, phone, e-mail or EVP, at most 77 characters. */
    key: text('PIX_KEY', { pattern: /^.{1,77}$/ }),
    receiverName: text('PIX_RECEIVER_NAME'),
    receiverCity: text('PIX_RECEIVER_CITY'),
    /** Where the provider posts, without the `/pix` it puts behind; ends with the callback token. */
    callbackUrl: url('PIX_CALLBACK_URL', { protocols: httpProtocols }),
    callbackToken: secret('PIX_CALLBACK_TOKEN'),
    /** A client certificate, for providers that ask for one (mTLS). */
    tlsCertFile: optional(text('PIX_TLS_CERT')),
    tlsKeyFile: optional(text('PIX_TLS_KEY')),
    tlsCaFile: optional(text('PIX_TLS_CA')),
  },
  /** The ledger, which is asked before a merchant's refund leaves. */
  splitSettlementUrl: url('SPLIT_SETTLEMENT_URL', { protocols: httpProtocols }),
  /** CPF or CNPJ of the receiver of PIX payments, shown to payers. */
  receiverDocument: optional(text('PIX_RECEIVER_DOCUMENT')),
  /** Seals acquirers' tokens of saved cards. Without it no card is saved. */
  keyEncryptionKey: optional(encryptionKey('KEY_ENCRYPTION_KEY')),
  /** The page where payers pay in coins. */
  checkout: {
    /** The address of this service for payers' browsers. */
    baseUrl: url('CHECKOUT_BASE_URL', { protocols: httpProtocols }),
    /** As long as the hash it keys, which is what HS256 asks for. */
    tokenSecret: secret('CHECKOUT_TOKEN_SECRET', { minCharacters: 32 }),
    /** Proxies of ours between payers and this service: the edge, and any before it. */
    proxiesInFront: integer('PROXIES_IN_FRONT', { default: 1, min: 0, max: 10 }),
  },
  fx: {
    /** Where the central bank's closing rates are read. */
    baseUrl: url('FX_BASE_URL', { protocols: httpProtocols, default: 'https://www4.bcb.gov.br' }),
    /** The deduction from a rate, against its moving while the payer decides. */
    spreadBps: integer('FX_SPREAD_BPS', { min: 0, max: 5_000, default: 300 }),
    /** Over a long weekend with a holiday the last closing is this old; older ones are refused. */
    rateHoursMax: integer('FX_RATE_HOURS_MAX', { min: 1, max: 240, default: 120 }),
    quoteMinutes: integer('FX_QUOTE_MINUTES', { min: 1, max: 1_440, default: 60 }),
  },
  /** The international provider's currencies, where there is one. */
  internationalCurrencies: list('INTERNATIONAL_CURRENCIES', {
    default: ['USD', 'EUR', 'GBP', 'MXN', 'JPY', 'KWD', 'ARS', 'CLP', 'CAD', 'AUD', 'CHF'],
  }),
};

const revolutSettings = {
  /** The address of the Merchant API without `/api`. */
  baseUrl: url('REVOLUT_BASE_URL', { protocols: httpProtocols }),
  secretKey: secret('REVOLUT_SECRET_KEY'),
  /** The web SDK's mode. */
  mode: oneOf('REVOLUT_MODE', ['prod', 'sandbox']),
  callbackUrl: url('REVOLUT_CALLBACK_URL', { protocols: httpProtocols }),
};

const cieloSettings = {
  baseUrl: url('CIELO_BASE_URL', { protocols: httpProtocols }),
  /** Queries have an address of their own. */
  queryUrl: url('CIELO_QUERY_URL', { protocols: httpProtocols }),
  merchantId: text('CIELO_MERCHANT_ID'),
  merchantKey: secret('CIELO_MERCHANT_KEY'),
  /** The last segment of the address the acquirer was given for notifications. */
  notificationToken: secret('CIELO_NOTIFICATION_TOKEN'),
  /** The text on the payer's statement: 13 letters and digits at most. */
  softDescriptor: optional(text('CIELO_SOFT_DESCRIPTOR', { pattern: /^[A-Za-z0-9]{1,13}$/ })),
};

const nowpaymentsSettings = {
  /** The provider's address with the version. */
  baseUrl: url('NOWPAYMENTS_BASE_URL', { protocols: httpProtocols }),
  apiKey: secret('NOWPAYMENTS_API_KEY'),
  /** The key that signs notifications. */
  ipnSecret: secret('NOWPAYMENTS_IPN_SECRET'),
  /** Goes with each payment. */
  callbackUrl: url('NOWPAYMENTS_CALLBACK_URL', { protocols: httpProtocols }),
};

/** Who signs in to send coins. An account may receive without ever sending. */
const payoutSettings = {
  email: text('NOWPAYMENTS_EMAIL'),
  password: secret('NOWPAYMENTS_PASSWORD'),
  /** The secret of an authenticator app, in base32. */
  totpSecret: text('NOWPAYMENTS_TOTP_SECRET', { pattern: /^[A-Za-z2-7]{16,}=*$/ }),
};

/**
 * The only place in this service that knows environment variables exist. A provider without any variable is absent; one
 * with only some of them is a mistake.
 */
export const loadConfig = (env: Env = process.env) => {
  const faults: string[] = [];
  const own = collected(faults, () => serviceConfig(env, settings, { portDefault }));
  const group = <S extends Settings>(all: S, isOwn: (name: string) => boolean) =>
    collected(faults, () =>
      Object.keys(env).some((name) => isOwn(name) && isSet(env, name)) ? readConfig(env, all) : undefined,
    );
  const revolut = group(revolutSettings, (name) => name.startsWith('REVOLUT_'));
  const cielo = group(cieloSettings, (name) => name.startsWith('CIELO_'));
  const nowpayments = group(nowpaymentsSettings, (name) => name.startsWith('NOWPAYMENTS_'));
  const payouts = group(payoutSettings, (name) => Object.values(payoutSettings).some((each) => each.name === name));
  faults.push(...contradictions(env));
  if (own === undefined || faults.length > 0) throw new ConfigError(faults);
  return Object.freeze({ ...own, revolut, cielo, nowpayments: nowpayments && { ...nowpayments, payouts } });
};

export type Config = ReturnType<typeof loadConfig>;
export type PixConfig = Config['pix'];
export type FxConfig = Config['fx'];
export type RevolutConfig = NonNullable<Config['revolut']>;
export type NowpaymentsConfig = NonNullable<Config['nowpayments']>;
export type CieloConfig = Omit<NonNullable<Config['cielo']>, 'notificationToken'>;

const collected = <T>(faults: string[], read: () => T): T | undefined => {
  try {
    return read();
  } catch (fault) {
    if (!(fault instanceof ConfigError)) throw fault;
    faults.push(...fault.faults);
    return undefined;
  }
};

/** Faults between several variables. */
const contradictions = (env: Env): string[] => {
  const faults: string[] = [];
  const callbackUrl = env['PIX_CALLBACK_URL'] ?? '';
  if (!callbackUrl.endsWith(`/callbacks/pix/${env['PIX_CALLBACK_TOKEN'] ?? ''}`)) {
    faults.push('PIX_CALLBACK_URL must end with /callbacks/pix/ and the PIX_CALLBACK_TOKEN.');
  }
  const receiverDocument = env['PIX_RECEIVER_DOCUMENT'] ?? '';
  if (isSet(env, 'PIX_RECEIVER_DOCUMENT') && documentTypeOf(plainDocument(receiverDocument)) === undefined) {
    faults.push('PIX_RECEIVER_DOCUMENT must be a CPF or a CNPJ.');
  }
  faults.push(...neededTogether(env, ['PIX_TLS_CERT', 'PIX_TLS_KEY']));
  for (const provider of ['REVOLUT', 'NOWPAYMENTS']) {
    const [name, path] = [`${provider}_CALLBACK_URL`, `/callbacks/${provider.toLowerCase()}`];
    if (isSet(env, name) && env[name]?.trim().endsWith(path) !== true) faults.push(`${name} must end with ${path}.`);
  }
  // Another spelling would never match, and payers abroad would be refused for it.
  const currencies = (env['INTERNATIONAL_CURRENCIES'] ?? '').split(',').map((each) => each.trim());
  if (currencies.some((each) => each !== '' && (!/^[A-Z]{3}$/.test(each) || each === 'BRL'))) {
    faults.push('INTERNATIONAL_CURRENCIES must be ISO 4217 codes in capitals, and BRL is not one of them.');
  }
  return faults;
};
