import { crc32 } from 'node:zlib';
import { isDrawnOf, type PngHeader } from './png-lines';

/**
 * A PNG of what is drawn, and of nothing else: header, how its colours are meant, palette, transparency, and one stream
 * of its lines. Undefined when it is not whole, or when its stream is not exactly the lines of its size.
 */
export const drawnPng = (bytes: Buffer): Buffer | undefined => {
  const chunks = chunksOf(bytes);
  const header = headerOf(chunks?.[0]);
  if (chunks === undefined || header === undefined) return undefined;
  const stream = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data));
  const palette = paletteOf(chunks, header);
  if (palette === undefined || !isDrawnOf(stream, header)) return undefined;
  const colours = (['gAMA', 'cHRM', 'sRGB'] as const).flatMap((name) => colourOf(chunks, name));
  const transparency = transparencyOf(chunks, header, palette[0]?.data.length ?? 0);
  const ends = { name: 'IEND', data: Buffer.alloc(0) };
  const kept = [chunks[0], ...colours, ...palette, ...transparency, { name: 'IDAT', data: stream }, ends];
  return Buffer.concat([bytes.subarray(0, signatureBytes), ...kept.flatMap((chunk) => (chunk ? written(chunk) : []))]);
};

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

const signatureBytes = 8;
/** Length and name before the data of a chunk, and its check sum behind. */
const frameBytes = 12;

/** Up to IEND. What follows it is dropped. Undefined when it is not reached, or when a check sum is wrong. */
const chunksOf = (bytes: Buffer): readonly Chunk[] | undefined => {
  const chunks: Chunk[] = [];
  for (let at = signatureBytes; at + frameBytes <= bytes.length;) {
    const end = at + frameBytes + bytes.readUInt32BE(at);
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined;
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IEND') return chunks;
    chunks.push({ name, data: bytes.subarray(at + 8, end - 4) });
    at = end;
  }
  return undefined;
};

const written = ({ name, data }: Chunk): Buffer => {
  const bytes = Buffer.alloc(frameBytes + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(name, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), 8 + data.length);
  return bytes;
};

/** The depths of each colour type, and how many samples a pixel has. */
const colourTypes: Readonly<Partial<Record<number, { readonly depths: readonly number[]; readonly samples: number }>>> =
  {
    0: { depths: [1, 2, 4, 8, 16], samples: 1 },
    2: { depths: [8, 16], samples: 3 },
    3: { depths: [1, 2, 4, 8], samples: 1 },
    4: { depths: [8, 16], samples: 2 },
    6: { depths: [8, 16], samples: 4 },
  };
const headerBytes = 13;

const headerOf = (chunk: Chunk | undefined): PngHeader | undefined => {
  if (chunk?.name !== 'IHDR' || chunk.data.length !== headerBytes) return undefined;
  const { data } = chunk;
  const [depth = 0, colourType = 0, compression, filter, interlace = 0] = data.subarray(8);
  const colours = colourTypes[colourType];
  if (colours?.depths.includes(depth) !== true || compression !== 0 || filter !== 0 || interlace > 1) return undefined;
  const size = { widthPx: data.readUInt32BE(0), heightPx: data.readUInt32BE(4) };
  return { ...size, depth, colourType, bitsPerPixel: depth * colours.samples, isInterlaced: interlace === 1 };
};

const indexed = 3;

/** Only pixels that are numbers of a palette are drawn by it. Undefined when theirs is missing or has no right length. */
const paletteOf = (chunks: readonly Chunk[], { colourType, depth }: PngHeader): readonly Chunk[] | undefined => {
  if (colourType !== indexed) return [];
  const palette = chunks.find(({ name }) => name === 'PLTE');
  const length = palette?.data.length ?? 0;
  return palette === undefined || length === 0 || length % 3 !== 0 || length > 3 * 2 ** depth ? undefined : [palette];
};

/** One colour that is transparent, or how much each of the palette is. */
const transparencyOf = (
  chunks: readonly Chunk[],
  { colourType }: PngHeader,
  paletteBytes: number,
): readonly Chunk[] => {
  const found = chunks.find(({ name }) => name === 'tRNS');
  const length = found?.data.length ?? 0;
  const fits: Readonly<Partial<Record<number, boolean>>> = {
    0: length === 2,
    2: length === 6,
    [indexed]: length > 0 && length <= paletteBytes / 3,
  };
  return found !== undefined && fits[colourType] === true ? [found] : [];
};

/** Numbers in hundred thousandths: those of a colour of light are one at the most, and a gamma is a small one. */
const hundredThousandths = (data: Buffer, count: number, max: number): boolean =>
  data.length === 4 * count &&
  Array.from({ length: count }, (_, at) => data.readUInt32BE(4 * at)).every((number) => number <= max);

const colourForms = {
  gAMA: (data: Buffer) => hundredThousandths(data, 1, 1_000_000),
  cHRM: (data: Buffer) => hundredThousandths(data, 8, 100_000),
  sRGB: (data: Buffer) => data.length === 1 && (data[0] ?? 4) < 4,
} as const;

const colourOf = (chunks: readonly Chunk[], name: keyof typeof colourForms): readonly Chunk[] => {
  const found = chunks.find((chunk) => chunk.name === name);
  return found !== undefined && colourForms[name](found.data) ? [found] : [];
};
