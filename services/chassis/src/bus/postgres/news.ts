/** The channel on which bus_publish notifies the ends of a topic's partitions. */
export const newsChannel = (topic: string): string => `bus ${topic}`;

export interface News {
  readonly topic: string;
  /** Partition → the offset its next message gets. */
  readonly heads: ReadonlyMap<number, number>;
  /** Of the events that have come. */
  readonly types: readonly string[];
}

/** Reads a payload such as `0:17 3:9|repasse.charge.paid.v1`; undefined when the channel is no topic's. */
export const parseNews = (channel: string, payload: string): News | undefined => {
  if (!channel.startsWith('bus ')) return undefined;
  const [reached = '', come = ''] = payload.split('|');
  const heads = reached.split(' ').map((item): [number, number] => {
    const [partition, head] = item.split(':');
    return [Number(partition), Number(head)];
  });
  return { topic: channel.slice('bus '.length), heads: new Map(heads), types: come.split(' ') };
};
