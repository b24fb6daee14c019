import { ConfigError } from '@repasse/chassis/config/config';
import { loadConfig } from './config';

const env = {
  POSTGRES_URL: 'postgres://localhost/repasse_payment_gateway',
  BUS_POSTGRES_URL: 'postgres://localhost/repasse_bus',
  JWKS_URL: 'http://localhost:8086/.well-known/jwks.json',
  TOKEN_ISSUER: 'http://localhost:8086',
  INTERNAL_TOKEN: 'an-internal-token',
  PIX_BASE_URL: 'https://bank.example.com/pix/',
  PIX_CLIENT_ID: 'id',
  PIX_CLIENT_SECRET: 'a-secret-for-the-bank',
  PIX_KEY: 'pix@example.com',
  PIX_RECEIVER_NAME: 'Repasse',
  PIX_RECEIVER_CITY: 'Brasilia',
  PIX_CALLBACK_URL: 'https://pay.example.com/callbacks/pix/a-callback-token',
  PIX_CALLBACK_TOKEN: 'a-callback-token',
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
});
