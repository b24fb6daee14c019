import { join } from 'node:path';
import { busDatabase, databaseOf, databaseServices, type DatabaseService } from '../postgres/installation';
import { type GivenKafka } from './options';
import { type PortPlan } from './port-plan';
import { projectRoot } from './project-root';
import { asSecretFiles } from './secret-files';
import { type Secrets } from './secrets';
import { type ProcessSpec } from './supervised-process';

/** In the order they are started; each waits for its own dependencies, so the order only saves time. */
export const serviceNames = databaseServices;

export type ServiceName = DatabaseService;

export interface PlanInput {
  readonly ports: PortPlan;
  /** The address of a database for a role, whose password is a secret of its own. */
  readonly postgresUrlOf: (database: string, role: string) => string;
  readonly secrets: Secrets;
  readonly kafka: GivenKafka | undefined;
  readonly dataDir: string;
  /** The sandbox verifies recipients. */
  readonly hasVerifier?: boolean | undefined;
}

const local = (port: number) => `http://localhost:${String(port)}`;

export { databaseOf };

/** What every service is told; the sandbox flag is what makes this a system for trying things, never for real money. */
const commonEnv = ({ ports, postgresUrlOf, kafka }: PlanInput, service: ServiceName): Record<string, string> => ({
  PORT: String(ports[service]),
  HOST: '127.0.0.1',
  POSTGRES_URL: postgresUrlOf(databaseOf(service), databaseOf(service)),
  BUS_POSTGRES_URL: postgresUrlOf(busDatabase, databaseOf(service)),
  ...(kafka && { KAFKA_BROKERS: kafka.brokers, SCHEMA_REGISTRY_URL: kafka.registryUrl, ...kafka.envOf?.(service) }),
  JWKS_URL: `${local(ports.identity)}/.well-known/jwks.json`,
  TOKEN_ISSUER: local(ports.edge),
  LOG_LEVEL: 'info',
  SANDBOX: 'true',
  SANDBOX_CLOCK_URL: `${local(ports['provider-sandbox'])}/sandbox/clock`,
});

/** Who signs in to pay out; no secret. */
const payoutsEmail = 'payouts@merchant.example';

