// Prints the chart's Secrets with fresh values:  node deploy/helm/make-secrets.mjs --sandbox | kubectl apply -n repasse -f -
// Keep what it prints as you keep the database: with other keys the stored data cannot be read. Run again it makes other ones.
//
//   --sandbox           also for the simulated providers; without it PIX_CLIENT_SECRET comes from the environment
//   --release NAME      of the Helm release; repasse unless it is said
//   --gateway-url URL   where providers call back: gatewayPublicUrl of the values
//   --postgres HOST     of the values, with a port; postgres:5432 unless it is said
// ADMIN_POSTGRES_URL comes from the environment, too: a superuser for the step `roles`. For a sandbox one is made.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const leave = (message) => {
  console.error(message);
  process.exit(1);
};

const { values: options } = parseArgs({
  options: {
    sandbox: { type: 'boolean', default: false },
    release: { type: 'string', default: 'repasse' },
    'gateway-url': { type: 'string' },
    postgres: { type: 'string', default: 'postgres:5432' },
  },
});

const fromEnvironment = (name) => process.env[name] || leave(`${name} is not set.`);

/** Those of docker-compose.yml, which gives each to the services that share it. */
const fresh = () => {
  const makeEnv = fileURLToPath(new URL('../images/make-env.mjs', import.meta.url));
  const lines = execFileSync(process.execPath, [makeEnv], { encoding: 'utf8' }).trim().split('\n');
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
};

const inside = `http://${options.release}-payment-gateway:8081`;
const gatewayUrl = options['gateway-url'] ?? (options.sandbox ? inside : leave('--gateway-url is missing.'));

/** By Secret; the same keys as in templates/_mounts.tpl. */
const secretsOf = (env) => ({
  identity: {
    POSTGRES_PASSWORD: env.IDENTITY_POSTGRES_PASSWORD,
    KEY_ENCRYPTION_KEYS: env.IDENTITY_KEY_ENCRYPTION_KEYS,
    INTERNAL_CALLERS: env.IDENTITY_INTERNAL_CALLERS,
    DESTINATION_CALLERS: env.IDENTITY_DESTINATION_CALLERS,
    CONSOLE_CALLERS: env.IDENTITY_CONSOLE_CALLERS,
    FINGERPRINT_KEYS: env.IDENTITY_FINGERPRINT_KEYS,
    BOOTSTRAP_ADMIN_CLIENT_SECRET: env.BOOTSTRAP_ADMIN_CLIENT_SECRET,
  },
  'payment-gateway': {
    POSTGRES_PASSWORD: env.GATEWAY_POSTGRES_PASSWORD,
    KEY_ENCRYPTION_KEYS: env.GATEWAY_KEY_ENCRYPTION_KEYS,
    INTERNAL_CALLERS: env.GATEWAY_INTERNAL_CALLERS,
    SPLIT_SETTLEMENT_TOKEN: env.GATEWAY_SPLIT_SETTLEMENT_TOKEN,
    IDENTITY_TOKEN: env.GATEWAY_IDENTITY_TOKEN,
    FINGERPRINT_KEYS: env.GATEWAY_FINGERPRINT_KEYS,
    CHECKOUT_TOKEN_SECRETS: env.CHECKOUT_TOKEN_SECRETS,
    PIX_CALLBACK_TOKENS: env.PIX_CALLBACK_TOKENS,
    PIX_CALLBACK_URL: `${gatewayUrl}/callbacks/pix/${env.PIX_CALLBACK_TOKEN}`,
    ...(options.sandbox
      ? { CIELO_NOTIFICATION_TOKENS: env.CIELO_NOTIFICATION_TOKENS }
      : { PIX_CLIENT_SECRET: fromEnvironment('PIX_CLIENT_SECRET') }),
  },
  charge: {
    POSTGRES_PASSWORD: env.CHARGE_POSTGRES_PASSWORD,
    PAYMENT_GATEWAY_TOKEN: env.CHARGE_PAYMENT_GATEWAY_TOKEN,
    IDENTITY_TOKEN: env.CHARGE_IDENTITY_TOKEN,
    FINGERPRINT_KEYS: env.CHARGE_FINGERPRINT_KEYS,
    CHECKOUT_TOKEN_SECRETS: env.CHECKOUT_TOKEN_SECRETS,
  },
  'split-settlement': {
    POSTGRES_PASSWORD: env.LEDGER_POSTGRES_PASSWORD,
    INTERNAL_CALLERS: env.LEDGER_INTERNAL_CALLERS,
    FINGERPRINT_KEYS: env.LEDGER_FINGERPRINT_KEYS,
  },
  'invoice-query': { POSTGRES_PASSWORD: env.QUERY_POSTGRES_PASSWORD },
  'webhook-dispatcher': {
    POSTGRES_PASSWORD: env.WEBHOOK_POSTGRES_PASSWORD,
    KEY_ENCRYPTION_KEYS: env.WEBHOOK_KEY_ENCRYPTION_KEYS,
    FINGERPRINT_KEYS: env.WEBHOOK_FINGERPRINT_KEYS,
  },
  console: { IDENTITY_TOKEN: env.CONSOLE_IDENTITY_TOKEN },
  ...(options.sandbox && {
    'provider-sandbox': {
      POSTGRES_PASSWORD: env.SANDBOX_POSTGRES_PASSWORD,
      CIELO_NOTIFICATION_URL: `${inside}/callbacks/cielo/${env.CIELO_NOTIFICATION_TOKEN}`,
    },
    // For examples/small, whose PostgreSQL begins with it.
    postgres: {
      POSTGRES_PASSWORD: env.POSTGRES_PASSWORD,
      REGISTRY_POSTGRES_PASSWORD: env.REGISTRY_POSTGRES_PASSWORD,
    },
  }),
  deploy: {
    ADMIN_POSTGRES_URL: options.sandbox
      ? `postgres://repasse:${env.POSTGRES_PASSWORD}@${options.postgres}/postgres`
      : fromEnvironment('ADMIN_POSTGRES_URL'),
    MIGRATION_POSTGRES_PASSWORD: env.MIGRATION_POSTGRES_PASSWORD,
    MIGRATION_POSTGRES_URL: `postgres://repasse_migration:${env.MIGRATION_POSTGRES_PASSWORD}@${options.postgres}/postgres`,
  },
});

for (const [name, stringData] of Object.entries(secretsOf(fresh()))) {
  const metadata = { name: `${options.release}-${name}` };
  // JSON is YAML.
  process.stdout.write(`---\n${JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata, stringData }, null, 2)}\n`);
}
