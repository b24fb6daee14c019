import { flag, oneOf, optional, secret, text, type ConfigOf, type Env } from './config';
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
    oneOf('KAFKA_SASL_MECHANISM', ['plain', 'scram-sha-256', 'scram-sha-512'], {
      about: 'how the service signs in to the brokers, with the two below',
    }),
  ),
  saslUsername: optional(text('KAFKA_SASL_USERNAME', { about: 'its name at the brokers' })),
  saslPassword: optional(secret('KAFKA_SASL_PASSWORD', { about: 'its password at the brokers' })),
};

export type KafkaSecurity = ConfigOf<typeof kafkaSecurity>;

/** Faults between several variables. */
export const kafkaSecurityFaults = (env: Env): readonly string[] => {
  const files = ['KAFKA_TLS_CA', 'KAFKA_TLS_CERT', 'KAFKA_TLS_KEY'];
  return [
    ...neededTogether(env, ['KAFKA_SASL_MECHANISM', 'KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD']),
    ...neededTogether(env, ['KAFKA_TLS_CERT', 'KAFKA_TLS_KEY']),
    ...(files.some((name) => isSet(env, name)) && env['KAFKA_TLS']?.trim() !== 'true'
      ? [`${files.join(', ')} need KAFKA_TLS=true.`]
      : []),
  ];
};
