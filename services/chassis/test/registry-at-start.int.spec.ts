import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerSchemas } from '../../../deploy/kafka/register-schemas';
import { openKafkaBus } from '../src/bus/kafka/kafka-bus';
import { createSchemaCodec } from '../src/bus/kafka/internal/schema-codec';
import { createMetrics } from '../src/telemetry/metrics';
import { createAuthority, type CertificateFiles } from '../src/testing/certificates';
import { eventually } from '../src/testing/eventually';
import { freePort } from '../src/testing/free-port';
import { elsewhere, message, newKey } from './bus-harness';
import { silentLog } from './samples';
import { startSecuredRegistry, type SecuredRegistry } from './secured-registry';

const user = { name: 'registry-user', password: 'the-password-of-the-registry' };
const folder = mkdtempSync(join(tmpdir(), 'repasse-registry-'));
let certificate: CertificateFiles;
let access: { username: string; password: string; tlsCaFile: string };
let registry: SecuredRegistry | undefined;
let port: number;
let registryUrl: string;

beforeAll(async () => {
  const authority = await createAuthority(folder, 'registry-ca');
  certificate = await authority.issue('registry');
  access = { username: user.name, password: user.password, tlsCaFile: authority.caFile };
});
beforeEach(async () => {
  port = await freePort();
  registryUrl = `https://127.0.0.1:${port}`;
});
afterEach(async () => {
  await registry?.stop();
  registry = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

const startRegistry = async (): Promise<void> => {
  registry = await startSecuredRegistry(certificate, user, port);
};

/** A broker that is away takes kafkajs three seconds each time. */
const timeoutMs = 25_000;

it('a service is ready once the registry has shown the schemas of all its events, and not before', async () => {
  const bus = openKafkaBus({
    ...{ service: 'charge', brokers: [`127.0.0.1:${await freePort()}`], schemaRegistryUrl: registryUrl },
    ...{ registryAccess: access, log: silentLog, metrics: createMetrics('test') },
  });
  const hindrance = (): string => {
    try {
      bus.checkAccess?.();
      return 'none';
    } catch (fault) {
      return String(fault);
    }
  };
  try {
    await eventually(() => hindrance().includes('ECONNREFUSED'), { timeoutMs });
    await startRegistry();
    await eventually(() => hindrance().includes('Run the deploy step that registers schemas'), { timeoutMs });
    await registerSchemas({ registryUrl, access });
    // Though no broker is there: the outbox keeps what is written.
    await eventually(() => hindrance() === 'none', { timeoutMs });
  } finally {
    await bus.close();
  }
}, 90_000);

it('a service is not ready at brokers that never answered, though the registry does', async () => {
  await startRegistry();
  await registerSchemas({ registryUrl, access });
  const contact = { wasReached: false, keepReached: () => Promise.reject(new Error('nobody answered')) };
  const bus = openKafkaBus({
    ...{ service: 'charge', brokers: [`127.0.0.1:${await freePort()}`], schemaRegistryUrl: registryUrl },
    ...{ registryAccess: access, log: silentLog, metrics: createMetrics('test'), contact },
  });
  try {
    // Only after the first try: until then it has not answered yet.
    await eventually(
      () => {
        expect(() => bus.checkAccess?.()).toThrow(/Connection error|ECONNREFUSED/);
        return true;
      },
      { timeoutMs },
    );
  } finally {
    await bus.close();
  }
}, 90_000);

it('what was looked up is published without the registry', async () => {
  await startRegistry();
  await registerSchemas({ registryUrl, access });
  const codec = createSchemaCodec(registryUrl, access);
  await codec.lookUp(['repasse.charge.created.v1']);
  await registry?.stop();
  registry = undefined;

  const key = newKey();
  expect((await codec.encode(message(key, 1)))[0]).toBe(0);
  await expect(codec.encode(elsewhere(key))).rejects.toThrow();
});
