import {
  ConfigError,
  encryptionKeys,
  integer,
  list,
  internalCallers,
  optional,
  secret,
  secretWords,
  text,
  url,
  type Env,
} from '@repasse/chassis/config/config';
import { keptAnswers } from '@repasse/chassis/config/kept-answers';
import { serviceConfig, serviceSettings } from '@repasse/chassis/config/service-config';
import { requiredDocumentsOf } from './verification/required-documents';
import { rate } from '@repasse/chassis/limits/rate-setting';

/** Characters that stay the same in a form, so that every client library sends the same credentials. */
const plainCharacters = /^[A-Za-z0-9_.~-]+$/;

/** A person may choose this secret, so it must at least be long; 32 characters of base64 are 192 bits. */
const bootstrapSecretCharactersMin = 32;

/** As Standard Webhooks writes them: 24 bytes at least. */
const signingSecret = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;

export const settings = serviceSettings(
  {
    keyEncryptionKeys: encryptionKeys('KEY_ENCRYPTION_KEYS', {
      about: 'seal signing keys and kept answers; losing them means new signing keys',
    }),
    internalCallers: internalCallers('INTERNAL_CALLERS', ['charge']),
    // A setting of its own: the release before stops at a name in INTERNAL_CALLERS that it does not know.
    destinationCallers: optional(internalCallers('DESTINATION_CALLERS', ['payment-gateway'])),
    consoleCallers: optional(internalCallers('CONSOLE_CALLERS', ['console'])),
    sessions: {
      idleMinutes: integer('SESSION_IDLE_MINUTES', {
        about: 'after how long a session of a person ends that is not used',
        default: 60,
        min: 1,
        max: 1_440,
      }),
      hoursMax: integer('SESSION_HOURS_MAX', {
        about: 'after how long a session of a person ends, used or not',
        default: 12,
        min: 1,
        max: 168,
      }),
    },
    mail: {
      url: optional(
        secret('MAIL_URL', {
          about:
            'the SMTP server that mail to people goes through, such as smtp://user:password@mail.example:587 or smtps://…:465; without it none is sent',
        }),
      ),
      from: optional(text('MAIL_FROM', { about: 'the sender of that mail, such as Repasse <acesso@repasse.example>' })),
      consoleUrl: optional(
        url('CONSOLE_PUBLIC_URL', {
          about:
            'where people open the console: links in mail and portal links lead there, and passkeys belong to its host name',
          protocols: ['http', 'https'],
        }),
      ),
    },
    destinationWaitHours: integer('DESTINATION_WAIT_HOURS', {
      about: 'for how long a new destination of payouts waits that is not confirmed by a second factor',
      default: 24,
      min: 0,
      max: 720,
    }),
    secondFactorWaitHours: integer('SECOND_FACTOR_WAIT_HOURS', {
      about: 'for how long a new second factor confirms no destinations, so that a stolen key cannot bring its own',
      default: 24,
      min: 0,
      max: 720,
    }),
    wrongCodesPerUser: rate('WRONG_CODES_PER_USER', {
      about: 'wrong codes of a user’s second factor before it has to wait, counted over all processes',
      default: { requests: 10, seconds: 3_600 },
    }),
    verification: {
      baseUrl: optional(
        url('VERIFICATION_BASE_URL', {
          about: 'the provider that verifies recipients; without it operators do',
          protocols: ['http', 'https'],
        }),
      ),
      token: optional(secret('VERIFICATION_TOKEN', { about: 'by which the provider knows this installation' })),
      callbackSecrets: optional(
        secretWords(
          list('VERIFICATION_CALLBACK_SECRETS', {
            about: 'by which the provider signs its callbacks; two while one is replaced',
          }),
        ),
      ),
      requiredDocuments: optional(
        list('VERIFICATION_REQUIRED_DOCUMENTS', {
          about:
            'documents that have to be there before a verification, such as PERSON:IDENTITY_FRONT,COMPANY:ARTICLES_OF_ASSOCIATION',
        }),
      ),
    },
    ...keptAnswers,
    tokenTtlSeconds: integer('TOKEN_TTL_SECONDS', {
      about: 'the life of an access token',
      default: 3_600,
      min: 1,
      max: 86_400,
    }),
    signingKeyDaysMax: integer('SIGNING_KEY_DAYS_MAX', {
      about: 'the age at which the key that signs tokens is replaced',
      default: 90,
      min: 1,
      max: 3_650,
    }),
    proxiesInFront: integer('PROXIES_IN_FRONT', {
      about: 'our proxies between callers and this service, which write X-Forwarded-For: the edge, and those before it',
      default: 1,
      min: 0,
      max: 10,
    }),
    wrongSecrets: {
      perClient: rate('WRONG_SECRETS_PER_CLIENT', {
        about: 'wrong secrets of one client before it has to wait',
        default: { requests: 10, seconds: 60 },
      }),
      perAddress: rate('WRONG_SECRETS_PER_ADDRESS', {
        about: 'wrong secrets from one address before it has to wait',
        default: { requests: 100, seconds: 60 },
      }),
    },
    bootstrapAdmin: {
      clientId: optional(
        text('BOOTSTRAP_ADMIN_CLIENT_ID', {
          about: 'the first administrator’s client id; made at a start, with the secret below',
          pattern: /^[A-Za-z0-9_.~-]{1,64}$/,
        }),
      ),
      clientSecret: optional(
        secret('BOOTSTRAP_ADMIN_CLIENT_SECRET', {
          about: 'its secret',
          minCharacters: bootstrapSecretCharactersMin,
        }),
      ),
      email: text('BOOTSTRAP_ADMIN_EMAIL', {
        about: 'its e-mail',
        default: 'admin@repasse.invalid',
        pattern: /^[^@\s]+@[^@\s]+$/,
      }),
    },
  },
  { portDefault: 8_086 },
);

export type Config = ReturnType<typeof read>;

const read = (env: Env) => serviceConfig(env, settings);

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env): Config => {
  const config = read(env);
  const { clientId, clientSecret } = config.bootstrapAdmin;
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new ConfigError(['BOOTSTRAP_ADMIN_CLIENT_ID and BOOTSTRAP_ADMIN_CLIENT_SECRET go together, or not at all.']);
  if (clientSecret !== undefined && !plainCharacters.test(clientSecret))
    throw new ConfigError([`BOOTSTRAP_ADMIN_CLIENT_SECRET must match ${String(plainCharacters)}.`]);
  const { baseUrl, token, callbackSecrets = [] } = config.verification;
  if ((baseUrl === undefined) !== (token === undefined))
    throw new ConfigError(['VERIFICATION_BASE_URL and VERIFICATION_TOKEN go together, or not at all.']);
  if (callbackSecrets.some((each) => !signingSecret.test(each)))
    throw new ConfigError([`Each of VERIFICATION_CALLBACK_SECRETS must match ${String(signingSecret)}.`]);
  requiredDocumentsOf(config.verification.requiredDocuments);
  throwIfMailIsHalfSet(config.mail);
  return config;
};

const throwIfMailIsHalfSet = ({ url: server, from, consoleUrl }: Config['mail']): void => {
  if (server === undefined) return;
  if (from === undefined || consoleUrl === undefined)
    throw new ConfigError(['MAIL_URL needs MAIL_FROM and CONSOLE_PUBLIC_URL.']);
  // Without the text, which may hold a password.
  if (!/^smtps?:\/\//.test(server) || !URL.canParse(server))
    throw new ConfigError(['MAIL_URL must be an address that begins with smtp:// or smtps://.']);
};
