import { logLevels } from '../log/logger';
import {
  flag,
  integer,
  list,
  oneOf,
  optional,
  readConfig,
  secret,
  text,
  url,
  type ConfigOf,
  type Env,
  type Settings,
} from './config';
import { kafkaSecurity, kafkaSecurityFaults, type KafkaSecurity } from './kafka-settings';
import { registryAccess, registryAccessFaults, type RegistryAccess } from './registry-settings';

const postgresProtocols = ['postgres', 'postgresql'];
const httpProtocols = ['http', 'https'];

/** Which bus there is, and how it is reached. */
export const busSettings = {
  postgresUrl: optional(url('BUS_POSTGRES_URL', { protocols: postgresProtocols })),
  kafkaBrokers: optional(list('KAFKA_BROKERS')),
  kafkaSecurity,
  schemaRegistryUrl: optional(url('SCHEMA_REGISTRY_URL', { protocols: httpProtocols })),
  registryAccess,
};

/** The settings of every service. */
const common = (portDefault: number) => ({
  port: integer('PORT', { default: portDefault, min: 0, max: 65_535 }),
  /** Every address, as a container needs; the local runner narrows it to this machine. */
  host: text('HOST', { default: '0.0.0.0' }),
  postgresUrl: url('POSTGRES_URL', { protocols: postgresProtocols }),
  bus: busSettings,
  /** Where /metrics is served instead of PORT, out of reach of callers; PORT serves it while this is not set. */
  metricsPort: optional(integer('METRICS_PORT', { min: 0, max: 65_535 })),
  jwksUrl: url('JWKS_URL', { protocols: httpProtocols }),
  tokenIssuer: text('TOKEN_ISSUER'),
  internalToken: secret('INTERNAL_TOKEN'),
  logLevel: oneOf('LOG_LEVEL', logLevels, { default: 'info' }),
  isSandbox: flag('SANDBOX', { default: false }),
  /** A clock to use instead of the machine's. */
  sandboxClockUrl: optional(url('SANDBOX_CLOCK_URL', { protocols: httpProtocols })),
});

export type ServiceConfig = ConfigOf<ReturnType<typeof common>>;
/** Without `kafkaSecurity` and `registryAccess` brokers and registry are spoken to as they are on a laptop. */
export type BusConfig = Omit<ServiceConfig['bus'], 'kafkaSecurity' | 'registryAccess'> & {
  readonly kafkaSecurity?: KafkaSecurity;
  readonly registryAccess?: RegistryAccess;
};

/** The settings every service has, and its own beside them; all faults are reported at once. */
export const serviceConfig = <S extends Settings>(
  env: Env,
  own: S,
  options: { readonly portDefault?: number } = {},
): ServiceConfig & ConfigOf<S> =>
  readConfig(env, { ...common(options.portDefault ?? 3_000), ...own }, contradictions(env));

/** Faults between several variables. */
const contradictions = (env: Env): string[] => {
  const faults = [...kafkaSecurityFaults(env), ...registryAccessFaults(env)];
  if (env['SANDBOX'] === 'true' && env['NODE_ENV'] === 'production') {
    faults.push('SANDBOX must not be true when NODE_ENV is production: it lets webhooks reach private addresses.');
  }
  if (isSet(env['SANDBOX_CLOCK_URL']) && env['SANDBOX'] !== 'true') {
    faults.push('SANDBOX_CLOCK_URL needs SANDBOX=true: where money is real the time is too.');
  }
  const hasKafka = isSet(env['KAFKA_BROKERS']);
  if (hasKafka && !isSet(env['SCHEMA_REGISTRY_URL']))
    faults.push('SCHEMA_REGISTRY_URL is required with KAFKA_BROKERS.');
  if (!hasKafka && !isSet(env['BUS_POSTGRES_URL']))
    faults.push('BUS_POSTGRES_URL is required unless KAFKA_BROKERS is set.');
  return faults;
};

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== '';
