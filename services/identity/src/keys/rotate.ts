import { systemClock } from '@repasse/chassis/clock';
import { createSealedBox } from '@repasse/chassis/crypto/sealed-box';
import { createLogger } from '@repasse/chassis/log/logger';
import { usePostgresAccess } from '@repasse/chassis/postgres/server-access';
import { openDatabase } from '@repasse/chassis/postgres/database';
import { loadConfig } from '../config';
import { rotateSigningKey } from './key-ring';

/** `npm run rotate-signing-key`: the running services show the new key within a minute and sign with it after ten. */
const rotate = async (): Promise<void> => {
  const config = loadConfig();
  const log = createLogger({ service: 'identity', level: config.logLevel });
  usePostgresAccess(() => config.postgresAccess);
  const db = openDatabase({ url: config.postgresUrl, name: 'identity-rotate-signing-key', log });
  try {
    const box = createSealedBox(() => config.keyEncryptionKeys);
    log.info({ kid: await rotateSigningKey({ db, box, clock: systemClock }) }, 'signing key made');
  } finally {
    await db.close();
  }
};

if (require.main === module) void rotate();
