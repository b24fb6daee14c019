import { eventCatalogue, topics } from '@repasse/contracts';
import { subjectOf } from '@repasse/chassis/bus/kafka/subjects';
import { eventually } from '@repasse/chassis/testing/eventually';
import { ConfigResourceTypes, Kafka, logLevel, type Admin } from 'kafkajs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyTopics } from '../kafka/apply-topics';
import { registerSchemas } from '../kafka/register-schemas';
import { startKafka, startRegistry, type RunningKafka, type RunningRegistry } from '../kafka/start';
import { describeWithKafka, kafkaStartTimeoutMs } from './kafka-for-tests';

const paid = 'repasse.charge.paid.v1';
const all = topics.flatMap((topic) => [topic, topic.deadLetter]);

// Every test asks a JVM, some start two, and other suites' JVMs may have the cores meanwhile.
jest.setTimeout(kafkaStartTimeoutMs);

/** It breaks topics and schemas, so it has a broker and a registry of its own. */
describeWithKafka('the deploy steps of Kafka', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'repasse-steps-'));
  let kafka: RunningKafka;
  let registry: RunningRegistry;

  const start = async (): Promise<void> => {
    [kafka, registry] = await Promise.all([
      startKafka({ dataDir: join(dataDir, 'kafka') }),
      startRegistry({ dataDir: join(dataDir, 'registry') }),
    ]);
  };
  const stop = async (): Promise<void> => {
    await registry.stop();
    await kafka.stop();
  };
  const withAdmin = async <T>(work: (admin: Admin) => Promise<T>): Promise<T> => {
    const admin = new Kafka({ brokers: [...kafka.brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  };
  const ask = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const headers = { 'content-type': 'application/vnd.schemaregistry.v1+json' };
    return (await (await fetch(`${registry.url}${path}`, { ...init, headers })).json()) as Record<string, unknown>;
  };

  beforeAll(start);
  afterAll(async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('create every topic of topics.yaml as it says, and nothing the second time', async () => {
    const first = await applyTopics({ brokers: kafka.brokers });
    const second = await applyTopics({ brokers: kafka.brokers });

    expect([...first.created].sort()).toEqual(all.map(({ name }) => name).sort());
    expect(second).toEqual({ created: [], unchanged: all.map(({ name }) => name), changed: [], differences: [] });
  });

  it('change how long a topic keeps messages, and leave its other settings as they are', async () => {
    const topic = { type: ConfigResourceTypes.TOPIC, name: 'charge.events.v1' };
    const endless = { name: 'retention.ms', value: '-1' };
    const own = { name: 'max.message.bytes', value: '2000000' };
    await withAdmin((admin) =>
      admin.alterConfigs({ validateOnly: false, resources: [{ ...topic, configEntries: [endless, own] }] }),
    );

    const settings = async (): Promise<(string | undefined)[]> => {
      const configNames = ['retention.ms', own.name];
      const { resources } = await withAdmin((admin) =>
        admin.describeConfigs({ includeSynonyms: false, resources: [{ ...topic, configNames }] }),
      );
      const entries = resources[0]?.configEntries ?? [];
      return configNames.map((name) => entries.find(({ configName }) => configName === name)?.configValue);
    };
    // The broker shows a setting a moment after it has confirmed it.
    const untilShown = (wanted: readonly string[]) =>
      eventually(async () => JSON.stringify(await settings()) === JSON.stringify(wanted));
    await untilShown(['-1', own.value]);

    const { changed, differences } = await applyTopics({ brokers: kafka.brokers });

    expect([changed, differences]).toEqual([['charge.events.v1 has retention.ms=7776000000 now and not -1'], []]);
    await untilShown(['7776000000', own.value]);
  });

  it('report a topic that differs, and leave it as it is', async () => {
    await withAdmin((admin) => admin.createPartitions({ topicPartitions: [{ topic: 'webhook.events.v1', count: 7 }] }));

    // The broker shows a new partition a moment after it has confirmed it.
    const differences = await eventually(async () => {
      const report = await applyTopics({ brokers: kafka.brokers });
      return report.differences.length > 0 && report.differences;
    });

    expect(differences).toEqual(['webhook.events.v1 has 7 partitions instead of 6, and none can be taken away']);
  });

  it('add partitions that a topic lacks when they are told to, and not without', async () => {
    // As after an edit of topics.yaml. The test before has left the topic with seven.
    const edited = topics.find(({ name }) => name === 'webhook.events.v1') as { partitions: number };
    const before = edited.partitions;
    edited.partitions = 8;
    try {
      const without = await applyTopics({ brokers: kafka.brokers });
      const told = await applyTopics({ brokers: kafka.brokers, addsPartitions: true });

      expect(without.differences).toEqual([
        expect.stringMatching(/^webhook.events.v1 has 7 partitions instead of 8; see docs/),
      ]);
      expect([told.changed, told.differences]).toEqual([['webhook.events.v1 has 8 partitions now'], []]);
    } finally {
      edited.partitions = before;
    }
  });

  it('refuse a schema that readers of the old one could not read, and name it', async () => {
    const subject = encodeURIComponent(subjectOf('charge.events.v1', paid));
    const stricter = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {},
      additionalProperties: false,
    };
    const older = { ...stricter, properties: { chargeId: { type: 'integer' } } };
    await ask(`/subjects/${subject}/versions`, {
      method: 'POST',
      body: JSON.stringify({ schemaType: 'JSON', schema: JSON.stringify(older) }),
    });

    await expect(registerSchemas({ registryUrl: registry.url })).rejects.toThrow(paid);

    await ask(`/subjects/${subject}`, { method: 'DELETE' });
    await ask(`/subjects/${subject}?permanent=true`, { method: 'DELETE' });
  });

  it('register every event under its subject, checked against all earlier versions from then on', async () => {
    const { registered, unchanged } = await registerSchemas({ registryUrl: registry.url });

    expect([...registered, ...unchanged].sort()).toEqual(eventCatalogue.map(({ type }) => type).sort());
    for (const { topic, type } of eventCatalogue) {
      const level = await ask(`/config/${encodeURIComponent(subjectOf(topic, type))}`);
      expect([type, level['compatibilityLevel']]).toEqual([type, 'BACKWARD_TRANSITIVE']);
    }
  });

  it('find topics and schema ids again after a restart on the same folder', async () => {
    const idOf = async (): Promise<unknown> => (await ask(`/subjects/charge.events.v1-${paid}/versions/latest`))['id'];
    const before = await idOf();

    await stop();
    await start();

    expect(await applyTopics({ brokers: kafka.brokers })).toMatchObject({ created: [] });
    expect(await registerSchemas({ registryUrl: registry.url })).toMatchObject({ registered: [] });
    expect(await idOf()).toBe(before);
  });

  it('say in one line that a port is taken', async () => {
    const second = { port: kafka.port, dataDir: join(dataDir, 'second') };

    await expect(startKafka(second)).rejects.toThrow(new RegExp(`^Kafka on port ${kafka.port} .*already in use.*$`));
    await expect(startRegistry(second)).rejects.toThrow(
      new RegExp(`^The schema registry on port ${kafka.port} .*in use by another process.*$`),
    );
  });
});
