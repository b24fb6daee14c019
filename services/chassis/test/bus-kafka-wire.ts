import { topicNamed } from '@repasse/contracts';
import { Ajv } from 'ajv';
import { randomUUID } from 'node:crypto';
import { Kafka, logLevel, type Producer } from 'kafkajs';
import { type TestKafka } from '../../../deploy/test/kafka-for-tests';
import { type UnpublishableError } from '../src/bus/internal/unpublishable';
import { type Bus } from '../src/bus/bus';
import { eventually } from '../src/testing/eventually';
import { chargePaid, chargePaidEntry, newChargeId, openTestBus } from './bus-kafka-support';

const { topic, schema, example } = chargePaidEntry;
const deadLetters = topicNamed('charge.events.v1').deadLetter.name;

interface Used {
  kafka: TestKafka;
  bus: Bus;
  /** A client of another kind, which may send anything. */
  producer: Producer;
}

/** The form of our messages over the wire, seen by a plain Kafka client. */
export const describeWireFormat = (started: () => TestKafka): void => {
  const used = useClients(started);

  it('writes the schema id that the registry knows, then the data, and CloudEvents headers as texts', async () => {
    const key = newChargeId();
    await used.bus.publish([chargePaid(key)]);

    const { value, headers } = await rawMessage(used.kafka, topic, key);
    const registered = await fetch(`${used.kafka.registryUrl}/schemas/ids/${value.readInt32BE(1)}`);
    const { schema: registeredText } = (await registered.json()) as { schema: string };

    expect(value[0]).toBe(0);
    expect(JSON.parse(registeredText)).toEqual(schema);
    expect(JSON.parse(value.subarray(5).toString())).toEqual({ ...example, chargeId: key });
    expect(headers).toEqual(chargePaid(key).headers);
  });

  it('names the message that the broker does not take for its size, and no other', async () => {
    const large = chargePaid(newChargeId(), { value: JSON.stringify({ ...example, filler: 'x'.repeat(1_500_000) }) });
    const [one, other] = [chargePaid(newChargeId()), chargePaid(newChargeId())];

    const fault = await used.bus.publish([one, large, other]).catch((reason: unknown) => reason);

    expect(fault).toMatchObject({ code: 'bus.message_unpublishable' });
    expect([...(fault as UnpublishableError).reasons.keys()]).toEqual([large]);
    await used.bus.publish([one, other]);
    expect(await used.bus.replay(topic, other.key)).not.toEqual([]);
  });

  it('refuses to publish what its schema does not allow', async () => {
    const wrong = chargePaid(newChargeId(), { value: JSON.stringify({ ...example, grossAmountMinor: '100' }) });

    const right = chargePaid(newChargeId());

    const fault: unknown = await used.bus.publish([right, wrong]).catch((caught: unknown) => caught);
    expect(fault).toMatchObject({ code: 'bus.message_unpublishable', isRetryable: false });
    expect([...(fault as UnpublishableError).reasons]).toEqual([[wrong, expect.stringContaining('/grossAmountMinor')]]);
  });

  it('refuses to publish a type without a schema', async () => {
    const unknown = chargePaid(newChargeId());
    const headers = { ...unknown.headers, ce_type: 'repasse.charge.imagined.v1' };

    await expect(used.bus.publish([{ ...unknown, headers }])).rejects.toMatchObject({
      code: 'bus.message_unpublishable',
    });
  });

  it('names the deploy step when the schema was never registered', async () => {
    // The subject has the topic in its name, and this type was registered for its own topic only.
    const elsewhere = chargePaid(newChargeId(), { topic: 'settlement.events.v1' });

    await expect(used.bus.publish([elsewhere])).rejects.toMatchObject({
      code: 'bus.schema_not_registered',
      isRetryable: true,
      message: expect.stringContaining('register-schemas') as string,
    });
  });

  it('sends and reads more than one request holds, in order', async () => {
    const key = newChargeId();
    const description = 'x'.repeat(150);
    const many = Array.from({ length: 600 }, (_, index) =>
      chargePaid(key, {
        headers: { ...chargePaid(key).headers, ce_position: String(index + 1) },
        value: JSON.stringify({ ...example, description }),
      }),
    );
    await used.bus.publish(many);

    // Each compilation would block a reader that has seen no schema yet, as after every start.
    const compile = jest.spyOn(Ajv.prototype, 'compile');
    const reader = openTestBus(used.kafka);
    const positions = (await reader.replay(topic, key)).map(({ headers }) => Number(headers['ce_position']));
    await reader.close();

    expect(positions).toEqual(many.map((_, index) => index + 1));
    expect(compile).not.toHaveBeenCalled();
    compile.mockRestore();
  });
};

