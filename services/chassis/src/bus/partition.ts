import { Partitioners, type PartitionMetadata } from 'kafkajs';

/** Kafka's own rule (murmur2 of the key), so that a key has the same neighbours and the same order on either bus. */
export const partitionOf = (key: string, partitions: number): number =>
  choose({ topic: '', partitionMetadata: metadataOf(partitions), message: { key, value: null } });

const choose = Partitioners.DefaultPartitioner();

/** The rule looks at how many partitions there are and at nothing else of them. */
const metadataOf = (partitions: number): PartitionMetadata[] => {
  const known = metadataByCount.get(partitions);
  if (known !== undefined) return known;
  const made = Array.from({ length: partitions }, (_, partitionId) => ({
    partitionErrorCode: 0,
    partitionId,
    leader: 0,
    replicas: [],
    isr: [],
  }));
  metadataByCount.set(partitions, made);
  return made;
};

const metadataByCount = new Map<number, PartitionMetadata[]>();
