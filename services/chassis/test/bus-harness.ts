import { randomUUID } from 'node:crypto';
import { catalogueEntry, parseEvent } from '@repasse/contracts';
import {
  placeName,
  type Bus,
  type IncomingMessage,
  type OutgoingMessage,
  type PlaceOffset,
  type SubscribeOptions,
} from '../src/bus/bus';
import { offsetsBehind } from '../src/bus/internal/by-place';
import { toMessage } from '../src/bus/envelope';
import { randomIds } from '../src/ids';
import { chargeCreated } from './samples';

export const topic = 'charge.events.v1';
export const otherTopic = 'webhook.events.v1';
export const partitions = 6;

/** A broker moves partitions between members at its leisure. */
export const patient = { timeoutMs: 25_000 };

/** Keys and groups are new in each test, since a broker remembers those of earlier runs. */
export const newKey = (): string => `ch_${randomIds.ulid()}`;
export const newGroup = (): string => `test-${randomUUID()}.${topic}`;

export const message = (key: string, position: number): OutgoingMessage => {
  const { id, type, time, data } = chargeCreated(key, position);
  const dataSchema = `urn:repasse:event:${type}`;
  return toMessage({ id, type, time, data, subject: key, source: 'repasse/charge', dataSchema, position });
};

/** The same position, as an event of another type. */
export const asPaid = (outgoing: OutgoingMessage): OutgoingMessage => {
  const { example, schema } = catalogueEntry('repasse.charge.paid.v1');
  const headers = { ...outgoing.headers, ce_type: 'repasse.charge.paid.v1', ce_dataschema: schema.$id };
  return { ...outgoing, headers, value: JSON.stringify(example) };
};

/** The first message of the key in another topic. */
export const elsewhere = (key: string): OutgoingMessage => {
  const { example, schema } = catalogueEntry('repasse.webhook.delivered.v1');
  const time = '2026-01-01T00:00:00.000Z';
  const attributes = { id: `evt_${key}`, type: 'repasse.webhook.delivered.v1', subject: key, time, position: 1 };
  return toMessage(
    parseEvent({ ...attributes, source: 'repasse/webhook-dispatcher', dataSchema: schema.$id, data: example }),
  );
};

export const messages = (key: string, from: number, to: number): OutgoingMessage[] =>
  Array.from({ length: to - from + 1 }, (_, index) => message(key, from + index));

export const positionsOf = (received: readonly IncomingMessage[], key: string): number[] =>
  received.filter((incoming) => incoming.key === key).map(({ headers }) => Number(headers['ce_position']));

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** The first occurrence of each position: what is left of a redelivery once duplicates are dropped. */
export const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];

export interface BusHarness {
  /** One more connection to the same broker, as another process would have; closed after the test. */
  readonly open: () => Promise<Bus>;
  readonly closeAll: () => Promise<void>;
}

export const createBusHarness = (makeBus: () => Promise<Bus>): BusHarness => {
  const opened: Bus[] = [];
  return {
    open: async () => {
      const bus = await makeBus();
      opened.push(bus);
      return bus;
    },
    closeAll: async () => {
      await Promise.all(opened.splice(0).map((bus) => bus.close()));
    },
  };
};

/** What the databases of the groups would hold. */
const offsetsOfGroups = new Map<string, Map<string, PlaceOffset>>();

/** Subscribes and keeps what comes, unless another handler is given; offsets are kept as a database would keep them. */
export const collect = async (bus: Bus, group: string, more: Partial<SubscribeOptions> = {}) => {
  const received: IncomingMessage[] = [];
  const offsets = offsetsOfGroups.get(group) ?? new Map<string, PlaceOffset>();
  offsetsOfGroups.set(group, offsets);
  const handle = more.onBatch ?? (async (batch: readonly IncomingMessage[]) => void received.push(...batch));
  const subscription = await bus.subscribe({
    group,
    topics: [topic],
    loadOffsets: async () => [...offsets.values()],
    settleOffsets: async () => [...offsets.values()],
    ...more,
    onBatch: async (batch) => {
      await handle(batch);
      for (const behind of offsetsBehind(batch)) offsets.set(placeName(behind), behind);
    },
  });
  return { received, subscription };
};
