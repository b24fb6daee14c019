import {
  ConfigError,
  encryptionKeys,
  type Env,
  integer,
  internalCallers,
  list,
  oneOf,
  optional,
  readConfig,
  secret,
  secrets,
  type Settings,
  text,
  url,
  urls,
} from '@repasse/chassis/config/config';
import { isSet, neededTogether } from '@repasse/chassis/config/needed-together';
import { keptAnswers } from '@repasse/chassis/config/kept-answers';
import { fileVariable } from '@repasse/chassis/config/secret-files';
import { serviceConfig, serviceSettings } from '@repasse/chassis/config/service-config';
import { allOrNone } from '@repasse/chassis/config/settings-in';
import { documentTypeOf, plainDocument } from '@repasse/values/check-digits/documents';

const portDefault = 8_081;
const httpProtocols = ['http', 'https'];

const needed = serviceSettings(
  {
    pix: {
      baseUrl: url('PIX_BASE_URL', {
        about: 'the bank’s API Pix without the version: /v2/cob/… is put behind it',
        protocols: httpProtocols,
      }),
      tokenUrl: optional(
        url('PIX_TOKEN_URL', {
          about: 'where the bank gives tokens; PIX_BASE_URL and /oauth/token unless it is set',
          protocols: httpProtocols,
        }),
      ),
      tokenFormat: oneOf('PIX_TOKEN_FORMAT', ['form', 'json'], {
        about: 'how the bank is asked for a token',
        default: 'form',
      }),
      tokenScope: optional(text('PIX_TOKEN_SCOPE', { about: 'the scopes that are asked for' })),
      clientId: text('PIX_CLIENT_ID', { about: 'the OAuth 2.0 client at the bank' }),
      clientSecret: secret('PIX_CLIENT_SECRET', { about: 'its secret' }),
      key: text('PIX_KEY', {
        about: 'the PIX key that is paid: CPF, CNPJ, phone, e-mail or EVP',
        pattern: /^.{1,77}$/,
      }),
      receiverName: text('PIX_RECEIVER_NAME', {
        about: 'the receiver as the bank has it, since payers compare it with their app',
      }),
      receiverCity: text('PIX_RECEIVER_CITY', { about: 'the receiver’s city, for the code' }),
      callbackUrl: url('PIX_CALLBACK_URL', {
        about:
          'where the bank posts, without the /pix it puts behind; ends in /callbacks/pix/ and the first of PIX_CALLBACK_TOKENS',
        protocols: httpProtocols,
      }),
      callbackTokens: secrets('PIX_CALLBACK_TOKENS', { about: 'the last segment of PIX_CALLBACK_URL' }),
      payouts: oneOf('PIX_PAYOUTS', ['off', 'on'], {
        about:
          'whether payouts leave by PIX from the account of PIX_KEY; the client needs pix.send, gn.pix.send.read and gn.balance.read',
        default: 'off',
      }),
      // A run is expected two hours before it begins; a bank counts questions.
      fundingIntervalMs: integer('PIX_FUNDING_INTERVAL_MS', {
        about: 'how often the bank is asked whether the account covers payouts that are due and the next run',
        default: 300_000,
        min: 1_000,
        max: 3_600_000,
      }),
      payoutsAtOnce: integer('PIX_PAYOUTS_AT_ONCE', {
        about: 'how many payouts by PIX a process has under way with the bank; 1 sends each after the other',
        min: 1,
        max: 32,
        default: 4,
      }),
      tlsCertFile: optional(
        text('PIX_TLS_CERT', { about: 'a PEM file: the client certificate, for banks that ask for one (mTLS)' }),
      ),
      tlsKeyFile: optional(text('PIX_TLS_KEY', { about: 'a PEM file: the key of PIX_TLS_CERT' })),
      tlsCaFile: optional(
        text('PIX_TLS_CA', { about: 'a PEM file: the authority of the bank, where the machine does not know it' }),
      ),
    },
    splitSettlementUrls: urls('SPLIT_SETTLEMENT_URL', {
      about: 'split-settlement, inside: it is asked before a merchant’s refund leaves',
      protocols: httpProtocols,
    }),
    splitSettlementToken: secret('SPLIT_SETTLEMENT_TOKEN', { about: 'by which split-settlement knows this service' }),
    identityUrls: optional(
      urls('IDENTITY_URL', {
        about: 'identity, inside: it is asked where a payout by PIX goes',
        protocols: httpProtocols,
      }),
    ),
    identityToken: optional(secret('IDENTITY_TOKEN', { about: 'by which identity knows this service' })),
    internalCallers: internalCallers('INTERNAL_CALLERS', ['charge']),
    ...keptAnswers,
    receiverDocument: optional(
      text('PIX_RECEIVER_DOCUMENT', { about: 'CPF or CNPJ of the receiver, shown with PIX payments' }),
    ),
    keyEncryptionKeys: optional(
      encryptionKeys('KEY_ENCRYPTION_KEYS', {
        about: 'seal acquirers’ tokens of saved cards; without a key no card is saved',
      }),
    ),
    /** The page where payers pay in coins. */
    checkout: {
      baseUrl: url('CHECKOUT_BASE_URL', {
        about: 'the address of the page of coins for payers’ browsers',
        protocols: httpProtocols,
      }),
      /** As long as the hash they key, as HS256 requires. */
      tokenSecrets: secrets('CHECKOUT_TOKEN_SECRETS', { about: 'sign the links of that page', minCharacters: 32 }),
      proxiesInFront: integer('PROXIES_IN_FRONT', {
        about: 'our proxies between payers and this service: the edge, and those before it',
        default: 1,
        min: 0,
        max: 10,
      }),
    },
    refundStepUpAboveMinor: integer('REFUND_STEP_UP_ABOVE_MINOR', {
      about: 'the refund in cents above which a person proves a second factor; keys are not asked',
      default: 100_000,
      min: 0,
      max: 999_999_999_999,
    }),
    fx: {
      baseUrl: url('FX_BASE_URL', {
        about: 'where the central bank’s closing rates are read',
        protocols: httpProtocols,
        default: 'https://www4.bcb.gov.br',
      }),
      spreadBps: integer('FX_SPREAD_BPS', {
        about: 'taken off a rate in hundredths of a percent, against its moving while the payer decides',
        min: 0,
        max: 5_000,
        default: 300,
      }),
      /** Over a long weekend with a holiday the last closing is this old; older ones are refused. */
      rateHoursMax: integer('FX_RATE_HOURS_MAX', { about: 'how old a rate may be', min: 1, max: 240, default: 120 }),
      quoteMinutes: integer('FX_QUOTE_MINUTES', { about: 'how long a quote holds', min: 1, max: 1_440, default: 60 }),
    },
    internationalCurrencies: list('INTERNATIONAL_CURRENCIES', {
      about: 'the currencies of payers abroad',
      default: ['USD', 'EUR', 'GBP', 'MXN', 'JPY', 'KWD', 'ARS', 'CLP', 'CAD', 'AUD', 'CHF'],
    }),
  },
  { portDefault },
);

