import { randomUUID } from 'node:crypto';
import timers from 'node:timers/promises';
import { applyTopics } from '../../../deploy/kafka/apply-topics';
import { registerSchemas } from '../../../deploy/kafka/register-schemas';
import { describeWithKafka, kafkaStartTimeoutMs } from '../../../deploy/test/kafka-for-tests';
import {
  passwordEnv,
  plainUser,
  scramUser,
  startSecuredKafka,
  type SecuredKafka,
} from '../../../deploy/test/secured-kafka';
import { systemClock } from '../src/clock';
import { type Env } from '../src/config/config';
import { serviceConfig, serviceSettings } from '../src/config/service-config';
import { createHealth } from '../src/health/health';
import { randomIds } from '../src/ids';
import { createLifecycle } from '../src/lifecycle/lifecycle';
import { createLogger } from '../src/log/logger';
import { openBus } from '../src/service/messaging';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';
import { fakeDatabase } from '../src/testing/fake-database';
import { chargePaid, chargePaidEntry, newChargeId } from './bus-kafka-support';
import { startSecuredRegistry, type SecuredRegistry } from './secured-registry';

/** A refusal is told within this: kafkajs tries for 3 s, and a machine under load takes a little longer. */
const refusalTimeoutMs = 20_000;
const registryUser = { name: 'registry-user', password: 'the-password-of-the-registry' };
const wrongPassword = 'a-password-that-is-wrong';

let kafka: SecuredKafka;
let registry: SecuredRegistry;

const byScram = (): Env => ({ KAFKA_BROKERS: kafka.byPassword, ...passwordEnv(kafka, 'scram-sha-512', scramUser) });
const byPlain = (): Env => ({ KAFKA_BROKERS: kafka.byPassword, ...passwordEnv(kafka, 'plain', plainUser) });
const byCertificate = (): Env => ({
  ...{ KAFKA_BROKERS: kafka.byCertificate, KAFKA_TLS: 'true', KAFKA_TLS_CA: kafka.caFile },
  ...{ KAFKA_TLS_CERT: kafka.clientFiles.certFile, KAFKA_TLS_KEY: kafka.clientFiles.keyFile },
});
const withoutPassword = {
  KAFKA_SASL_MECHANISM: undefined,
  KAFKA_SASL_USERNAME: undefined,
  KAFKA_SASL_PASSWORD: undefined,
};

/** A service's settings, all of them right but for those given. */
const configOf = (env: Env) =>
  serviceConfig(
    {
      ...{ POSTGRES_URL: 'postgres://nowhere', JWKS_URL: 'http://nowhere', TOKEN_ISSUER: 'nowhere' },
      SCHEMA_REGISTRY_URL: registry.url,
      ...{ SCHEMA_REGISTRY_USERNAME: registryUser.name, SCHEMA_REGISTRY_PASSWORD: registryUser.password },
      ...{ SCHEMA_REGISTRY_TLS_CA: kafka.caFile, ...env },
    },
    serviceSettings({}),
  );

/** The bus as a service opens it, with its readiness and its log. */
const openServiceBus = async (env: Env) => {
  const lines: string[] = [];
  const log = createLogger({
    service: 'test',
    level: 'debug',
    destination: { write: (line) => void lines.push(line) },
  });
  const health = createHealth(log);
  const lifecycle = createLifecycle(log);
  const config = configOf(env);
  const bus = await openBus({
    ...{ service: 'test', config, live: () => config, log, health, lifecycle, metrics: createMetrics('test') },
    ...{ db: fakeDatabase(() => []), clock: systemClock, ids: randomIds },
  });
  return { bus, health, logged: () => lines.join(''), close: () => lifecycle.stop() };
};

/** Publishes, subscribes and asks for readiness with these settings, and returns what each of them said. */
const refusalOf = async (env: Env) => {
  const { bus, health, logged, close } = await openServiceBus(env);
  try {
    const fault: unknown = await bus.publish([chargePaid(newChargeId())]).catch((caught: unknown) => caught);
    const ready = await eventually(
      async () => {
        const report = await health.report('ready');
        return logged().includes('the bus refuses this service') && report;
      },
      { timeoutMs: refusalTimeoutMs },
    );
    return { fault, ready, logged: logged() };
  } finally {
    await close();
  }
};

const expectRefusal = async (env: Env, said: RegExp): Promise<void> => {
  const { fault, ready, logged } = await refusalOf(env);

  expect(fault).toMatchObject({ code: 'bus.refused', message: expect.stringMatching(said) as string });
  expect(ready).toEqual({ isHealthy: false, checks: { bus: 'failed', 'in step with the bus': 'ok' } });
  expect(logged).toMatch(said);
  for (const { password } of [scramUser, plainUser, registryUser, { password: wrongPassword }]) {
    expect(logged + String(fault)).not.toContain(password);
    expect(logged).not.toContain(Buffer.from(`${registryUser.name}:${password}`).toString('base64'));
  }
};

