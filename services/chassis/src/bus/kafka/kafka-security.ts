import { type KafkaConfig, type SASLOptions } from 'kafkajs';
import { type KafkaSecurity } from '../../config/kafka-settings';
import { tlsTexts } from '../../net/tls-files';

/** How a client proves to brokers who it is, in kafkajs's words. Files are read at once, and again when they were replaced. */
export const securityOf = (settings: KafkaSecurity): Pick<KafkaConfig, 'ssl' | 'sasl'> => ({
  ...(settings.isTls && { ssl: tlsOf(settings) }),
  ...saslOf(settings),
});

const tlsOf = ({ tlsCaFile: caFile, tlsCertFile: certFile, tlsKeyFile: keyFile }: KafkaSecurity) =>
  tlsTexts({ caFile, certFile, keyFile });

const saslOf = ({
  saslMechanism: mechanism,
  saslUsername: username,
  saslPassword: password,
}: KafkaSecurity): { readonly sasl?: SASLOptions } =>
  mechanism === undefined || username === undefined || password === undefined
    ? {}
    : { sasl: { mechanism, username, password } };