/** An unreadable message does not stop the partition, and is not lost. */
export const describePoison = (started: () => TestKafka): void => {
  const used = useClients(started);

  it.each([
    ['no wire format', Buffer.from('{"chargeId":"ch_1"}'), /wire format/],
    ['an unregistered schema id', Buffer.from([0, 0x7f, 0, 0, 1, 0x7b, 0x7d]), /no schema of its id/],
    ['no value', null, /no value/],
  ])('hands over a message with %s as poison and goes on', async (_, value, reason) => {
    const key = newChargeId();
    await used.producer.send({ topic, messages: [{ key, value }] });
    const good = chargePaid(key);
    await used.bus.publish([good]);

    const ofKey = await used.bus.replay(topic, key);

    expect(ofKey[0]?.value).toMatchObject({ undecodable: expect.stringMatching(reason) as string });
    expect(ofKey[1]?.value).toEqual(JSON.parse(good.value));
  });

  it('keeps the bytes of an unreadable message in its dead letter', async () => {
    const key = newChargeId();
    const bytes = Buffer.from('not an event');
    await used.producer.send({ topic, messages: [{ key, value: bytes }] });
    const [poison] = await used.bus.replay(topic, key);
    await used.bus.publish([
      { topic: deadLetters, key, headers: { dlq_reason: 'poison' }, value: JSON.stringify(poison?.value) },
    ]);

    const [letter] = await used.bus.replay(deadLetters, key);

    expect(letter?.headers['dlq_reason']).toBe('poison');
    expect(letter?.value).toMatchObject({ base64: bytes.toString('base64') });
  });

  it("writes a readable dead letter in its topic's own schema", async () => {
    const key = newChargeId();
    await used.bus.publish([chargePaid(key, { topic: deadLetters })]);

    const { value } = await rawMessage(used.kafka, deadLetters, key);

    expect(value[0]).toBe(0);
    expect((await used.bus.replay(deadLetters, key))[0]?.value).toEqual(JSON.parse(chargePaid(key).value));
  });
};

const useClients = (started: () => TestKafka): Used => {
  const used = {} as Used;
  beforeAll(async () => {
    used.kafka = started();
    used.bus = openTestBus(used.kafka);
    used.producer = new Kafka({ brokers: [...used.kafka.brokers], logLevel: logLevel.NOTHING }).producer();
    await used.producer.connect();
  });
  afterAll(async () => {
    await used.producer.disconnect();
    await used.bus.close();
  });
  return used;
};

/** The message under the key, as a plain Kafka client reads it. */
const rawMessage = async (kafka: TestKafka, from: string, key: string) => {
  const consumer = new Kafka({ brokers: [...kafka.brokers], logLevel: logLevel.NOTHING }).consumer({
    groupId: `raw.${randomUUID()}`,
    maxWaitTimeInMs: 100,
  });
  const found: { value: Buffer; headers: Record<string, string> }[] = [];
  await consumer.connect();
  await consumer.subscribe({ topic: from, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ message }) => {
      if (message.key?.toString() !== key || message.value === null) return;
      const headers = Object.entries(message.headers ?? {}).map(([name, value]) => [name, String(value)] as const);
      found.push({ value: message.value, headers: Object.fromEntries(headers) });
    },
  });
  const first = await eventually(() => found[0]);
  await consumer.disconnect();
  return first;
};
