import { type IncomingMessage } from '../../bus';

/** The channel on which bus_publish notifies the subscribers of a topic. */
export const newsChannel = (topic: string): string => `bus ${topic}`;

export interface News {
  readonly topic: string;
  /** Partition → the offset its next message gets. */
  readonly heads: ReadonlyMap<number, number>;
  /** Of the events that have come. */
  readonly types: readonly string[];
  /** The message itself, where the notification had room for it. */
  readonly message?: IncomingMessage;
}

/** Reads a payload of bus_publish; undefined when the channel is no topic's. */
export const parseNews = (channel: string, payload: string): News | undefined => {
  if (!channel.startsWith('bus ')) return undefined;
  const topic = channel.slice('bus '.length);
  return payload.startsWith('[') ? parseMessage(topic, payload) : parseHeads(topic, payload);
};

/** `[partition, offset, key, headers]`, a line break, the value. */
const parseMessage = (topic: string, payload: string): News => {
  const end = payload.indexOf('\n');
  const [partition, offset, key, headers] = JSON.parse(payload.slice(0, end)) as MessageHead;
  const message = { topic, partition, offset, key, headers, value: JSON.parse(payload.slice(end)) as unknown };
  return { topic, heads: new Map([[partition, offset + 1]]), types: [headers['ce_type'] ?? ''], message };
};

type MessageHead = [partition: number, offset: number, key: string, headers: Readonly<Record<string, string>>];

/** Such as `0:17 3:9|repasse.charge.paid.v1`. */
const parseHeads = (topic: string, payload: string): News => {
  const [reached = '', come = ''] = payload.split('|');
  const heads = reached.split(' ').map((item): [number, number] => {
    const [partition, head] = item.split(':');
    return [Number(partition), Number(head)];
  });
  return { topic, heads: new Map(heads), types: come.split(' ') };
};
