import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Pictures of the right form and size, with nothing to see. */

export const chunkOf = (name: string, data: Buffer): Buffer => {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(name, 'latin1'), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
};

export interface PngForm {
  readonly depth?: number;
  readonly colourType?: number;
  readonly interlace?: number;
  /** Chunks before the picture's own. */
  readonly further?: readonly (readonly [name: string, data: Buffer | string])[];
  /** The compressed lines. */
  readonly stream?: Buffer;
}

/** Grey by default, of lines that are empty. */
export const pngOf = (widthPx: number, heightPx: number, form: PngForm = {}): Buffer => {
  const { depth = 8, colourType = 0, interlace = 0, further = [] } = form;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.set([depth, colourType, 0, 0, interlace], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunkOf('IHDR', header),
    ...further.map(([name, data]) => chunkOf(name, Buffer.from(data))),
    chunkOf('IDAT', form.stream ?? deflateSync(Buffer.alloc((1 + widthPx) * heightPx))),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
};

/** Lines that cannot be compressed. */
export const noisyPngOf = (widthPx: number, heightPx: number): Buffer => {
  const lines = randomBytes((1 + widthPx) * heightPx);
  for (let at = 0; at < lines.length; at += 1 + widthPx) lines[at] = 0;
  return pngOf(widthPx, heightPx, { stream: deflateSync(lines) });
};

/** A segment of a JPEG: its marker, its length and its data. */
export const segmentOf = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

/** With segments before the frame, as cameras write them, and fill bytes before a marker. */
export const jpegOf = (widthPx: number, heightPx: number, segments: readonly Buffer[] = []): Buffer => {
  const frame = Buffer.alloc(15);
  frame.writeUInt16BE(heightPx, 1);
  frame.writeUInt16BE(widthPx, 3);
  frame[5] = 3;
  const scan = Buffer.from('010000000000', 'hex');
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    ...segments,
    segmentOf(0xc2, frame),
    segmentOf(0xda, scan),
    // Data with a 0xff of its own and a restart, and a second scan.
    Buffer.from('11ff0022ffd033', 'hex'),
    segmentOf(0xda, scan),
    Buffer.from('44ffd9', 'hex'),
  ]);
};

export type WebpForm = 'VP8 ' | 'VP8L' | 'VP8X';

/** `flags` are those of VP8X: 0x2c for a colour profile, Exif and XMP. A lossy picture follows it. */
export const webpOf = (form: WebpForm, widthPx: number, heightPx: number, flags = 0): Buffer =>
  form === 'VP8X'
    ? riffOf(Buffer.concat([extendedOf(widthPx, heightPx, flags), webpOf('VP8 ', widthPx, heightPx).subarray(12)]))
    : simpleWebpOf(form, widthPx, heightPx);

export const riffOf = (chunks: Buffer): Buffer => {
  const bytes = Buffer.concat([Buffer.from('RIFF....WEBP'), chunks]);
  bytes.writeUInt32LE(chunks.length + 4, 4);
  return bytes;
};

/** The chunk of a WebP with more in it than a picture. */
export const extendedOf = (widthPx: number, heightPx: number, flags: number): Buffer => {
  const chunk = Buffer.from('VP8X..................', 'latin1').fill(0, 4);
  chunk.writeUInt32LE(10, 4);
  chunk.writeUInt8(flags, 8);
  chunk.writeUIntLE(widthPx - 1, 12, 3);
  chunk.writeUIntLE(heightPx - 1, 15, 3);
  return chunk.subarray(0, 18);
};

const simpleWebpOf = (form: 'VP8 ' | 'VP8L', widthPx: number, heightPx: number): Buffer => {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(32, 4);
  bytes.write(`WEBP${form}`, 8);
  bytes.writeUInt32LE(20, 16);
  if (form === 'VP8 ') {
    bytes.writeUInt16LE(widthPx, 26);
    bytes.writeUInt16LE(heightPx, 28);
  } else {
    bytes.writeUInt8(0x2f, 20);
    bytes.writeUInt32LE((widthPx - 1) | ((heightPx - 1) << 14), 21);
  }
  return bytes;
};
