import { secret, type Env } from '@repasse/chassis/config/config';
import { serviceConfig } from '@repasse/chassis/config/service-config';

/** The only place in this service that knows environment variables exist. */
export const loadConfig = (env: Env = process.env) =>
  serviceConfig(
    env,
    {
      /** 32 bytes in base64; seals the merchants' signing secrets. */
      keyEncryptionKey: secret('KEY_ENCRYPTION_KEY', { minCharacters: 44 }),
    },
    { portDefault: 8085 },
  );

export type Config = ReturnType<typeof loadConfig>;
