/** The channel on which bus_publish tells how far a topic's partitions reach. */
export const newsChannel = (topic: string): string => `bus ${topic}`;

/** Partition → the offset its next message gets. */
export type Heads = ReadonlyMap<number, number>;

/** Reads a payload such as `0:17 3:9`; undefined when the channel is no topic's. */
export const parseNews = (channel: string, payload: string): { topic: string; heads: Heads } | undefined => {
  if (!channel.startsWith('bus ')) return undefined;
  const heads = payload.split(' ').map((item): [number, number] => {
    const [partition, head] = item.split(':');
    return [Number(partition), Number(head)];
  });
  return { topic: channel.slice('bus '.length), heads: new Map(heads) };
};
