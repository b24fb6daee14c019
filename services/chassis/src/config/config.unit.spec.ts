import {
  ConfigError,
  flag,
  integer,
  list,
  oneOf,
  optional,
  readConfig,
  secret,
  text,
  url,
  urls,
  type Env,
} from './config';
import { drainDelayMs } from './internal/drain-settings';
import { serviceConfig, serviceSettings } from './service-config';

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
  };

  it('adds the service’s own settings', () => {
    const own = { gatewayUrl: url('GATEWAY_URL', { default: 'http://gateway' }) };
    const config = serviceConfig(env, serviceSettings(own, { portDefault: 81 }));

    expect(config).toMatchObject({ port: 81, gatewayUrl: 'http://gateway', isSandbox: false, logLevel: 'info' });
  });

  it('has a process in production serve on for a while when it is to stop, and no other', () => {
    const delayOf = (more: Env): number => drainDelayMs(serviceConfig({ ...env, ...more }, serviceSettings({})).drain);

    expect([delayOf({}), delayOf({ NODE_ENV: 'production' }), delayOf({ DRAIN_DELAY_MS: '3000' })]).toEqual([
      0, 5_000, 3_000,
    ]);
    expect(faultsOf(() => delayOf({ DRAIN_DELAY_MS: '15000' }))).toEqual([
      'DRAIN_DELAY_MS must be a whole number from 0 to 10000.',
    ]);
  });

  it('takes several addresses of a service, each once', () => {
    const urlsOf = (PEER_URL: string): readonly string[] => readConfig({ PEER_URL }, { peers: urls('PEER_URL') }).peers;

    expect(urlsOf('http://a:1/, http://b:1')).toEqual(['http://a:1', 'http://b:1']);
    expect(faultsOf(() => urlsOf('http://a:1,b'))).toEqual([
      'PEER_URL must be an absolute URL. Several are separated by commas.',
    ]);
    expect(faultsOf(() => urlsOf('http://a:1,http://a:1/'))).toEqual(['PEER_URL must not have an address twice.']);
  });

  it('refuses a sandbox in production, a moved clock outside a sandbox, and a bus that is not there', () => {
    const sandbox = faultsOf(() =>
      serviceConfig({ ...env, SANDBOX: 'true', NODE_ENV: 'production' }, serviceSettings({})),
    );
    const noBus = faultsOf(() => serviceConfig({ ...env, BUS_POSTGRES_URL: '' }, serviceSettings({})));
    const noRegistry = faultsOf(() => serviceConfig({ ...env, KAFKA_BROKERS: 'a:1' }, serviceSettings({})));

    const clock = faultsOf(() =>
      serviceConfig({ ...env, SANDBOX_CLOCK_URL: 'http://sandbox/clock' }, serviceSettings({})),
    );

    expect(sandbox).toEqual([expect.stringContaining('SANDBOX must not be true')]);
    expect(clock).toEqual([expect.stringContaining('SANDBOX_CLOCK_URL needs SANDBOX=true')]);
    expect(noBus).toEqual(['BUS_POSTGRES_URL is required unless KAFKA_BROKERS is set.']);
    expect(noRegistry).toEqual(['SCHEMA_REGISTRY_URL is required with KAFKA_BROKERS.']);
  });

  it('refuses a variable that is nearly a setting, and names others that begin like one', () => {
    const misspelt = faultsOf(() => serviceConfig({ ...env, KAFKA_BORKERS: 'a:1' }, serviceSettings({})));
    const own = { days: integer('RELEASE_PIX_DAYS', { default: 1 }) };
    const { unknownVariables, days } = serviceConfig(
      { ...env, RELEASE_ALL_DAYS: '9', KAFKA_PORT: 'tcp://10.0.0.1:9092', KAFKA_SERVICE_HOST: '10.0.0.1', HOME: '/' },
      serviceSettings(own),
    );

    expect(misspelt).toEqual(['KAFKA_BORKERS is no setting; KAFKA_BROKERS seems to be meant.']);
    expect(days).toBe(1);
    // Kubernetes adds variables for the services of its namespace, which say nothing about us.
    expect(unknownVariables).toEqual(['RELEASE_ALL_DAYS']);
  });

  it('refuses no variable that is near to a setting which is set', () => {
    expect(() => serviceConfig({ ...env, POSTGRES_URI: 'postgres://x' }, serviceSettings({}))).not.toThrow();
    const without = { ...env, POSTGRES_URL: '', POSTGRES_URI: 'postgres://x' };
    expect(faultsOf(() => serviceConfig(without, serviceSettings({})))).toEqual([
      'POSTGRES_URL is missing.',
      'POSTGRES_URI is no setting; POSTGRES_URL seems to be meant.',
    ]);
  });
});