/** One broker with a listener for passwords and one for certificates, since its start is what takes the time. */
describeWithKafka('Kafka that lets in only those it knows', () => {
  beforeAll(async () => {
    kafka = await startSecuredKafka();
    registry = await startSecuredRegistry(kafka.brokerFiles, registryUser);
    const { kafkaSecurity: security, registryAccess: access } = configOf(byScram()).bus;
    await applyTopics({ brokers: [kafka.byPassword], security });
    await registerSchemas({ registryUrl: registry.url, access });
  }, kafkaStartTimeoutMs);

  afterAll(async () => {
    await registry.stop();
    await kafka.stop();
  });

  it.each([
    ['SCRAM-SHA-512', byScram],
    ['PLAIN', byPlain],
    ['a client certificate', byCertificate],
  ])(
    'carries messages for a service that comes by %s',
    async (_, env) => {
      const { bus, health, close } = await openServiceBus(env());
      const key = newChargeId();
      const seen: string[] = [];
      await bus.subscribe({
        ...{ group: `test.${randomUUID()}`, topics: [chargePaidEntry.topic], loadOffsets: async () => [] },
        onBatch: async (messages) => void seen.push(...messages.map((message) => message.key)),
      });
      await bus.publish([chargePaid(key)]);

      await eventually(() => seen.includes(key), { timeoutMs: refusalTimeoutMs });
      expect(await health.report('ready')).toEqual({
        isHealthy: true,
        checks: { bus: 'ok', 'in step with the bus': 'ok' },
      });
      await close();
    },
    refusalTimeoutMs,
  );

  it.each<[string, () => Env, RegExp]>([
    [
      'a wrong password by SCRAM',
      () => ({ ...byScram(), KAFKA_SASL_PASSWORD: wrongPassword }),
      /does not accept KAFKA_SASL_USERNAME/,
    ],
    [
      'a wrong password by PLAIN',
      () => ({ ...byPlain(), KAFKA_SASL_PASSWORD: wrongPassword }),
      /does not accept KAFKA_SASL_USERNAME/,
    ],
    [
      'a mechanism that is not offered',
      () => ({ ...byScram(), KAFKA_SASL_MECHANISM: 'scram-sha-256' }),
      /does not offer KAFKA_SASL_MECHANISM/,
    ],
    ['no password', () => ({ ...byScram(), ...withoutPassword }), /may ask for TLS \(KAFKA_TLS\) or for a password/],
    [
      'an authority that signed nothing here',
      () => ({ ...byScram(), KAFKA_TLS_CA: kafka.otherCaFile }),
      /certificate is not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\); KAFKA_TLS_CA/,
    ],
    ['no TLS', () => ({ ...byScram(), KAFKA_TLS: 'false', KAFKA_TLS_CA: undefined }), /may ask for TLS \(KAFKA_TLS\)/],
    [
      'no client certificate',
      () => ({ ...byCertificate(), KAFKA_TLS_CERT: undefined, KAFKA_TLS_KEY: undefined }),
      /does not accept the client certificate, or got none/,
    ],
    ['TLS where there is none', () => ({ ...byScram(), KAFKA_BROKERS: kafka.brokers.join() }), /does not speak TLS/],
  ])(
    'refuses %s, and the fault, the log and readiness say so',
    (_, env, said) => expectRefusal(env(), said),
    refusalTimeoutMs,
  );

  it.each<[string, Env, RegExp]>([
    [
      'a wrong password',
      { SCHEMA_REGISTRY_PASSWORD: wrongPassword },
      /registry refuses .*SCHEMA_REGISTRY_PASSWORD \(401\)/,
    ],
    [
      'no password',
      { SCHEMA_REGISTRY_USERNAME: undefined, SCHEMA_REGISTRY_PASSWORD: undefined },
      /registry refuses .*\(401\)/,
    ],
    [
      'an authority the client does not know',
      { SCHEMA_REGISTRY_TLS_CA: undefined },
      /registry refuses .*not trusted \(unable to verify .*\); SCHEMA_REGISTRY_TLS_CA/,
    ],
  ])(
    'has a registry that refuses %s likewise',
    (_, env, said) => expectRefusal({ ...byScram(), ...env }, said),
    refusalTimeoutMs,
  );

  it(
    'tells a consumer that waits to be let in why it waits',
    async () => {
      const { bus, logged, close } = await openServiceBus({ ...byScram(), KAFKA_SASL_PASSWORD: wrongPassword });
      await bus.subscribe({
        ...{ group: `test.${randomUUID()}`, topics: [chargePaidEntry.topic] },
        ...{ loadOffsets: async () => [], onBatch: async () => undefined },
      });

      expect(logged()).toMatch(/does not accept KAFKA_SASL_USERNAME.*consumer ended, starts again/);
      await close();
    },
    refusalTimeoutMs,
  );

  it('has the deploy step say at once that it does not know the authority', async () => {
    const security = { ...configOf(byScram()).bus.kafkaSecurity, tlsCaFile: kafka.otherCaFile };
    let isPaused = false;
    const paused = jest.spyOn(timers, 'setTimeout').mockImplementation(async () => void (isPaused = true));

    await expect(applyTopics({ brokers: [kafka.byPassword], security })).rejects.toThrow(
      /certificate is not trusted .*KAFKA_TLS_CA/,
    );
    expect(isPaused).toBe(false);
    paused.mockRestore();
  });

  it(
    'has the deploy steps say what is wrong, too',
    async () => {
      const { kafkaSecurity, registryAccess } = configOf(byScram()).bus;
      const security = { ...kafkaSecurity, saslPassword: wrongPassword };
      const access = { ...registryAccess, password: wrongPassword };

      await expect(applyTopics({ brokers: [kafka.byPassword], security })).rejects.toThrow('KAFKA_SASL_PASSWORD');
      await expect(registerSchemas({ registryUrl: registry.url, access })).rejects.toThrow('SCHEMA_REGISTRY_PASSWORD');
      await expect(registerSchemas({ registryUrl: registry.url })).rejects.toThrow('SCHEMA_REGISTRY_TLS_CA');
    },
    refusalTimeoutMs,
  );
});
