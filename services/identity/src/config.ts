import {
  ConfigError,
  encryptionKey,
  integer,
  optional,
  secret,
  text,
  type ConfigOf,
  type Env,
} from '@repasse/chassis/config/config';
import { serviceConfig, type ServiceConfig } from '@repasse/chassis/config/service-config';
import { rate } from '@repasse/chassis/limits/rate-setting';

/** Characters that stay the same in a form, so that every client library sends the same credentials. */
const plainCharacters = /^[A-Za-z0-9_.~-]+$/;

/** A person may choose this secret, so it must at least be long; 32 characters of base64 are 192 bits. */
const bootstrapSecretCharactersMin = 32;

const settings = {
  keyEncryptionKey: encryptionKey('KEY_ENCRYPTION_KEY'),
  tokenTtlSeconds: integer('TOKEN_TTL_SECONDS', { default: 3_600, min: 1, max: 86_400 }),
  signingKeyDaysMax: integer('SIGNING_KEY_DAYS_MAX', { default: 90, min: 1, max: 3_650 }),
  /** The edge, and what stands before it: who says in X-Forwarded-For whom they were called by. */
  proxiesInFront: integer('PROXIES_IN_FRONT', { default: 1, min: 0, max: 10 }),
  wrongSecrets: {
    perClient: rate('WRONG_SECRETS_PER_CLIENT', { default: { requests: 10, seconds: 60 } }),
    perAddress: rate('WRONG_SECRETS_PER_ADDRESS', { default: { requests: 100, seconds: 60 } }),
  },
  bootstrapAdmin: {
    clientId: optional(text('BOOTSTRAP_ADMIN_CLIENT_ID', { pattern: /^[A-Za-z0-9_.~-]{1,64}$/ })),
    clientSecret: optional(secret('BOOTSTRAP_ADMIN_CLIENT_SECRET', { minCharacters: bootstrapSecretCharactersMin })),
    email: text('BOOTSTRAP_ADMIN_EMAIL', { default: 'admin@repasse.invalid', pattern: /^[^@\s]+@[^@\s]+$/ }),
  },
};

export type Config = ServiceConfig & ConfigOf<typeof settings>;

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env): Config => {
  const config = serviceConfig(env, settings, { portDefault: 8_086 });
  const { clientId, clientSecret } = config.bootstrapAdmin;
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new ConfigError(['BOOTSTRAP_ADMIN_CLIENT_ID and BOOTSTRAP_ADMIN_CLIENT_SECRET go together, or not at all.']);
  if (clientSecret !== undefined && !plainCharacters.test(clientSecret))
    throw new ConfigError([`BOOTSTRAP_ADMIN_CLIENT_SECRET must match ${String(plainCharacters)}.`]);
  return config;
};
