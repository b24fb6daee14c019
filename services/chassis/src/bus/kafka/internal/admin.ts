import { type Admin, type Kafka } from 'kafkajs';
import { type PlaceEnds, type PlaceLag } from '../../bus';
import { type ExplainFault } from '../refusals';
import { type TopicOffsets } from './replay';

export interface BusAdmin {
  /** Asks what every user may ask: it fails when the broker does not let this client in. */
  greet(): Promise<unknown>;
  offsetsOf(topic: string): Promise<readonly TopicOffsets[]>;
  ends(topics: readonly string[]): Promise<readonly PlaceEnds[]>;
  lag(group: string, topics: readonly string[]): Promise<readonly PlaceLag[]>;
  close(): Promise<void>;
}

/** One connection for all questions, made at the first; after a fault the next question makes a new one. */
export const createAdmin = (kafka: Kafka, explain: ExplainFault): BusAdmin => {
  let current: Promise<Admin> | undefined;

  const connect = async (): Promise<Admin> => {
    const admin = kafka.admin();
    await admin.connect();
    return admin;
  };
  const close = async (): Promise<void> => {
    const closed = current;
    current = undefined;
    await closed?.then((admin) => admin.disconnect()).catch(() => undefined);
  };
  const ask = async <T>(question: (admin: Admin) => Promise<T>): Promise<T> => {
    try {
      current ??= connect();
      return await question(await current);
    } catch (fault) {
      await close();
      throw explain(fault);
    }
  };
  return {
    greet: () => ask((admin) => admin.describeCluster()),
    offsetsOf: (topic) => ask((admin) => admin.fetchTopicOffsets(topic)),
    ends: (topics) => ask((admin) => endsOfAll(admin, topics)),
    lag: (group, topics) => ask((admin) => lagOfAll(admin, group, topics)),
    close,
  };
};

const endsOfAll = async (admin: Admin, topics: readonly string[]): Promise<readonly PlaceEnds[]> => {
  const all = await Promise.all(
    topics.map(async (topic) =>
      (await admin.fetchTopicOffsets(topic)).map(({ partition, low, high }) => ({
        ...{ topic, partition, firstOffset: Number(low), endOffset: Number(high) },
      })),
    ),
  );
  return all.flat();
};

const lagOfAll = async (admin: Admin, group: string, topics: readonly string[]): Promise<readonly PlaceLag[]> => {
  const committed = await admin.fetchOffsets({ groupId: group, topics: [...topics] });
  const lags = topics.map(async (topic) => {
    const own = committed.find((one) => one.topic === topic)?.partitions ?? [];
    return lagsOf(topic, await admin.fetchTopicOffsets(topic), own);
  });
  return (await Promise.all(lags)).flat();
};

const lagsOf = (
  topic: string,
  offsets: readonly TopicOffsets[],
  committed: readonly { readonly partition: number; readonly offset: string }[],
): readonly PlaceLag[] => {
  const committedOf = new Map(committed.map(({ partition, offset }) => [partition, BigInt(offset)]));
  return offsets.map(({ partition, low, high }) => ({
    ...{ topic, partition, endOffset: Number(high) },
    lag: behind(BigInt(low), BigInt(high), committedOf.get(partition)),
  }));
};

/** A group that has committed nothing yet (-1) has everything before it that the topic still holds. */
const behind = (low: bigint, high: bigint, committed: bigint | undefined): number =>
  Number(high - (committed === undefined || committed < low ? low : committed));
