import {
  flag,
  integer,
  list,
  optional,
  readConfig,
  text,
  url,
  urls,
  type ConfigOf,
  type Env,
  type Settings,
} from './config';
import { isSet } from './needed-together';
import { kafkaSecurity, kafkaSecurityFaults, type KafkaSecurity } from './kafka-settings';
import { postgresAccess, postgresAccessFaults } from './postgres-settings';
import { programSettings } from './program-settings';
import { registryAccess, registryAccessFaults, type RegistryAccess } from './registry-settings';
import { unknownVariables } from './unknown-variables';

const postgresProtocols = ['postgres', 'postgresql'];
const httpProtocols = ['http', 'https'];

/** Which bus there is, and how it is reached. */
export const busSettings = {
  postgresUrl: optional(
    url('BUS_POSTGRES_URL', {
      about: 'the database of the bus in PostgreSQL, on the server of POSTGRES_URL; needed unless KAFKA_BROKERS is set',
      protocols: postgresProtocols,
    }),
  ),
  kafkaBrokers: optional(list('KAFKA_BROKERS', { about: 'host:port of some brokers; makes Kafka the bus' })),
  kafkaSecurity,
  schemaRegistryUrl: optional(
    url('SCHEMA_REGISTRY_URL', {
      about: 'the schema registry of the bus on Kafka; credentials in it are refused, since addresses stand in logs',
      protocols: httpProtocols,
    }),
  ),
  registryAccess,
};

/** The settings of every service. */
const common = (portDefault: number) => ({
  port: integer('PORT', { about: 'the port of the interface', default: portDefault, min: 0, max: 65_535 }),
  host: text('HOST', { about: 'the address it listens at; by default all, as a container needs', default: '0.0.0.0' }),
  postgresUrl: url('POSTGRES_URL', { about: 'the own database of the service', protocols: postgresProtocols }),
  postgresAccess,
  bus: busSettings,
  metricsPort: optional(
    integer('METRICS_PORT', {
      about: 'the port of /metrics, out of reach of callers; PORT serves it while this is not set',
      min: 0,
      max: 65_535,
    }),
  ),
  jwksUrls: urls('JWKS_URL', { about: 'the keys of identity, by which tokens are verified', protocols: httpProtocols }),
  tokenIssuer: text('TOKEN_ISSUER', { about: 'the issuer that stands in tokens: the public address of the API' }),
  ...programSettings,
  isSandbox: flag('SANDBOX', {
    about: 'no money is real: webhooks may go to http and private addresses; refused where NODE_ENV is production',
    default: false,
  }),
  mayBeOutOfStep: flag('ALLOW_OUT_OF_STEP_WITH_BUS', {
    about: 'starts also where the database is older than the bus, or the bus than the database; see docs/operations',
    default: false,
  }),
  sandboxClockUrl: optional(
    url('SANDBOX_CLOCK_URL', {
      about: 'the simulated world’s clock, instead of the machine’s; needs SANDBOX',
      protocols: httpProtocols,
    }),
  ),
});

export type ServiceConfig = ConfigOf<ReturnType<typeof common>> & {
  /** Variables that begin as settings do, and are none: said once at the start. */
  readonly unknownVariables?: readonly string[];
};
/** Without `kafkaSecurity` and `registryAccess` brokers and registry are spoken to as they are on a laptop. */
export type BusConfig = Omit<ServiceConfig['bus'], 'kafkaSecurity' | 'registryAccess'> & {
  readonly kafkaSecurity?: KafkaSecurity;
  readonly registryAccess?: RegistryAccess;
};

/** The settings that every service has, and its own beside them. */
export const serviceSettings = <S extends Settings>(own: S, options: { readonly portDefault?: number } = {}) => ({
  ...common(options.portDefault ?? 3_000),
  ...own,
});

type WholeSettings = ReturnType<typeof common> & Settings;

interface Reading {
  /** All the settings of the service where it reads some of them by itself. */
  readonly known?: Settings;
  /** Faults between several of the service's own variables. */
  readonly contradictions?: (env: Env) => readonly string[];
}

/** Reads a service's settings; all faults are reported at once. A variable that is nearly a setting is a fault, too. */
export const serviceConfig = <S extends WholeSettings>(
  env: Env,
  settings: S,
  { known = settings, contradictions = () => [] }: Reading = {},
): ConfigOf<S> & { readonly unknownVariables: readonly string[] } => {
  const { misspelt, unknown } = unknownVariables(env, known);
  const config = readConfig(env, settings, (complete) => [
    ...commonContradictions(complete),
    ...contradictions(complete),
    ...misspelt,
  ]);
  const said: { readonly unknownVariables: readonly string[] } = { unknownVariables: unknown };
  const whole = Object.assign(said, config);
  Object.freeze(whole);
  return whole;
};

/** Faults between several variables. */
const commonContradictions = (env: Env): string[] => {
  const faults = [...postgresAccessFaults(env), ...kafkaSecurityFaults(env), ...registryAccessFaults(env)];
  if (env['SANDBOX'] === 'true' && env['NODE_ENV'] === 'production') {
    faults.push('SANDBOX must not be true when NODE_ENV is production: it lets webhooks reach private addresses.');
  }
  if (isSet(env, 'SANDBOX_CLOCK_URL') && env['SANDBOX'] !== 'true') {
    faults.push('SANDBOX_CLOCK_URL needs SANDBOX=true: where money is real the time is too.');
  }
  const hasKafka = isSet(env, 'KAFKA_BROKERS');
  if (hasKafka && !isSet(env, 'SCHEMA_REGISTRY_URL'))
    faults.push('SCHEMA_REGISTRY_URL is required with KAFKA_BROKERS.');
  if (!hasKafka && !isSet(env, 'BUS_POSTGRES_URL'))
    faults.push('BUS_POSTGRES_URL is required unless KAFKA_BROKERS is set.');
  return faults;
};
