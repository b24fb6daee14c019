import { ConfigError, flag, integer, list, oneOf, optional, readConfig, secret, text, url } from './config';
import { serviceConfig } from './service-config';

const faultsOf = (read: () => unknown): readonly string[] => {
  try {
    read();
    return [];
  } catch (fault) {
    return fault instanceof ConfigError ? fault.faults : [String(fault)];
  }
};

describe('reading the environment', () => {
  it('answers a frozen, typed object with its defaults and groups', () => {
    const config = readConfig(
      { PORT: '8080', BASE_URL: 'http://localhost:1/', BROKERS: 'a:1, b:2', TOKEN: '0123456789abcdef', DEBUG: ' ' },
      {
        port: integer('PORT', { min: 1, max: 65_535 }),
        isDebug: flag('DEBUG', { default: false }),
        level: oneOf('LEVEL', ['info', 'warn'], { default: 'info' }),
        other: { baseUrl: url('BASE_URL'), brokers: list('BROKERS'), none: optional(text('NONE')) },
        token: secret('TOKEN'),
      },
    );

    expect(config).toEqual({
      port: 8080,
      isDebug: false,
      level: 'info',
      other: { baseUrl: 'http://localhost:1', brokers: ['a:1', 'b:2'], none: undefined },
      token: '0123456789abcdef',
    });
    expect(Object.isFrozen(config) && Object.isFrozen(config.other)).toBe(true);
  });

  it('reports every fault at once and quotes no value', () => {
    const env = {
      PORT: '80a',
      BASE_URL: 'nowhere',
      DEBUG: 'yes',
      TOKEN: 'hunter2',
      LEVEL: 'loud',
      BROKERS: 'a,,b',
      KIND: 'x y',
    };
    const faults = faultsOf(() =>
      readConfig(env, {
        port: integer('PORT', { max: 99 }),
        baseUrl: url('BASE_URL'),
        isDebug: flag('DEBUG'),
        token: secret('TOKEN'),
        level: oneOf('LEVEL', ['info']),
        brokers: list('BROKERS'),
        kind: optional(text('KIND', { pattern: /^\w+$/ })),
        missing: text('MISSING'),
      }),
    );

    expect(faults).toEqual([
      'PORT must be a whole number from 0 to 99.',
      'BASE_URL must be an absolute URL.',
      'DEBUG must be true or false.',
      'TOKEN must have at least 16 characters.',
      'LEVEL must be one of info.',
      'BROKERS must be a comma-separated list without empty items.',
      'KIND must match /^\\w+$/.',
      'MISSING is missing.',
    ]);
    expect(faults.join()).not.toContain('hunter2');
  });
});

describe('what every service reads', () => {
  const env = {
    POSTGRES_URL: 'postgres://u:p@localhost/db',
    BUS_POSTGRES_URL: 'postgres://u:p@localhost/bus',
    JWKS_URL: 'http://localhost:1/jwks.json',
    TOKEN_ISSUER: 'http://localhost:1',
    INTERNAL_TOKEN: 'internal-token-of-tests',
  };

  it('adds the service’s own settings', () => {
    const config = serviceConfig(
      env,
      { gatewayUrl: url('GATEWAY_URL', { default: 'http://gateway' }) },
      { portDefault: 81 },
    );

    expect(config).toMatchObject({ port: 81, gatewayUrl: 'http://gateway', isSandbox: false, logLevel: 'info' });
  });

  it('refuses a sandbox in production, a moved clock outside a sandbox, and a bus that is not there', () => {
    const sandbox = faultsOf(() => serviceConfig({ ...env, SANDBOX: 'true', NODE_ENV: 'production' }, {}));
    const noBus = faultsOf(() => serviceConfig({ ...env, BUS_POSTGRES_URL: '' }, {}));
    const noRegistry = faultsOf(() => serviceConfig({ ...env, KAFKA_BROKERS: 'a:1' }, {}));

    const clock = faultsOf(() => serviceConfig({ ...env, SANDBOX_CLOCK_URL: 'http://sandbox/clock' }, {}));

    expect(sandbox).toEqual([expect.stringContaining('SANDBOX must not be true')]);
    expect(clock).toEqual([expect.stringContaining('SANDBOX_CLOCK_URL needs SANDBOX=true')]);
    expect(noBus).toEqual(['BUS_POSTGRES_URL is required unless KAFKA_BROKERS is set.']);
    expect(noRegistry).toEqual(['SCHEMA_REGISTRY_URL is required with KAFKA_BROKERS.']);
  });
});