const revolutSettings = {
  baseUrl: url('REVOLUT_BASE_URL', { about: 'the Merchant API without /api', protocols: httpProtocols }),
  secretKey: secret('REVOLUT_SECRET_KEY', { about: 'its key' }),
  mode: oneOf('REVOLUT_MODE', ['prod', 'sandbox'], { about: 'the mode of the web SDK in the payer’s browser' }),
  callbackUrl: url('REVOLUT_CALLBACK_URL', {
    about: 'our address at the provider, ending in /callbacks/revolut',
    protocols: httpProtocols,
  }),
};

const cieloSettings = {
  baseUrl: url('CIELO_BASE_URL', { about: 'where sales by card are made', protocols: httpProtocols }),
  queryUrl: url('CIELO_QUERY_URL', { about: 'where they are read', protocols: httpProtocols }),
  merchantId: text('CIELO_MERCHANT_ID', { about: 'the account at the acquirer' }),
  merchantKey: secret('CIELO_MERCHANT_KEY', { about: 'its key' }),
  notificationTokens: secrets('CIELO_NOTIFICATION_TOKENS', {
    about: 'the last segment of the address that the acquirer was given for notifications',
  }),
  softDescriptor: optional(
    text('CIELO_SOFT_DESCRIPTOR', { about: 'the text on the payer’s statement', pattern: /^[A-Za-z0-9]{1,13}$/ }),
  ),
};

const nowpaymentsSettings = {
  baseUrl: url('NOWPAYMENTS_BASE_URL', {
    about: 'the provider of payments in coins, with the version',
    protocols: httpProtocols,
  }),
  apiKey: secret('NOWPAYMENTS_API_KEY', { about: 'its key' }),
  ipnSecret: secret('NOWPAYMENTS_IPN_SECRET', { about: 'the key that signs its notifications' }),
  callbackUrl: url('NOWPAYMENTS_CALLBACK_URL', {
    about: 'our address in each payment, ending in /callbacks/nowpayments',
    protocols: httpProtocols,
  }),
};

