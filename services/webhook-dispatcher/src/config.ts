import { encryptionKey, type Env } from '@repasse/chassis/config/config';
import { serviceConfig } from '@repasse/chassis/config/service-config';

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) =>
  serviceConfig(
    env,
    {
      /** Seals the merchants' signing secrets. */
      keyEncryptionKey: encryptionKey('KEY_ENCRYPTION_KEY'),
    },
    { portDefault: 8085 },
  );

export type Config = ReturnType<typeof loadConfig>;
