import { oneOf, optional, secret, text, type ConfigOf, type Env } from './config';
import { isSet, neededTogether } from './needed-together';

/** How the PostgreSQL server is spoken to, which is one for the service's database and the bus. */
export const postgresAccess = {
  password: optional(
    secret('POSTGRES_PASSWORD', {
      about: 'the password of the role in POSTGRES_URL and BUS_POSTGRES_URL, where these hold none',
      minCharacters: 1,
    }),
  ),
  tls: oneOf('POSTGRES_TLS', ['disable', 'verify-ca', 'verify-full'], {
    about: 'TLS to the server: its authority is checked, and with `verify-full` the host of the address, too',
    default: 'disable',
  }),
  tlsCaFile: optional(
    text('POSTGRES_TLS_CA', { about: 'a PEM file: the authority of the server, where the machine does not know it' }),
  ),
  tlsCertFile: optional(
    text('POSTGRES_TLS_CERT', { about: 'a PEM file: the client certificate, for servers that ask for one' }),
  ),
  tlsKeyFile: optional(text('POSTGRES_TLS_KEY', { about: 'a PEM file: the key of POSTGRES_TLS_CERT' })),
};

export type PostgresAccess = ConfigOf<typeof postgresAccess>;

const addresses = ['POSTGRES_URL', 'BUS_POSTGRES_URL', 'MIGRATION_POSTGRES_URL'];

/** The faults that show only when several variables are read together. */
export const postgresAccessFaults = (env: Env): readonly string[] => {
  const files = ['POSTGRES_TLS_CA', 'POSTGRES_TLS_CERT', 'POSTGRES_TLS_KEY'];
  const isTls = isSet(env, 'POSTGRES_TLS') && env['POSTGRES_TLS']?.trim() !== 'disable';
  return [
    ...neededTogether(env, ['POSTGRES_TLS_CERT', 'POSTGRES_TLS_KEY']),
    ...(files.some((name) => isSet(env, name)) && !isTls ? [`${files.join(', ')} need POSTGRES_TLS.`] : []),
    // The driver takes prefer and require for verify-full, and will not for ever.
    ...addresses
      .filter((name) => /[?&]ssl/i.test(env[name] ?? ''))
      .map((name) => `${name} must not say how TLS is used: POSTGRES_TLS does.`),
  ];
};
