import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyTopics } from '../../../deploy/kafka/apply-topics';
import { registerSchemas } from '../../../deploy/kafka/register-schemas';
import { startKafka, startRegistry, type RunningKafka, type RunningRegistry } from '../../../deploy/kafka/start';
import { describeWithKafka, kafkaStartTimeoutMs } from '../../../deploy/test/kafka-for-tests';
import { type Bus } from '../src/bus/bus';
import { createLogger } from '../src/log/logger';
import { eventually } from '../src/testing/eventually';
import { chargePaid, chargePaidEntry, newChargeId, openTestBus } from './bus-kafka-support';

const { topic } = chargePaidEntry;
/** A broker that was killed waits for its own old registration to lapse before it serves again. */
const recoveryTimeoutMs = 60_000;

/** It kills its broker, so it has one of its own and takes none from the environment. */
describeWithKafka('the bus while Kafka is away', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'repasse-outage-'));
  let kafka: RunningKafka;
  let registry: RunningRegistry;
  let bus: Bus;
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };

  beforeAll(async () => {
    kafka = await startKafka({ dataDir });
    registry = await startRegistry();
    await applyTopics({ brokers: kafka.brokers });
    await registerSchemas({ registryUrl: registry.url });
    bus = openTestBus(
      { brokers: kafka.brokers, registryUrl: registry.url },
      createLogger({ service: 'test', level: 'info', destination }),
    );
  }, kafkaStartTimeoutMs);

  afterAll(async () => {
    await bus.close();
    await registry.stop();
    await kafka.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }, kafkaStartTimeoutMs);

  /** Of kafkajs: how many were told, and how many there were by the lines of the end. */
  const faultsOf = (which: 'told' | 'over'): number =>
    which === 'told'
      ? lines.filter(({ kafka: client }) => client !== undefined).length
      : lines.reduce((sum, { msg, faults }) => (msg === 'Kafka answers again' ? sum + Number(faults) : sum), 0);

  it('says so when the broker is killed, and afterwards sends and receives as before', async () => {
    const [before, during, after] = [newChargeId(), newChargeId(), newChargeId()];
    const seen: string[] = [];
    const subscription = await bus.subscribe({
      group: `test.${before}`,
      topics: [topic],
      loadOffsets: async () => [],
      onBatch: async (messages) => void seen.push(...messages.map(({ key }) => key)),
    });
    await bus.publish([chargePaid(before)]);
    await eventually(() => seen.includes(before), { timeoutMs: recoveryTimeoutMs });

    process.kill(Number(kafka.pid), 'SIGKILL');
    await kafka.exited;
    // Each of its tries fails within a second or three, and kafkajs logs several lines for it.
    for (let tries = 0; tries < 3; tries += 1) await expect(bus.publish([chargePaid(during)])).rejects.toThrow();
    kafka = await startKafka({ port: kafka.port, dataDir });

    await eventually(() => bus.publish([chargePaid(after)]).then(() => true), { timeoutMs: recoveryTimeoutMs });
    await eventually(() => seen.includes(after), { timeoutMs: recoveryTimeoutMs });
    expect(subscription.isAlive()).toBe(true);
    const publishAgain = (): Promise<number> => bus.publish([chargePaid(newChargeId())]).then(() => faultsOf('over'));
    const faults = await eventually(async () => (await publishAgain()) || undefined, { timeoutMs: recoveryTimeoutMs });
    expect(faults).toBeGreaterThan(5);
    // One when the group is made, where kafkajs finds no coordinator yet, and one when the broker goes.
    expect(faultsOf('told')).toBeLessThanOrEqual(2);
    expect((await bus.replay(topic, before)).map(({ key }) => key)).toEqual([before]);
    await subscription.stop();
  }, 120_000);
});
