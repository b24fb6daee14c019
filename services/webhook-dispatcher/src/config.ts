import { encryptionKey, type Env } from '@repasse/chassis/config/config';
import { serviceConfig, serviceSettings } from '@repasse/chassis/config/service-config';

export const settings = serviceSettings(
  {
    keyEncryptionKey: encryptionKey('KEY_ENCRYPTION_KEY', { about: 'seals the merchants’ signing secrets' }),
  },
  { portDefault: 8085 },
);

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) => serviceConfig(env, settings);

export type Config = ReturnType<typeof loadConfig>;
