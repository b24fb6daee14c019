import { randomBytes } from 'node:crypto';
import { Partitioners } from 'kafkajs';
import { partitionOf } from './partitioner';

const partitions = 6;
const metadata = Array.from({ length: partitions }, (_, partitionId) => ({
  partitionId,
  leader: 1,
  isr: [1],
  replicas: [1],
  partitionErrorCode: 0,
}));

describe('the partition of a key', () => {
  it("is the one Kafka's client computes", () => {
    const kafka = Partitioners.DefaultPartitioner();
    const keys = Array.from({ length: 500 }, (_, length) => randomBytes(length % 40).toString('base64') + 'é');

    const ours = keys.map((key) => partitionOf(key, partitions));

    const theirs = keys.map((key) => kafka({ topic: 't', partitionMetadata: metadata, message: { key, value: '' } }));
    expect(ours).toEqual(theirs);
  });

  it('stays what it was, because another one would break the order of every key', () => {
    expect(['ch_1', 'ch_2', 'pay_1', '42'].map((key) => partitionOf(key, partitions))).toMatchInlineSnapshot(`
      [
        1,
        4,
        5,
        4,
      ]
    `);
  });
});
