import { flag, oneOf, optional, secret, text, type ConfigOf, type Env } from './config';

/** How brokers are spoken to: plain unless it is said otherwise. Certificates are files, as orchestrators mount them. */
export const kafkaSecurity = {
  isTls: flag('KAFKA_TLS', { default: false }),
  /** Of an authority that the machine does not know. */
  tlsCaFile: optional(text('KAFKA_TLS_CA')),
  /** A client certificate, for brokers that ask for one (mTLS). */
  tlsCertFile: optional(text('KAFKA_TLS_CERT')),
  tlsKeyFile: optional(text('KAFKA_TLS_KEY')),
  saslMechanism: optional(oneOf('KAFKA_SASL_MECHANISM', ['plain', 'scram-sha-256', 'scram-sha-512'])),
  saslUsername: optional(text('KAFKA_SASL_USERNAME')),
  saslPassword: optional(secret('KAFKA_SASL_PASSWORD')),
};

export type KafkaSecurity = ConfigOf<typeof kafkaSecurity>;

/** Faults between several variables. */
export const kafkaSecurityFaults = (env: Env): readonly string[] => {
  const has = (name: string): boolean => (env[name] ?? '').trim() !== '';
  const sasl = ['KAFKA_SASL_MECHANISM', 'KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'];
  const files = ['KAFKA_TLS_CA', 'KAFKA_TLS_CERT', 'KAFKA_TLS_KEY'];
  return [
    ...(sasl.some(has) && !sasl.every(has) ? [`${sasl.join(', ')} are needed together.`] : []),
    ...(has('KAFKA_TLS_CERT') === has('KAFKA_TLS_KEY')
      ? []
      : ['KAFKA_TLS_CERT and KAFKA_TLS_KEY are needed together.']),
    ...(files.some(has) && env['KAFKA_TLS']?.trim() !== 'true' ? [`${files.join(', ')} need KAFKA_TLS=true.`] : []),
  ];
};
