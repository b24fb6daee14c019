const seed = 0x9747b28c;
const mixer = 0x5bd1e995;
const shift = 24;

/** The partition of a key, by the computation of Kafka's clients, so that both adapters of the bus agree. */
export const partitionOf = (key: string, partitions: number): number =>
  (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions;

/** MurmurHash2 as in Kafka's own Utils.java: 32 bits, signed. */
const murmur2 = (data: Buffer): number => {
  const bytesInWords = data.length & ~3;
  let hash = seed ^ data.length;
  for (let at = 0; at < bytesInWords; at += 4) {
    hash = Math.imul(hash, mixer) ^ mix(data.readInt32LE(at));
  }
  if (data.length > bytesInWords) {
    hash = Math.imul(hash ^ data.readUIntLE(bytesInWords, data.length - bytesInWords), mixer);
  }
  hash = Math.imul(hash ^ (hash >>> 13), mixer);
  return hash ^ (hash >>> 15);
};

const mix = (word: number): number => {
  const mixed = Math.imul(word, mixer);
  return Math.imul(mixed ^ (mixed >>> shift), mixer);
};