const ownEnv = ({ ports, secrets, hasVerifier }: PlanInput): Readonly<Record<ServiceName, Record<string, string>>> => ({
  identity: {
    BOOTSTRAP_ADMIN_CLIENT_ID: secrets.adminClientId,
    BOOTSTRAP_ADMIN_CLIENT_SECRET: secrets.adminClientSecret,
    MAIL_URL: `smtp://127.0.0.1:${String(ports['sandbox-mail'])}`,
    MAIL_FROM: 'Repasse <acesso@repasse.example>',
    CONSOLE_PUBLIC_URL: local(ports.console),
    ...(hasVerifier === true && { VERIFICATION_BASE_URL: `${local(ports['provider-sandbox'])}/verification` }),
  },
  'provider-sandbox': {
    SMTP_PORT: String(ports['sandbox-mail']),
    PIX_CLIENT_ID: secrets.pixClientId,
    PIX_CLIENT_SECRET: secrets.pixClientSecret,
    REVOLUT_SECRET_KEY: secrets.revolutSecretKey,
    CIELO_MERCHANT_ID: secrets.cieloMerchantId,
    CIELO_MERCHANT_KEY: secrets.cieloMerchantKey,
    CIELO_NOTIFICATION_URL: `${local(ports['payment-gateway'])}/callbacks/cielo/${secrets.cieloNotificationToken}`,
    NOWPAYMENTS_API_KEY: secrets.nowpaymentsApiKey,
    NOWPAYMENTS_IPN_SECRET: secrets.nowpaymentsIpnSecret,
    NOWPAYMENTS_EMAIL: payoutsEmail,
    NOWPAYMENTS_PASSWORD: secrets.nowpaymentsPassword,
    NOWPAYMENTS_TOTP_SECRET: secrets.nowpaymentsTotpSecret,
    VERIFICATION_TOKEN: secrets.verificationToken,
    VERIFICATION_CALLBACK_URL: `${local(ports.identity)}/callbacks/verification`,
    VERIFICATION_CALLBACK_SECRET: secrets.verificationSecret,
  },
  'payment-gateway': {
    PIX_BASE_URL: `${local(ports['provider-sandbox'])}/pix`,
    PIX_CLIENT_ID: secrets.pixClientId,
    PIX_CLIENT_SECRET: secrets.pixClientSecret,
    PIX_KEY: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906',
    PIX_PAYOUTS: 'on',
    PIX_RECEIVER_NAME: 'REPASSE SANDBOX',
    PIX_RECEIVER_CITY: 'SAO PAULO',
    PIX_RECEIVER_DOCUMENT: '12ABC34501DE35',
    REVOLUT_BASE_URL: `${local(ports['provider-sandbox'])}/revolut`,
    REVOLUT_SECRET_KEY: secrets.revolutSecretKey,
    REVOLUT_MODE: 'sandbox',
    REVOLUT_CALLBACK_URL: `${local(ports['payment-gateway'])}/callbacks/revolut`,
    FX_BASE_URL: `${local(ports['provider-sandbox'])}/fx`,
    CIELO_BASE_URL: `${local(ports['provider-sandbox'])}/cielo`,
    CIELO_QUERY_URL: `${local(ports['provider-sandbox'])}/cielo-query`,
    CIELO_MERCHANT_ID: secrets.cieloMerchantId,
    CIELO_MERCHANT_KEY: secrets.cieloMerchantKey,
    CIELO_SOFT_DESCRIPTOR: 'REPASSEDEMO',
    CHECKOUT_BASE_URL: local(ports.edge),
    NOWPAYMENTS_BASE_URL: `${local(ports['provider-sandbox'])}/nowpayments/v1`,
    NOWPAYMENTS_API_KEY: secrets.nowpaymentsApiKey,
    NOWPAYMENTS_IPN_SECRET: secrets.nowpaymentsIpnSecret,
    NOWPAYMENTS_EMAIL: payoutsEmail,
    NOWPAYMENTS_PASSWORD: secrets.nowpaymentsPassword,
    NOWPAYMENTS_TOTP_SECRET: secrets.nowpaymentsTotpSecret,
    NOWPAYMENTS_CALLBACK_URL: `${local(ports['payment-gateway'])}/callbacks/nowpayments`,
    SPLIT_SETTLEMENT_URL: local(ports['split-settlement']),
    IDENTITY_URL: local(ports.identity),
  },
  charge: {
    PAYMENT_GATEWAY_URL: local(ports['payment-gateway']),
    IDENTITY_URL: local(ports.identity),
    CHECKOUT_BASE_URL: local(ports.edge),
    CHECKOUT_SAVE_CARDS: 'true',
    INTERNATIONAL_SDK_URL: `${local(ports['provider-sandbox'])}/revolut/embed.js`,
  },
  'split-settlement': {},
  'invoice-query': {},
  'webhook-dispatcher': {},
});

