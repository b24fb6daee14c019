import { ConfigError } from '@repasse/chassis/config/config';
import { loadConfig } from './config';

const env = {
  POSTGRES_URL: 'postgres://localhost/repasse_payment_gateway',
  BUS_POSTGRES_URL: 'postgres://localhost/repasse_bus',
  JWKS_URL: 'http://localhost:8086/.well-known/jwks.json',
  TOKEN_ISSUER: 'http://localhost:8086',
  INTERNAL_CALLERS: 'charge:a-token-of-charge',
  SPLIT_SETTLEMENT_TOKEN: 'a-token-for-the-ledger',
  FINGERPRINT_KEYS: '1:a-fingerprint-key',
  SPLIT_SETTLEMENT_URL: 'http://localhost:8083',
  PIX_BASE_URL: 'https://bank.example.com/pix/',
  PIX_CLIENT_ID: 'id',
  PIX_CLIENT_SECRET: 'a-secret-for-the-bank',
  PIX_KEY: 'pix@example.com',
  PIX_RECEIVER_NAME: 'Repasse',
  PIX_RECEIVER_CITY: 'Brasilia',
  PIX_CALLBACK_URL: 'https://pay.example.com/callbacks/pix/a-callback-token',
  PIX_CALLBACK_TOKENS: 'a-callback-token',
  CHECKOUT_BASE_URL: 'https://pay.example.com',
  CHECKOUT_TOKEN_SECRETS: 'a-secret-of-the-tests-with-32-characters',
};

const revolut = {
  REVOLUT_BASE_URL: 'https://merchant.example.com',
  REVOLUT_SECRET_KEY: 'sk_a-secret-for-revolut',
  REVOLUT_MODE: 'prod',
  REVOLUT_CALLBACK_URL: 'https://pay.example.com/callbacks/revolut',
};
const cielo = {
  CIELO_BASE_URL: 'https://api.cielo.example.com',
  CIELO_QUERY_URL: 'https://query.cielo.example.com',
  CIELO_MERCHANT_ID: 'a-merchant',
  CIELO_MERCHANT_KEY: 'a-merchant-key-of-cielo',
  CIELO_NOTIFICATION_TOKENS: 'a-notification-token',
};

const nowpayments = {
  NOWPAYMENTS_BASE_URL: 'https://api.nowpayments.example.com/v1',
  NOWPAYMENTS_API_KEY: 'a-key-of-nowpayments',
  NOWPAYMENTS_IPN_SECRET: 'a-secret-of-nowpayments',
  NOWPAYMENTS_CALLBACK_URL: 'https://pay.example.com/callbacks/nowpayments',
};
const payouts = {
  NOWPAYMENTS_EMAIL: 'payouts@example.com',
  NOWPAYMENTS_PASSWORD: 'a-password-for-payouts',
  NOWPAYMENTS_TOTP_SECRET: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
};

const faultsOf = (other: Record<string, string | undefined>): readonly string[] => {
  try {
    loadConfig({ ...env, ...other });
    return [];
  } catch (fault) {
    if (fault instanceof ConfigError) return fault.faults;
    throw fault;
  }
};

describe('the configuration', () => {
  it('reads a whole environment', () => {
    expect(loadConfig(env)).toMatchObject({
      port: 8_081,
      pix: { baseUrl: 'https://bank.example.com/pix', tokenFormat: 'form', key: 'pix@example.com' },
    });
  });

  it('names everything that is wrong at once', () => {
    const faults = faultsOf({ PIX_BASE_URL: 'bank', PIX_CLIENT_SECRET: undefined, PIX_TLS_CERT: '/cert.pem' });

    expect(faults.join('\n')).toMatch(/PIX_BASE_URL[^]*PIX_CLIENT_SECRET[^]*PIX_TLS_CERT and PIX_TLS_KEY/);
  });

  it('refuses a callback address that does not carry the token', () => {
    expect(faultsOf({ PIX_CALLBACK_URL: 'https://pay.example.com/callbacks/pix/other' })).toEqual([
      expect.stringContaining('PIX_CALLBACK_URL must end with'),
    ]);
  });

  it('refuses a key to seal with that is too short, and can do without one', () => {
    expect(loadConfig({ ...env, KEY_ENCRYPTION_KEYS: '' }).keyEncryptionKeys).toBeUndefined();
    expect(faultsOf({ KEY_ENCRYPTION_KEYS: '1:short' })).toEqual([
      expect.stringContaining('KEY_ENCRYPTION_KEYS must have keys of 32 bytes in base64'),
    ]);
  });

  it('has no international provider and no acquirer unless they are set up', () => {
    expect(loadConfig(env)).toMatchObject({ revolut: undefined, cielo: undefined, fx: { spreadBps: 300 } });
  });

  it('reads those that are', () => {
    const config = loadConfig({ ...env, ...revolut, ...cielo });

    expect(config.revolut).toEqual({
      baseUrl: 'https://merchant.example.com',
      secretKey: 'sk_a-secret-for-revolut',
      mode: 'prod',
      callbackUrl: 'https://pay.example.com/callbacks/revolut',
    });
    expect(config.cielo).toMatchObject({ merchantKey: 'a-merchant-key-of-cielo', softDescriptor: undefined });
  });

  it('refuses a provider that is set up by half, and names what is missing', () => {
    expect(faultsOf({ ...revolut, REVOLUT_SECRET_KEY: undefined, CIELO_MERCHANT_ID: 'id' })).toEqual([
      expect.stringContaining('REVOLUT_SECRET_KEY'),
      expect.stringContaining('CIELO_BASE_URL'),
      expect.stringContaining('CIELO_QUERY_URL'),
      expect.stringContaining('CIELO_MERCHANT_KEY'),
      expect.stringContaining('CIELO_NOTIFICATION_TOKENS'),
    ]);
  });

  it('refuses an international callback address and currencies that would never be met', () => {
    const REVOLUT_CALLBACK_URL = 'https://pay.example.com/callbacks/pix';

    expect(faultsOf({ ...revolut, REVOLUT_CALLBACK_URL, INTERNATIONAL_CURRENCIES: 'USD, eur' })).toEqual([
      expect.stringContaining('REVOLUT_CALLBACK_URL must end with'),
      expect.stringContaining('INTERNATIONAL_CURRENCIES must be'),
    ]);
    expect(faultsOf({ INTERNATIONAL_CURRENCIES: 'USD,BRL' })).toHaveLength(1);
    expect(faultsOf({ INTERNATIONAL_CURRENCIES: 'USD, EUR' })).toEqual([]);
  });

  it('receives coins without sending any, unless all that it takes is there', () => {
    const { NOWPAYMENTS_EMAIL: email, NOWPAYMENTS_PASSWORD: password, NOWPAYMENTS_TOTP_SECRET: totpSecret } = payouts;

    expect(loadConfig({ ...env, ...nowpayments }).nowpayments).toMatchObject({ payouts: undefined });
    expect(loadConfig({ ...env, ...nowpayments, ...payouts }).nowpayments?.payouts).toEqual({
      email,
      password,
      totpSecret,
    });
    expect(faultsOf({ ...nowpayments, NOWPAYMENTS_EMAIL: email })).toEqual([
      expect.stringContaining('NOWPAYMENTS_PASSWORD'),
      expect.stringContaining('NOWPAYMENTS_TOTP_SECRET'),
    ]);
    expect(faultsOf({ ...nowpayments, ...payouts, NOWPAYMENTS_TOTP_SECRET: 'not base 32!' })).toEqual([
      expect.stringContaining('NOWPAYMENTS_TOTP_SECRET'),
    ]);
  });
});
