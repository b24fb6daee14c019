import { type KafkaConfig, type SASLOptions } from 'kafkajs';
import { type KafkaSecurity } from '../../config/kafka-settings';
import { tlsTexts } from '../../net/tls-files';
import { oauthBearer } from './internal/oauth-authenticator';
import { createTokenSource } from './internal/oauth-token';

/**
 * How a client proves to brokers who it is, in kafkajs's words. Files are read at once, and again when they were replaced;
 * secrets are those of the moment when a connection signs in.
 */
export const securityOf = (
  settings: KafkaSecurity,
  live: () => KafkaSecurity = () => settings,
): Pick<KafkaConfig, 'ssl' | 'sasl'> => ({
  ...(settings.isTls && { ssl: tlsOf(settings) }),
  ...saslOf(settings, live),
});

const tlsOf = ({ tlsCaFile: caFile, tlsCertFile: certFile, tlsKeyFile: keyFile }: KafkaSecurity) =>
  tlsTexts({ caFile, certFile, keyFile });

const saslOf = (
  { saslMechanism: mechanism, saslUsername, saslPassword }: KafkaSecurity,
  live: () => KafkaSecurity,
): Pick<KafkaConfig, 'sasl'> => {
  if (mechanism === undefined) return {};
  if (mechanism === 'oauthbearer') return { sasl: oauthBearer(createTokenSource(() => live().oauth)) };
  const sasl = {
    mechanism,
    get username(): string {
      return live().saslUsername ?? saslUsername ?? '';
    },
    get password(): string {
      return live().saslPassword ?? saslPassword ?? '';
    },
  };
  return { sasl: sasl as SASLOptions };
};
