// Prints an .env for docker-compose.yml with fresh secrets:  node deploy/images/make-env.mjs > .env
// Keep the file: with other keys the data that the volumes hold can no longer be read.
import { randomBytes } from 'node:crypto';

// Hexadecimal, so that a secret can stand in an address and in a form as it is.
const secret = () => randomBytes(24).toString('hex');
// AES-256 takes 32 bytes.
const encryptionKey = () => randomBytes(32).toString('base64');

const values = {
  POSTGRES_PASSWORD: secret(),
  INTERNAL_TOKEN: secret(),
  IDENTITY_KEY_ENCRYPTION_KEY: encryptionKey(),
  GATEWAY_KEY_ENCRYPTION_KEY: encryptionKey(),
  WEBHOOK_KEY_ENCRYPTION_KEY: encryptionKey(),
  BOOTSTRAP_ADMIN_CLIENT_ID: 'admin',
  BOOTSTRAP_ADMIN_CLIENT_SECRET: secret(),
  PIX_CALLBACK_TOKEN: secret(),
  CIELO_NOTIFICATION_TOKEN: secret(),
  CHECKOUT_TOKEN_SECRET: secret(),
  GRAFANA_PASSWORD: secret(),
};

process.stdout.write(
  `${Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')}\n`,
);
