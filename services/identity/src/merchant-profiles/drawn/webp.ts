const headerBytes = 12;
const chunkHeadBytes = 8;
const pictures = new Set(['VP8 ', 'VP8L']);
/** The chunks allowed before a picture: extended features, transparency, an animation and its frames. */
const beside = new Set(['VP8X', 'ALPH', 'ANIM', 'ANMF']);
/** The bits of VP8X that promise chunks which are dropped: a colour profile, Exif and XMP. */
const promises = 0x20 | 0x08 | 0x04;
/** The place, size and duration of a frame, before its own chunks. */
const frameHeadBytes = 16;

/** A WebP of its pictures and what they need. Undefined when it is not whole, or has no picture. */
export const drawnWebp = (bytes: Buffer): Buffer | undefined => {
  const chunks = chunksOf(bytes, headerBytes);
  if (chunks === undefined) return undefined;
  const kept = chunks.filter(({ name }, at) => isDrawn(chunks, name, at)).map((chunk) => drawnOf(chunk));
  const hasPicture = chunks.some(({ name }) => pictures.has(name) || name === 'ANMF');
  return hasPicture && kept.every(isDefined) ? riffOf(Buffer.concat(kept.filter(isDefined))) : undefined;
};

interface Chunk {
  readonly name: string;
  /** With its head and, when its size is odd, a byte more. */
  readonly bytes: Buffer;
}

const chunksOf = (bytes: Buffer, from: number): readonly Chunk[] | undefined => {
  const chunks: Chunk[] = [];
  for (let at = from; at + chunkHeadBytes <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    const end = at + chunkHeadBytes + size + (size % 2);
    if (end > bytes.length) return undefined;
    chunks.push({ name: bytes.toString('latin1', at, at + 4), bytes: bytes.subarray(at, end) });
    at = end;
  }
  return chunks;
};

/** Each chunk stands once, but for frames. */
const isDrawn = (chunks: readonly Chunk[], name: string, at: number): boolean =>
  (pictures.has(name) || beside.has(name)) &&
  (name === 'ANMF' || chunks.findIndex((other) => other.name === name) === at);

const sizes: Readonly<Partial<Record<string, number>>> = { VP8X: 10, ANIM: 6 };

/** Undefined for a chunk of another size than its kind has. */
const drawnOf = ({ name, bytes }: Chunk): Buffer | undefined => {
  const size = sizes[name];
  if (size !== undefined && bytes.length !== chunkHeadBytes + size) return undefined;
  if (name === 'VP8X') return unpromising(bytes);
  return name === 'ANMF' ? frameOf(bytes) : bytes;
};

const unpromising = (chunk: Buffer): Buffer => {
  const copy = Buffer.from(chunk);
  copy[8] = (copy[8] ?? 0) & ~promises;
  copy.fill(0, 9, 12);
  return copy;
};

const frameOf = (frame: Buffer): Buffer | undefined => {
  const chunks = chunksOf(frame, chunkHeadBytes + frameHeadBytes);
  const kept = chunks?.filter(({ name }, at) => name !== 'ANMF' && name !== 'VP8X' && isDrawn(chunks, name, at));
  if (kept === undefined || !kept.some(({ name }) => pictures.has(name))) return undefined;
  const whole = Buffer.concat([
    frame.subarray(0, chunkHeadBytes + frameHeadBytes),
    ...kept.map((chunk) => chunk.bytes),
  ]);
  whole.writeUInt32LE(whole.length - chunkHeadBytes, 4);
  return whole;
};

const isDefined = (bytes: Buffer | undefined): bytes is Buffer => bytes !== undefined;

const riffOf = (chunks: Buffer): Buffer => {
  const header = Buffer.from('RIFF....WEBP', 'latin1');
  header.writeUInt32LE(chunks.length + 4, 4);
  return Buffer.concat([header, chunks]);
};
