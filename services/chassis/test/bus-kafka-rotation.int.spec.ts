import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueEntry } from '@repasse/contracts';
import { applyTopics } from '../../../deploy/kafka/apply-topics';
import { registerSchemas } from '../../../deploy/kafka/register-schemas';
import { startKafka, type RunningKafka } from '../../../deploy/kafka/start';
import { describeWithKafka, kafkaStartTimeoutMs } from '../../../deploy/test/kafka-for-tests';
import { type Bus } from '../src/bus/bus';
import { headersOf } from '../src/bus/envelope';
import { openKafkaBus } from '../src/bus/kafka/kafka-bus';
import { type KafkaSecurity } from '../src/config/kafka-settings';
import { createLogger } from '../src/log/logger';
import { createMetrics } from '../src/telemetry/metrics';
import { createAuthority, type Authority, type CertificateFiles } from '../src/testing/certificates';
import { eventually } from '../src/testing/eventually';
import { freePort } from '../src/testing/free-port';
import { chargePaid, chargePaidEntry, newChargeId } from './bus-kafka-support';
import { startSecuredRegistry, type SecuredRegistry } from './secured-registry';

const user = { name: 'registry-user', password: 'the-password-of-the-registry' };
const stepTimeoutMs = 120_000;

/** The way of docs/operations/rotate-keys.md to another authority, with one process of a service that stays. */
describeWithKafka('certificates that are replaced while a service runs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-rotation-'));
  const at = (name: string): string => join(folder, name);
  /** The files that settings name. */
  const used = { ca: at('used-ca.pem'), cert: at('used-cert.pem'), key: at('used-key.pem') };
  let first: Authority;
  let second: Authority;
  let kafka: RunningKafka;
  let registry: SecuredRegistry;
  let bus: Bus;
  let ports: { readonly kafka: number; readonly plain: number };
  const seen = new Set<string>();

  /** The broker with a certificate of its own and the authorities of its clients, on the same port and data. */
  const startBroker = async (own: CertificateFiles, trusted: readonly Authority[]): Promise<void> => {
    writeFileSync(at('broker.pem'), readFileSync(own.keyFile, 'utf8') + readFileSync(own.certFile, 'utf8'));
    writeFileSync(at('trusted.pem'), bundle(trusted));
    kafka = await startKafka({
      ...{ port: ports.plain, dataDir: at('kafka') },
      secured: {
        listeners: [{ name: 'CERTIFICATE', protocol: 'SSL', port: ports.kafka }],
        properties: {
          ...{ 'ssl.keystore.type': 'PEM', 'ssl.keystore.location': at('broker.pem') },
          ...{ 'ssl.truststore.type': 'PEM', 'ssl.truststore.location': at('trusted.pem') },
          'listener.name.certificate.ssl.client.auth': 'required',
        },
      },
    });
  };
  const bundle = (authorities: readonly Authority[]): string =>
    authorities.map(({ caFile }) => readFileSync(caFile, 'utf8')).join('');
  const putClient = ({ certFile, keyFile }: CertificateFiles): void => {
    copyFileSync(certFile, used.cert);
    copyFileSync(keyFile, used.key);
  };

  /** A message goes there and back by the bus that was opened at the beginning. */
  const expectFlow = async (): Promise<void> => {
    const key = newChargeId();
    await eventually(
      () =>
        bus.publish([chargePaid(key)]).then(
          () => true,
          () => false,
        ),
      { timeoutMs: stepTimeoutMs },
    );
    await eventually(() => seen.has(key), { timeoutMs: stepTimeoutMs });
  };

  beforeAll(async () => {
    first = await createAuthority(folder, 'first');
    second = await createAuthority(folder, 'second');
    ports = { kafka: await freePort(), plain: await freePort() };
    writeFileSync(used.ca, bundle([first]));
    putClient(await first.issue('client-of-first'));
    const server = await first.issue('server-of-first');
    await startBroker(server, [first]);
    registry = await startSecuredRegistry(server, user);
    const security: KafkaSecurity = {
      ...{ isTls: true, tlsCaFile: used.ca, tlsCertFile: used.cert, tlsKeyFile: used.key },
      ...{ saslMechanism: undefined, saslUsername: undefined, saslPassword: undefined },
      oauth: {
        tokenUrl: undefined,
        clientId: undefined,
        clientSecret: undefined,
        scope: undefined,
        tlsCaFile: undefined,
      },
    };
    const brokers = [`127.0.0.1:${ports.kafka}`];
    const access = { username: user.name, password: user.password, tlsCaFile: used.ca };
    await applyTopics({ brokers, security });
    await registerSchemas({ registryUrl: registry.url, access });
    bus = openKafkaBus({
      ...{ service: 'charge', brokers, security, schemaRegistryUrl: registry.url, registryAccess: access },
      ...{ log: createLogger({ service: 'test', level: 'silent' }), metrics: createMetrics('test') },
    });
    await bus.subscribe({
      ...{ group: `charge.${randomUUID()}`, topics: [chargePaidEntry.topic], loadOffsets: async () => [] },
      onBatch: async (messages) => messages.forEach(({ key }) => seen.add(key)),
    });
  }, kafkaStartTimeoutMs);

  afterAll(async () => {
    await bus.close();
    await registry.stop();
    await kafka.stop();
    rmSync(folder, { recursive: true, force: true });
  }, kafkaStartTimeoutMs);

  it(
    'go on from one authority to another: the servers’ first, then the client’s',
    async () => {
      await expectFlow();
      writeFileSync(used.ca, bundle([first, second]));
      await kafka.stop();
      const server = await second.issue('server-of-second');
      await startBroker(server, [first, second]);
      await expectFlow();

      putClient(await second.issue('client-of-second'));
      writeFileSync(used.ca, bundle([second]));
      await kafka.stop();
      await startBroker(server, [second]);
      await expectFlow();
    },
    3 * stepTimeoutMs,
  );

  it(
    'and have the registry’s authority followed, by a schema that was not asked for before',
    async () => {
      const { port } = new URL(registry.url);
      await registry.stop();
      registry = await startSecuredRegistry(await second.issue('registry-of-second'), user, Number(port));
      const access = { username: user.name, password: user.password, tlsCaFile: used.ca };
      await registerSchemas({ registryUrl: registry.url, access });
      const { topic, type, example } = catalogueEntry('repasse.webhook.delivered.v1');
      const key = `dlv_${randomUUID()}`;
      const headers = headersOf({ id: `evt_${key}`, type, key, time: '2026-01-01T00:00:00.000Z' });

      await bus.publish([{ topic, key, headers, value: JSON.stringify(example) }]);
      expect((await bus.replay(topic, key)).map((message) => message.key)).toEqual([key]);
    },
    stepTimeoutMs,
  );
});
