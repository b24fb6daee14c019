// Prints an .env for docker-compose.yml with fresh secrets:  node deploy/images/make-env.mjs > .env
// Keep the file: with other keys the data that the volumes hold can no longer be read.
import { randomBytes } from 'node:crypto';

// Hexadecimal, so that a secret can stand in an address and in a form as it is.
const secret = () => randomBytes(24).toString('hex');
// AES-256 takes 32 bytes.
const encryptionKey = () => randomBytes(32).toString('base64');

// Known to the caller and to the called service, by number where rows name the key.
const [chargeToGateway, chargeToIdentity, gatewayToLedger, gatewayToIdentity, consoleToIdentity] = [
  secret(),
  secret(),
  secret(),
  secret(),
  secret(),
];
// The first of the tokens that are accepted, as it stands in the addresses that providers are told.
const [pixCallbackToken, cieloNotificationToken] = [secret(), secret()];
const numbered = (key) => `1:${key}`;

const values = {
  POSTGRES_PASSWORD: secret(),
  MIGRATION_POSTGRES_PASSWORD: secret(),
  REGISTRY_POSTGRES_PASSWORD: secret(),
  IDENTITY_POSTGRES_PASSWORD: secret(),
  GATEWAY_POSTGRES_PASSWORD: secret(),
  CHARGE_POSTGRES_PASSWORD: secret(),
  LEDGER_POSTGRES_PASSWORD: secret(),
  QUERY_POSTGRES_PASSWORD: secret(),
  WEBHOOK_POSTGRES_PASSWORD: secret(),
  SANDBOX_POSTGRES_PASSWORD: secret(),
  MONITOR_POSTGRES_PASSWORD: secret(),
  CHARGE_PAYMENT_GATEWAY_TOKEN: chargeToGateway,
  CHARGE_IDENTITY_TOKEN: chargeToIdentity,
  GATEWAY_SPLIT_SETTLEMENT_TOKEN: gatewayToLedger,
  GATEWAY_IDENTITY_TOKEN: gatewayToIdentity,
  CONSOLE_IDENTITY_TOKEN: consoleToIdentity,
  GATEWAY_INTERNAL_CALLERS: `charge:${chargeToGateway}`,
  IDENTITY_INTERNAL_CALLERS: `charge:${chargeToIdentity}`,
  IDENTITY_CONSOLE_CALLERS: `console:${consoleToIdentity}`,
  IDENTITY_DESTINATION_CALLERS: `payment-gateway:${gatewayToIdentity}`,
  LEDGER_INTERNAL_CALLERS: `payment-gateway:${gatewayToLedger}`,
  CHARGE_FINGERPRINT_KEYS: numbered(secret()),
  GATEWAY_FINGERPRINT_KEYS: numbered(secret()),
  LEDGER_FINGERPRINT_KEYS: numbered(secret()),
  IDENTITY_FINGERPRINT_KEYS: numbered(secret()),
  WEBHOOK_FINGERPRINT_KEYS: numbered(secret()),
  IDENTITY_KEY_ENCRYPTION_KEYS: numbered(encryptionKey()),
  GATEWAY_KEY_ENCRYPTION_KEYS: numbered(encryptionKey()),
  WEBHOOK_KEY_ENCRYPTION_KEYS: numbered(encryptionKey()),
  BOOTSTRAP_ADMIN_CLIENT_ID: 'admin',
  BOOTSTRAP_ADMIN_CLIENT_SECRET: secret(),
  PIX_CALLBACK_TOKENS: pixCallbackToken,
  PIX_CALLBACK_TOKEN: pixCallbackToken,
  CIELO_NOTIFICATION_TOKENS: cieloNotificationToken,
  CIELO_NOTIFICATION_TOKEN: cieloNotificationToken,
  CHECKOUT_TOKEN_SECRETS: secret(),
  GRAFANA_PASSWORD: secret(),
};

process.stdout.write(
  `${Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')}\n`,
);
