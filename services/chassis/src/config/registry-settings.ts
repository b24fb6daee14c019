import { optional, secret, text, type ConfigOf, type Env } from './config';
import { isSet, neededTogether } from './needed-together';

/** How the schema registry is spoken to: without a password and by the machine's authorities unless it is said otherwise. */
export const registryAccess = {
  /** HTTP Basic ends the name at the first colon. */
  username: optional(text('SCHEMA_REGISTRY_USERNAME', { about: 'its name at the registry', pattern: /^[^:]+$/ })),
  password: optional(secret('SCHEMA_REGISTRY_PASSWORD', { about: 'its password at the registry' })),
  tlsCaFile: optional(
    text('SCHEMA_REGISTRY_TLS_CA', {
      about: 'a PEM file: the authority of the registry, where the machine does not know it',
    }),
  ),
};

export type RegistryAccess = ConfigOf<typeof registryAccess>;

/** The faults that show only when several variables are read together. */
export const registryAccessFaults = (env: Env): readonly string[] => {
  const url = (env['SCHEMA_REGISTRY_URL'] ?? '').trim();
  return [
    ...neededTogether(env, ['SCHEMA_REGISTRY_USERNAME', 'SCHEMA_REGISTRY_PASSWORD']),
    ...(isSet(env, 'SCHEMA_REGISTRY_TLS_CA') && !/^https:/i.test(url)
      ? ['SCHEMA_REGISTRY_TLS_CA needs an https SCHEMA_REGISTRY_URL.']
      : []),
    // An address stands in errors and logs.
    ...(hasCredentials(url)
      ? [
          'SCHEMA_REGISTRY_URL must not hold credentials: they are SCHEMA_REGISTRY_USERNAME and SCHEMA_REGISTRY_PASSWORD.',
        ]
      : []),
  ];
};

const hasCredentials = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
};
