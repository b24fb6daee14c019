import { readFileSync } from 'node:fs';
import { type KafkaConfig, type SASLOptions } from 'kafkajs';
import { type KafkaSecurity } from '../../config/kafka-settings';

/** How a client proves to brokers who it is, in kafkajs's words. Files are read at once: a wrong path stops the start. */
export const securityOf = (settings: KafkaSecurity): Pick<KafkaConfig, 'ssl' | 'sasl'> => ({
  ...(settings.isTls && { ssl: tlsOf(settings) }),
  ...saslOf(settings),
});

const tlsOf = ({ tlsCaFile, tlsCertFile, tlsKeyFile }: KafkaSecurity) => ({
  ...(tlsCaFile !== undefined && { ca: [readFileSync(tlsCaFile, 'utf8')] }),
  ...(tlsCertFile !== undefined && { cert: readFileSync(tlsCertFile, 'utf8') }),
  ...(tlsKeyFile !== undefined && { key: readFileSync(tlsKeyFile, 'utf8') }),
});

const saslOf = ({
  saslMechanism: mechanism,
  saslUsername: username,
  saslPassword: password,
}: KafkaSecurity): { readonly sasl?: SASLOptions } =>
  mechanism === undefined || username === undefined || password === undefined
    ? {}
    : { sasl: { mechanism, username, password } };
