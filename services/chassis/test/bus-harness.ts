import { randomUUID } from 'node:crypto';
import { type Bus, type IncomingMessage, type OutgoingMessage, type SubscribeOptions } from '../src/bus/bus';
import { toMessage } from '../src/bus/envelope';
import { randomIds } from '../src/ids';
import { chargeCreated } from './samples';

export const topic = 'charge.events.v1';
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

export const messages = (key: string, from: number, to: number): OutgoingMessage[] =>
  Array.from({ length: to - from + 1 }, (_, index) => message(key, from + index));

export const positionsOf = (received: readonly IncomingMessage[], key: string): number[] =>
  received.filter((incoming) => incoming.key === key).map(({ headers }) => Number(headers['ce_position']));

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** The first occurrence of each position: what is left of a redelivery once duplicates are dropped. */
export const distinct = (positions: readonly number[]): number[] => [...new Set(positions)];

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

/** Subscribes and keeps what comes, unless another handler is given. */
export const collect = async (bus: Bus, group: string, more: Partial<SubscribeOptions> = {}) => {
  const received: IncomingMessage[] = [];
  const onBatch = async (batch: readonly IncomingMessage[]) => void received.push(...batch);
  const subscription = await bus.subscribe({ group, topic, onBatch, ...more });
  return { received, subscription };
};