/** The secrets that an operator replaces while the system runs; see docs/operations/rotate-keys.md. */
const ownSecrets = ({
  ports,
  secrets,
  hasVerifier,
}: PlanInput): Readonly<Record<ServiceName, Record<string, string>>> => {
  const { callerTokens, fingerprintKeys, checkoutTokenSecret } = secrets;
  const kept = { FINGERPRINT_KEYS: fingerprintKeys };
  const sealing = { KEY_ENCRYPTION_KEYS: `1:${secrets.keyEncryptionKey}` };
  return {
    identity: {
      ...kept,
      ...sealing,
      INTERNAL_CALLERS: `charge:${callerTokens['charge to identity']}`,
      DESTINATION_CALLERS: `payment-gateway:${callerTokens['payment-gateway to identity']}`,
      CONSOLE_CALLERS: `console:${callerTokens['console to identity']}`,
      ...(hasVerifier === true && {
        VERIFICATION_TOKEN: secrets.verificationToken,
        VERIFICATION_CALLBACK_SECRETS: secrets.verificationSecret,
      }),
    },
    'provider-sandbox': {},
    'payment-gateway': {
      ...kept,
      ...sealing,
      INTERNAL_CALLERS: `charge:${callerTokens['charge to payment-gateway']}`,
      SPLIT_SETTLEMENT_TOKEN: callerTokens['payment-gateway to split-settlement'],
      IDENTITY_TOKEN: callerTokens['payment-gateway to identity'],
      CHECKOUT_TOKEN_SECRETS: checkoutTokenSecret,
      PIX_CALLBACK_TOKENS: secrets.pixCallbackToken,
      PIX_CALLBACK_URL: `${local(ports['payment-gateway'])}/callbacks/pix/${secrets.pixCallbackToken}`,
      CIELO_NOTIFICATION_TOKENS: secrets.cieloNotificationToken,
    },
    charge: {
      ...kept,
      PAYMENT_GATEWAY_TOKEN: callerTokens['charge to payment-gateway'],
      IDENTITY_TOKEN: callerTokens['charge to identity'],
      CHECKOUT_TOKEN_SECRETS: checkoutTokenSecret,
    },
    'split-settlement': {
      ...kept,
      INTERNAL_CALLERS: `payment-gateway:${callerTokens['payment-gateway to split-settlement']}`,
    },
    'invoice-query': {},
    'webhook-dispatcher': { ...kept, ...sealing },
  };
};

const passwordOf = ({ secrets }: PlanInput, name: ServiceName): Record<string, string> => ({
  POSTGRES_PASSWORD: secrets.rolePasswords.services[name] ?? '',
});

export const servicePlan = (input: PlanInput): readonly ProcessSpec[] => {
  const [own, secret] = [ownEnv(input), ownSecrets(input)];
  return serviceNames.map((name) => ({
    name,
    entry: join(projectRoot, 'services', name, 'dist', 'main.js'),
    env: {
      ...commonEnv(input, name),
      ...own[name],
      ...asSecretFiles(input.dataDir, name, { ...secret[name], ...passwordOf(input, name) }),
    },
    logFile: join(input.dataDir, 'logs', `${name}.log`),
  }));
};

export const edgePlan = ({ ports, dataDir }: PlanInput): ProcessSpec => ({
  name: 'edge',
  entry: join(projectRoot, 'deploy', 'dist', 'edge', 'main.js'),
  env: {
    PORT: String(ports.edge),
    GATEWAY_PORT: String(ports.gateway),
    METRICS_PORT: String(ports['edge-metrics']),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    ...Object.fromEntries(
      serviceNames
        .filter((name) => name !== 'provider-sandbox')
        .map((name) => [`${name.replaceAll('-', '_').toUpperCase()}_URL`, local(ports[name])]),
    ),
  },
  logFile: join(dataDir, 'logs', 'edge.log'),
});

export const consolePlan = ({ ports, secrets, dataDir }: PlanInput): ProcessSpec => ({
  name: 'console',
  entry: join(projectRoot, 'services', 'console', 'dist', 'main.js'),
  env: {
    PORT: String(ports.console),
    METRICS_PORT: String(ports['console-metrics']),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    CONSOLE_PUBLIC_URL: local(ports.console),
    API_URL: local(ports.edge),
    IDENTITY_URL: local(ports.identity),
    PROVIDER_SANDBOX_URL: local(ports['provider-sandbox']),
    PROVIDER_SANDBOX_PUBLIC_URL: local(ports['provider-sandbox']),
    ...asSecretFiles(dataDir, 'console', { IDENTITY_TOKEN: secrets.callerTokens['console to identity'] }),
  },
  logFile: join(dataDir, 'logs', 'console.log'),
});
