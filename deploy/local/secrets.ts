import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseServices, type RolePasswords } from '../postgres/installation';

/** What the local system's services share among themselves; made once per data folder and kept beside its data. */
export interface Secrets {
  /** Of each service that calls another, by `<caller> to <called>`. */
  readonly callerTokens: CallerTokens;
  /** Number and key, as FINGERPRINT_KEYS has them. */
  readonly fingerprintKeys: string;
  readonly keyEncryptionKey: string;
  readonly adminClientId: string;
  readonly adminClientSecret: string;
  readonly pixClientId: string;
  readonly pixClientSecret: string;
  readonly pixCallbackToken: string;
  readonly revolutSecretKey: string;
  readonly cieloMerchantId: string;
  readonly cieloMerchantKey: string;
  readonly cieloNotificationToken: string;
  readonly nowpaymentsApiKey: string;
  readonly nowpaymentsIpnSecret: string;
  readonly nowpaymentsPassword: string;
  readonly nowpaymentsTotpSecret: string;
  readonly verificationToken: string;
  /** Signs callbacks about verifications, as Standard Webhooks has it. */
  readonly verificationSecret: string;
  readonly checkoutTokenSecret: string;
  readonly postgresPassword: string;
  /** Of the roles in PostgreSQL. */
  readonly rolePasswords: RolePasswords;
}

type CallerTokens = Readonly<
  Record<
    | 'charge to payment-gateway'
    | 'charge to identity'
    | 'payment-gateway to split-settlement'
    | 'payment-gateway to identity'
    | 'console to identity',
    string
  >
>;

/** As authenticator apps are given them: 160 bits, in what RFC 4648 calls base32. */
const randomBase32 = (): string => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  return Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('');
};

const newSecrets = (): Secrets => ({
  callerTokens: {
    'charge to payment-gateway': randomBytes(32).toString('hex'),
    'charge to identity': randomBytes(32).toString('hex'),
    'payment-gateway to split-settlement': randomBytes(32).toString('hex'),
    'payment-gateway to identity': randomBytes(32).toString('hex'),
    'console to identity': randomBytes(32).toString('hex'),
  },
  fingerprintKeys: `1:${randomBytes(32).toString('hex')}`,
  keyEncryptionKey: randomBytes(32).toString('base64'),
  adminClientId: `rp_admin_${randomBytes(6).toString('hex')}`,
  adminClientSecret: randomBytes(32).toString('base64url'),
  pixClientId: `pix_${randomBytes(6).toString('hex')}`,
  pixClientSecret: randomBytes(24).toString('hex'),
  pixCallbackToken: randomBytes(24).toString('hex'),
  revolutSecretKey: `sk_${randomBytes(24).toString('hex')}`,
  cieloMerchantId: randomUUID(),
  // The acquirer's keys have 40 characters.
  cieloMerchantKey: randomBytes(20).toString('hex').toUpperCase(),
  cieloNotificationToken: randomBytes(24).toString('hex'),
  nowpaymentsApiKey: randomBytes(20).toString('hex'),
  nowpaymentsIpnSecret: randomBytes(24).toString('hex'),
  nowpaymentsPassword: randomBytes(24).toString('hex'),
  nowpaymentsTotpSecret: randomBase32(),
  verificationToken: randomBytes(24).toString('hex'),
  verificationSecret: `whsec_${randomBytes(32).toString('base64')}`,
  checkoutTokenSecret: randomBytes(32).toString('hex'),
  postgresPassword: randomBytes(16).toString('hex'),
  rolePasswords: {
    migration: randomBytes(24).toString('hex'),
    services: Object.fromEntries(databaseServices.map((service) => [service, randomBytes(24).toString('hex')])),
  },
});

type Kept = Partial<Secrets> & { readonly internalToken?: string };

/** One token was all services' once, and keyed their fingerprints, which have no number: it is listed under 0. */
const withoutInternalToken = ({ internalToken, ...kept }: Kept): Partial<Secrets> =>
  internalToken === undefined
    ? kept
    : { fingerprintKeys: `1:${randomBytes(32).toString('hex')},0:${internalToken}`, ...kept };

/** Data from before a release that needs one more secret keeps those it has and gets the new one. */
export const loadSecrets = (dataDir: string): Secrets => {
  const file = join(dataDir, 'secrets.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : {};
  const made = newSecrets();
  const secrets = {
    ...made,
    ...withoutInternalToken(kept),
    callerTokens: { ...made.callerTokens, ...kept.callerTokens },
  };
  mkdirSync(dataDir, { recursive: true });
  // Only the owner reads it: with the encryption key a copy of the database gives away merchants' signing secrets.
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
};
