import { type Env } from '@repasse/chassis/config/config';
import { type SecuredListeners } from '../kafka/server-properties';

/** May do everything, as the principal of deploy steps does. */
export const deployUser = 'deploy';

const passwordOf = (user: string): string => `the-password-of-${user}`;

/**
 * A listener that knows users by their passwords, on a broker that refuses everything no rule allows. The plain listener
 * is the brokers' own.
 */
export const authorizedListeners = (port: number, users: readonly string[]): SecuredListeners => ({
  listeners: [{ name: 'USERS', protocol: 'SASL_PLAINTEXT', port }],
  properties: {
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users': `User:ANONYMOUS;User:${deployUser}`,
    'listener.name.users.sasl.enabled.mechanisms': 'PLAIN',
    'listener.name.users.plain.sasl.jaas.config': [
      'org.apache.kafka.common.security.plain.PlainLoginModule required',
      ...[deployUser, ...users].map((user) => `user_${user}="${passwordOf(user)}"`),
    ]
      .join(' ')
      .concat(';'),
  },
});

/** The settings of a service that comes as this user. */
export const userEnv = (user: string): Env & Record<string, string> => ({
  KAFKA_SASL_MECHANISM: 'plain',
  KAFKA_SASL_USERNAME: user,
  KAFKA_SASL_PASSWORD: passwordOf(user),
});
