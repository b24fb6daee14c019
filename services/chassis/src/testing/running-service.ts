import { type Env } from '../config/config';
import { type Running } from '../lifecycle/lifecycle';
import { type MigrationSet } from '../postgres/migrate';
import { type PartOverrides } from '../service/parts';
import { describedBy } from './described-answers';
import { callApi, startTestIssuer, type TestAnswer, type TestCall, type TestClaims } from './http-test';
import { startProgram, type RunningProgram, type TestEnv } from './running-program';
import { startTestBus, type TestBus } from './test-bus';

/** One service: its name, tables, settings and start. */
export interface ServiceDescription<C, O extends PartOverrides> {
  /** As in contracts/http. */
  readonly name: string;
  readonly migrations: readonly MigrationSet[];
  readonly loadConfig: (env: Env) => C;
  readonly start: (config: C, overrides: Partial<O>) => Promise<Running>;
  /** Its own variables; those of every service are given. */
  readonly env?: TestEnv;
}

export interface ServiceStart<O extends PartOverrides> {
  /** Shows in the names of the databases; the service's name when left out. */
  readonly label?: string;
  readonly env?: TestEnv;
  /** Also of a restart. */
  readonly overrides?: Partial<O>;
}

export interface RunningService<O extends PartOverrides> extends RunningProgram {
  readonly bus: TestBus;
  /** A token of identity's stand-in, by the service's clock: it expires after an hour. */
  readonly token: (claims?: TestClaims) => Promise<string>;
  /** One request. Throws unless the answer is one that the service's description promises. */
  readonly call: (method: string, path: string, call?: TestCall) => Promise<TestAnswer>;
  /** The lines of GET /metrics that begin with a name; all of them without one. */
  readonly metric: (name?: string) => Promise<string>;
  /** Another process of the service on the same databases; it ends with the first. */
  readonly startAnother: (overrides?: Partial<O>) => Promise<Running>;
}

/** The token that the service is called with from inside, and that it calls the others with. */
export const internalToken = 'an-internal-token-for-tests';

/** One set of secrets for all: a service reads those that it has settings for. */
const secretsOfServices = {
  FINGERPRINT_KEYS: '1:a-fingerprint-key-for-tests',
  PAYMENT_GATEWAY_TOKEN: internalToken,
  IDENTITY_TOKEN: internalToken,
  SPLIT_SETTLEMENT_TOKEN: internalToken,
};

/** Runs a service in this process: with databases of its own, the bus in PostgreSQL, and a stand-in for identity's keys. */
export const startServiceForTest = async <C, O extends PartOverrides>(
  description: ServiceDescription<C, O>,
  { label = description.name, env = {}, overrides = {} }: ServiceStart<O> = {},
): Promise<RunningService<O>> => {
  const { name, migrations, loadConfig, start } = description;
  const { clock } = overrides;
  const [bus, issuer] = await Promise.all([startTestBus(`${label} bus`, clock), startTestIssuer(clock)]);
  const common = { BUS_POSTGRES_URL: bus.db.url, JWKS_URL: issuer.jwksUrl, TOKEN_ISSUER: issuer.issuer };
  const program = await startProgram({
    label,
    migrations,
    env: { ...common, ...secretsOfServices, ...description.env, ...env },
    start: (complete) => start(loadConfig(complete), overrides),
  });
  const assertDescribed = describedBy(name);
  const others: Running[] = [];

  return {
    get url() {
      return program.url;
    },
    env: program.env,
    db: program.db,
    bus,
    token: (claims) => issuer.token(claims),
    call: async (method, path, call) => {
      const answer = await callApi(program.url, method, path, call);
      const contentType = answer.headers.get('content-type');
      const body = contentType?.includes('json') === true ? answer.body : answer.text;
      assertDescribed(method, path, { status: answer.status, body, contentType });
      return answer;
    },
    metric: async (metricName = '') => {
      const { text } = await callApi(program.url, 'GET', '/metrics');
      return text
        .split('\n')
        .filter((line) => line.startsWith(metricName))
        .join('\n');
    },
    restart: program.restart,
    startAnother: async (otherOverrides = {}) => {
      const other = await start(loadConfig(program.env), otherOverrides);
      others.push(other);
      return other;
    },
    stop: async () => {
      await Promise.all(others.map((other) => other.stop()));
      await program.stop();
      await Promise.all([bus.stop(), issuer.stop()]);
    },
  };
};
