import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { topics } from '@repasse/contracts';
import { securityOf } from '@repasse/chassis/bus/kafka/kafka-security';
import { readConfig } from '@repasse/chassis/config/config';
import { kafkaSecurity } from '@repasse/chassis/config/kafka-settings';
import { eventually } from '@repasse/chassis/testing/eventually';
import { freePort } from '@repasse/chassis/testing/free-port';
import { Kafka, logLevel, type Admin } from 'kafkajs';
import { aclTable, servicesOf } from '../kafka/acl-table';
import { entryOf } from '../kafka/acl-rule';
import { withAdmin } from '../kafka/admin-client';
import { applyAcls } from '../kafka/apply-acls';
import { applyTopics } from '../kafka/apply-topics';
import { startKafka, type RunningKafka } from '../kafka/start';
import { authorizedListeners, deployUser, userEnv } from './authorized-kafka';
import { describeWithKafka, kafkaStartTimeoutMs } from './kafka-for-tests';

const charges = 'charge.events.v1';
const stepTimeoutMs = 60_000;

/** kafkajs wraps the fault that says why. */
const textOfAll = (fault: unknown): string =>
  fault instanceof Error ? `${fault.message} ${textOfAll(fault.cause)}` : String(fault);

describeWithKafka('access to the topics', () => {
  let kafka: RunningKafka;
  let brokers: string[];

  const accessOf = (user: string) => ({ brokers, security: readConfig(userEnv(user), kafkaSecurity) });
  const clientOf = (user: string): Kafka =>
    new Kafka({
      ...{ brokers, ...securityOf(accessOf(user).security), logLevel: logLevel.NOTHING },
      retry: { retries: 10, initialRetryTime: 50, maxRetryTime: 500 },
    });
  const asDeploy = <T>(work: (admin: Admin) => Promise<T>): Promise<T> => withAdmin(accessOf(deployUser), work);

  /** The deploy step as an operator runs it. */
  const step = async (...args: string[]): Promise<{ readonly code: number; readonly said: string }> => {
    const run = promisify(execFile);
    const program = join(__dirname, '../dist/kafka/apply-acls.js');
    const env = { ...process.env, KAFKA_BROKERS: brokers.join(), ...userEnv(deployUser) };
    const { stdout, code } = await run(process.execPath, [program, ...args], { env }).then(
      (ended) => ({ ...ended, code: 0 }),
      (fault: unknown) => fault as { readonly stdout: string; readonly code: number },
    );
    return { code, said: stdout };
  };

  const publish = async (user: string, topic: string): Promise<void> => {
    const producer = clientOf(user).producer({ idempotent: true, maxInFlightRequests: 1 });
    try {
      await producer.connect();
      await producer.send({ topic, acks: -1, messages: [{ key: 'ch_1', value: user }] });
    } finally {
      await producer.disconnect();
    }
  };

  /** The value of the first message, or the reason why there is none. */
  const readOnce = async (user: string, groupId: string, topic: string): Promise<string> => {
    const consumer = clientOf(user).consumer({ groupId, maxWaitTimeInMs: 100 });
    try {
      return await new Promise<string>((resolve, reject) => {
        consumer.on('consumer.crash', ({ payload }) => reject(payload.error));
        const reading = async (): Promise<void> => {
          await consumer.connect();
          await consumer.subscribe({ topics: [topic], fromBeginning: true });
          await consumer.run({ eachMessage: async ({ message }) => resolve(String(message.value)) });
        };
        reading().catch(reject);
      });
    } finally {
      await consumer.disconnect();
    }
  };
  /** The same, with patience: a broker that has just made its topic of groups needs a moment for it. */
  const read = async (user: string, groupId: string, topic: string): Promise<string> => {
    const isForTheMoment = (fault: unknown): boolean =>
      /coordinator is loading|not the correct coordinator|not available/i.test(textOfAll(fault));
    const { value, fault } = await eventually(
      () =>
        readOnce(user, groupId, topic).then(
          (text) => ({ value: text, fault: undefined }),
          (caught: unknown) => (isForTheMoment(caught) ? undefined : { value: String(caught), fault: caught }),
        ),
      { timeoutMs: stepTimeoutMs },
    );
    if (fault instanceof Error) throw fault;
    return value;
  };
  /** The last is how kafkajs tells that a group is not the reader's. */
  const refused = /not authorized|authorization failed|failed to find group coordinator/i;

  beforeAll(async () => {
    const port = await freePort();
    kafka = await startKafka({ secured: authorizedListeners(port, [...servicesOf(topics), 'data', 'connect']) });
    brokers = [`127.0.0.1:${port}`];
    await applyTopics(accessOf(deployUser));
  }, kafkaStartTimeoutMs);
  afterAll(() => kafka.stop());

  it(
    'is shown by the deploy step first, then given, and the same the second time',
    async () => {
      const wanted = aclTable(topics).length;

      const shown = await step();
      expect(shown.code).toBe(2);
      expect(shown.said).toContain('+ User:charge may WRITE topic charge.events.v1\n');
      await expect(publish('charge', charges)).rejects.toThrow(refused);

      expect(await step('--apply')).toEqual({
        code: 0,
        said: expect.stringContaining(`Rules: ${wanted} created, 0 removed, 0 were there.\n`) as string,
      });
      expect(await step()).toEqual({ code: 0, said: `Rules: 0 created, 0 removed, ${wanted} were there.\n` });
    },
    stepTimeoutMs,
  );

  it(
    'lets an owner write, and a consumer read by its own group alone',
    async () => {
      await publish('charge', charges);

      expect(await read('invoice-query', 'invoice-query', charges)).toBe('charge');
      expect(await read('data', 'data.totals', charges)).toBe('charge');
      await expect(read('data', 'invoice-query', charges)).rejects.toThrow(refused);
      await expect(read('invoice-query', 'data.totals', charges)).rejects.toThrow(refused);
    },
    stepTimeoutMs,
  );

  it.each([
    ['charge', 'payment.events.v1'],
    ['invoice-query', charges],
    ['data', charges],
    ['identity', `${charges}.dlq`],
  ])(
    'does not let %s write %s',
    async (user, topic) => {
      await expect(publish(user, topic)).rejects.toThrow(refused);
    },
    stepTimeoutMs,
  );

  it.each([
    ['identity', 'identity', charges],
    ['charge', 'charge', 'settlement.events.v1'],
    ['data', 'data.letters', `${charges}.dlq`],
  ])(
    'does not let %s read by %s of %s',
    async (user, group, topic) => {
      await expect(read(user, group, topic)).rejects.toThrow(refused);
    },
    stepTimeoutMs,
  );

  it(
    'is taken back where the table no longer gives it, and a stranger keeps its own',
    async () => {
      const own = entryOf({
        principal: 'User:connect',
        operation: 'Read',
        kind: 'topic',
        name: charges,
        isPrefix: false,
      });
      const beyond = entryOf({
        principal: 'User:identity',
        operation: 'Read',
        kind: 'topic',
        name: charges,
        isPrefix: false,
      });
      await asDeploy((admin) => admin.createAcls({ acl: [own, beyond] }));
      expect(await read('identity', 'identity', charges)).toBe('charge');

      const { create, remove, others } = await applyAcls(accessOf(deployUser));

      expect([create, remove.map(({ principal }) => principal), others.length]).toEqual([[], ['User:identity'], 1]);
      await eventually(() =>
        read('identity', 'identity', charges).then(
          () => undefined,
          () => true,
        ),
      );
      expect(await step()).toMatchObject({ code: 0 });
    },
    stepTimeoutMs,
  );
});
