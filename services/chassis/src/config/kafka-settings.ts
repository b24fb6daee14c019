import { flag, oneOf, optional, secret, text, url, type ConfigOf, type Env } from './config';
import { isSet, neededTogether } from './needed-together';

/** How brokers are spoken to: plain unless it is said otherwise. Certificates are files, as orchestrators mount them. */
export const kafkaSecurity = {
  isTls: flag('KAFKA_TLS', { about: 'whether the brokers listen with TLS (SSL, SASL_SSL)', default: false }),
  tlsCaFile: optional(
    text('KAFKA_TLS_CA', { about: 'a PEM file: the authority of the brokers, where the machine does not know it' }),
  ),
  tlsCertFile: optional(
    text('KAFKA_TLS_CERT', { about: 'a PEM file: the client certificate, for brokers that ask for one (mTLS)' }),
  ),
  tlsKeyFile: optional(text('KAFKA_TLS_KEY', { about: 'a PEM file: the key of KAFKA_TLS_CERT' })),
  saslMechanism: optional(
    oneOf('KAFKA_SASL_MECHANISM', ['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer'], {
      about: 'how the service signs in to the brokers: with the two below, or with a token by KAFKA_OAUTH_…',
    }),
  ),
  saslUsername: optional(text('KAFKA_SASL_USERNAME', { about: 'its name at the brokers' })),
  saslPassword: optional(secret('KAFKA_SASL_PASSWORD', { about: 'its password at the brokers' })),
  oauth: {
    tokenUrl: optional(
      url('KAFKA_OAUTH_TOKEN_URL', {
        about:
          'the issuer’s endpoint of tokens for the brokers (client credentials), with KAFKA_SASL_MECHANISM=oauthbearer',
        protocols: ['http', 'https'],
      }),
    ),
    clientId: optional(text('KAFKA_OAUTH_CLIENT_ID', { about: 'its name at that issuer' })),
    clientSecret: optional(secret('KAFKA_OAUTH_CLIENT_SECRET', { about: 'its secret at that issuer' })),
    scope: optional(text('KAFKA_OAUTH_SCOPE', { about: 'the scope it asks for, where the issuer wants one' })),
    tlsCaFile: optional(
      text('KAFKA_OAUTH_TLS_CA', {
        about: 'a PEM file: the authority of the issuer, where the machine does not know it',
      }),
    ),
  },
};

export type KafkaSecurity = ConfigOf<typeof kafkaSecurity>;

/** Faults between several variables. */
export const kafkaSecurityFaults = (env: Env): readonly string[] => {
  const files = ['KAFKA_TLS_CA', 'KAFKA_TLS_CERT', 'KAFKA_TLS_KEY'];
  return [
    ...signInFaults(env),
    ...neededTogether(env, ['KAFKA_TLS_CERT', 'KAFKA_TLS_KEY']),
    ...(files.some((name) => isSet(env, name)) && env['KAFKA_TLS']?.trim() !== 'true'
      ? [`${files.join(', ')} need KAFKA_TLS=true.`]
      : []),
  ];
};

/** A token needs an issuer, every other mechanism a name and a password. */
const signInFaults = (env: Env): readonly string[] => {
  const byToken = ['KAFKA_OAUTH_TOKEN_URL', 'KAFKA_OAUTH_CLIENT_ID', 'KAFKA_OAUTH_CLIENT_SECRET'];
  const byPassword = ['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'];
  const isByToken = env['KAFKA_SASL_MECHANISM']?.trim() === 'oauthbearer';
  const [needed, strange] = isByToken ? [byToken, byPassword] : [byPassword, byToken];
  return [
    ...neededTogether(env, ['KAFKA_SASL_MECHANISM', ...needed]),
    ...strange
      .filter((name) => isSet(env, name))
      .map((name) => `${name} ${isByToken ? 'is of no use with' : 'needs'} KAFKA_SASL_MECHANISM=oauthbearer.`),
    ...(isSet(env, 'KAFKA_OAUTH_TLS_CA') && !/^https:/i.test((env['KAFKA_OAUTH_TOKEN_URL'] ?? '').trim())
      ? ['KAFKA_OAUTH_TLS_CA needs an https KAFKA_OAUTH_TOKEN_URL.']
      : []),
  ];
};