/** Who signs in to send coins. An account may receive without ever sending. */
const payoutSettings = {
  email: text('NOWPAYMENTS_EMAIL', { about: 'the account that sends coins; without these three none are sent' }),
  password: secret('NOWPAYMENTS_PASSWORD', { about: 'its password' }),
  totpSecret: text('NOWPAYMENTS_TOTP_SECRET', {
    about: 'the secret of its authenticator app, in base32',
    pattern: /^[A-Za-z2-7]{16,}=*$/,
    isSecret: true,
  }),
};

/** All of them: a provider's are set together. */
export const settings = {
  ...needed,
  revolut: allOrNone(revolutSettings, 'all REVOLUT_… or none'),
  cielo: allOrNone(cieloSettings, 'all CIELO_… or none'),
  nowpayments: allOrNone(nowpaymentsSettings, 'all of BASE_URL, API_KEY, IPN_SECRET, CALLBACK_URL or none'),
  payouts: allOrNone(payoutSettings, 'all three or none'),
};

/**
 * The only place in this service that knows environment variables exist. A provider without any variable is absent; one
 * with only some of them is a mistake.
 */
export const loadConfig = (env: Env = process.env) => {
  const faults: string[] = [];
  const own = collected(faults, () => serviceConfig(env, needed, { known: settings, contradictions }));
  const group = <S extends Settings>(all: S, isOwn: (name: string) => boolean) =>
    collected(faults, () =>
      Object.keys(env).some((name) => isOwn(name) && isSet(env, name)) ? readConfig(env, all) : undefined,
    );
  const revolut = group(revolutSettings, (name) => name.startsWith('REVOLUT_'));
  const cielo = group(cieloSettings, (name) => name.startsWith('CIELO_'));
  const nowpayments = group(nowpaymentsSettings, (name) => name.startsWith('NOWPAYMENTS_'));
  const payouts = group(payoutSettings, (name) =>
    Object.values(payoutSettings).some((each) => each.name === name || fileVariable(each.name) === name),
  );
  if (own === undefined || faults.length > 0) throw new ConfigError(faults);
  return Object.freeze({ ...own, revolut, cielo, nowpayments: nowpayments && { ...nowpayments, payouts } });
};

export type Config = ReturnType<typeof loadConfig>;
export type PixConfig = Config['pix'];
export type FxConfig = Config['fx'];
export type RevolutConfig = NonNullable<Config['revolut']>;
export type NowpaymentsConfig = NonNullable<Config['nowpayments']>;
export type CieloConfig = Omit<NonNullable<Config['cielo']>, 'notificationTokens'>;

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
  const [callbackToken = ''] = (env['PIX_CALLBACK_TOKENS'] ?? '').split(',');
  if (!callbackUrl.endsWith(`/callbacks/pix/${callbackToken.trim()}`)) {
    faults.push('PIX_CALLBACK_URL must end with /callbacks/pix/ and the first of PIX_CALLBACK_TOKENS.');
  }
  const receiverDocument = env['PIX_RECEIVER_DOCUMENT'] ?? '';
  if (isSet(env, 'PIX_RECEIVER_DOCUMENT') && documentTypeOf(plainDocument(receiverDocument)) === undefined) {
    faults.push('PIX_RECEIVER_DOCUMENT must be a CPF or a CNPJ.');
  }
  faults.push(...neededTogether(env, ['PIX_TLS_CERT', 'PIX_TLS_KEY']), ...faultsOfSending(env));
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

/** Who sends needs to know where to, and a token that may. */
const faultsOfSending = (env: Env): string[] => {
  if (env['PIX_PAYOUTS']?.trim() !== 'on') return [];
  const hasToken = isSet(env, 'IDENTITY_TOKEN') || isSet(env, fileVariable('IDENTITY_TOKEN'));
  const scopes = env['PIX_TOKEN_SCOPE']?.split(/\s+/);
  const maySend = scopes === undefined || !isSet(env, 'PIX_TOKEN_SCOPE') || scopes.includes('pix.send');
  return [
    ...(isSet(env, 'IDENTITY_URL') && hasToken ? [] : ['PIX_PAYOUTS=on needs IDENTITY_URL and IDENTITY_TOKEN.']),
    ...(maySend ? [] : ['PIX_PAYOUTS=on needs pix.send among the scopes of PIX_TOKEN_SCOPE.']),
  ];
};
