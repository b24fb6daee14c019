import { randomUUID } from 'node:crypto';
import { applyTopics } from '../../../deploy/kafka/apply-topics';
import { registerSchemas } from '../../../deploy/kafka/register-schemas';
import { startKafka, startRegistry, type RunningKafka, type RunningRegistry } from '../../../deploy/kafka/start';
import { describeWithKafka, kafkaStartTimeoutMs } from '../../../deploy/test/kafka-for-tests';
import { startTokenIssuer, type TokenIssuer } from '../../../deploy/test/token-issuer';
import { type Bus } from '../src/bus/bus';
import { openKafkaBus } from '../src/bus/kafka/kafka-bus';
import { readConfig } from '../src/config/config';
import { kafkaSecurity, kafkaSecurityFaults } from '../src/config/kafka-settings';
import { createLogger } from '../src/log/logger';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';
import { freePort } from '../src/testing/free-port';
import { chargePaid, chargePaidEntry, newChargeId } from './bus-kafka-support';

const secret = 'a-secret-of-the-client';
const audience = 'kafka';
/**
 * A session ends with its token, and kafkajs signs in again ten seconds before: here after three. A broker refuses a
 * second sign-in within a second of the first, which eleven seconds came too close to.
 */
const shortSeconds = 13;
const testTimeoutMs = 90_000;

describeWithKafka('Kafka that lets in by tokens', () => {
  let issuer: TokenIssuer;
  let kafka: RunningKafka;
  let registry: RunningRegistry;
  let brokers: string[];

  const securityOf = (clientSecret = secret) =>
    readConfig(
      {
        ...{ KAFKA_SASL_MECHANISM: 'oauthbearer', KAFKA_OAUTH_TOKEN_URL: issuer.tokenUrl },
        ...{ KAFKA_OAUTH_CLIENT_ID: 'charge', KAFKA_OAUTH_CLIENT_SECRET: clientSecret, KAFKA_OAUTH_SCOPE: 'kafka' },
      },
      kafkaSecurity,
      kafkaSecurityFaults,
    );
  const openBus = (clientSecret?: string): Bus =>
    openKafkaBus({
      ...{ service: 'charge', brokers, security: securityOf(clientSecret), schemaRegistryUrl: registry.url },
      ...{ log: createLogger({ service: 'test', level: 'silent' }), metrics: createMetrics('test') },
    });

  beforeAll(async () => {
    issuer = await startTokenIssuer({ lifetimeSeconds: 600, audience, secret });
    const port = await freePort();
    kafka = await startKafka({
      secured: {
        listeners: [{ name: 'TOKENS', protocol: 'SASL_PLAINTEXT', port }],
        properties: {
          'listener.name.tokens.sasl.enabled.mechanisms': 'OAUTHBEARER',
          'listener.name.tokens.oauthbearer.sasl.server.callback.handler.class':
            'org.apache.kafka.common.security.oauthbearer.OAuthBearerValidatorCallbackHandler',
          'listener.name.tokens.oauthbearer.sasl.jaas.config':
            'org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required;',
          'listener.name.tokens.oauthbearer.connections.max.reauth.ms': '3600000',
          'sasl.oauthbearer.jwks.endpoint.url': issuer.jwksUrl,
          'sasl.oauthbearer.expected.audience': audience,
          'sasl.oauthbearer.expected.issuer': issuer.issuer,
        },
        systemProperties: { 'org.apache.kafka.sasl.oauthbearer.allowed.urls': issuer.jwksUrl },
      },
    });
    brokers = [`127.0.0.1:${port}`];
    registry = await startRegistry();
    await applyTopics({ brokers, security: securityOf() });
    await registerSchemas({ registryUrl: registry.url });
  }, kafkaStartTimeoutMs);

  afterEach(() => {
    Object.assign(issuer.terms, { lifetimeSeconds: 600, audience });
  });

  afterAll(async () => {
    await registry.stop();
    await kafka.stop();
    await issuer.stop();
  });

  it(
    'goes on past the end of a token, on the same connections',
    async () => {
      issuer.terms.lifetimeSeconds = shortSeconds;
      const bus = openBus();
      const sent: string[] = [];
      const seen = new Set<string>();
      await bus.subscribe({
        ...{ group: `charge.${randomUUID()}`, topics: [chargePaidEntry.topic], loadOffsets: async () => [] },
        onBatch: async (messages) => messages.forEach(({ key }) => seen.add(key)),
      });
      const issuedBefore = issuer.issued();
      const endsAtMs = Date.now() + (shortSeconds + 1) * 1_000;
      // Each must be taken at the first try: a session that ended under way would fail one.
      while (Date.now() < endsAtMs) {
        const key = newChargeId();
        await bus.publish([chargePaid(key)]);
        sent.push(key);
      }
      await eventually(() => sent.every((key) => seen.has(key)), { timeoutMs: testTimeoutMs });
      expect(issuer.issued()).toBeGreaterThan(issuedBefore);
      await bus.close();
    },
    testTimeoutMs,
  );

  it.each<[string, () => void, string | undefined, RegExp]>([
    [
      'an expired token',
      () => void (issuer.terms.lifetimeSeconds = -120),
      undefined,
      /token of KAFKA_OAUTH_CLIENT_ID \(invalid_token\)/,
    ],
    ['a token for another audience', () => void (issuer.terms.audience = 'other'), undefined, /\(invalid_token\)/],
    [
      'a wrong secret',
      () => undefined,
      'a-secret-that-is-wrong',
      /token issuer refuses this client \(invalid_client\)/,
    ],
  ])(
    'refuses %s, and says so',
    async (_, prepare, clientSecret, said) => {
      prepare();
      const bus = openBus(clientSecret);
      const refusal = { code: 'bus.refused', message: expect.stringMatching(said) as string };

      await expect(bus.publish([chargePaid(newChargeId())])).rejects.toMatchObject(refusal);
      await eventually(() => {
        try {
          bus.checkAccess?.();
          return false;
        } catch (fault) {
          return fault instanceof Error && said.test(fault.message);
        }
      });
      await bus.close();
    },
    testTimeoutMs,
  );
});
