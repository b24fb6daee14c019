import { encryptionKeys, type Env } from '@repasse/chassis/config/config';
import { keptAnswers } from '@repasse/chassis/config/kept-answers';
import { serviceConfig, serviceSettings } from '@repasse/chassis/config/service-config';

export const settings = serviceSettings(
  {
    keyEncryptionKeys: encryptionKeys('KEY_ENCRYPTION_KEYS', { about: 'seal the merchants’ signing secrets' }),
    ...keptAnswers,
  },
  { portDefault: 8085 },
);

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) => serviceConfig(env, settings);

export type Config = ReturnType<typeof loadConfig>;
