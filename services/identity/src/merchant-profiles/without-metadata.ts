import { type ImageType } from './image';

/**
 * The same picture without what else its file holds: every payer loads a logo, and a telephone writes into its pictures
 * where they were taken. Only the parts that are drawn stay, so nothing unknown does. Undefined for a picture that is
 * not whole.
 */
export const withoutMetadata = (bytes: Buffer, contentType: ImageType): Buffer | undefined =>
  partsOf[contentType](bytes);

const pngSignatureBytes = 8;
/** Length, name and check sum of a chunk. */
const pngChunkBytes = 12;
const pngChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'IDAT', 'IEND']);

const pngOf = (bytes: Buffer): Buffer | undefined => {
  const kept = [bytes.subarray(0, pngSignatureBytes)];
  for (let at = pngSignatureBytes; at + pngChunkBytes <= bytes.length;) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    const end = at + pngChunkBytes + bytes.readUInt32BE(at);
    if (end > bytes.length) return undefined;
    if (pngChunks.has(name)) kept.push(bytes.subarray(at, end));
    if (name === 'IEND') return Buffer.concat(kept);
    at = end;
  }
  return undefined;
};

const endOfImage = 0xd9;
const startOfScan = 0xda;

/** A picture lies in several scans, each a segment with its data behind it. What follows its end is dropped, too. */
const jpegOf = (bytes: Buffer): Buffer | undefined => {
  const kept = [bytes.subarray(0, 2)];
  for (let at = 2; bytes[at] === 0xff && at + 1 < bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) return Buffer.concat([...kept, bytes.subarray(at, at + 2)]);
    const end = marker === 0xff ? at + 1 : endOfSegment(bytes, at, marker);
    if (end === undefined) return undefined;
    if (isDrawn(marker, end - at)) kept.push(bytes.subarray(at, end));
    else if (marker === 0xe1) kept.push(...orientationOf(bytes.subarray(at, end)));
    at = end;
  }
  return undefined;
};

const endOfSegment = (bytes: Buffer, at: number, marker: number): number | undefined => {
  if (at + 4 > bytes.length) return undefined;
  let end = at + 2 + bytes.readUInt16BE(at + 2);
  // In the data of a scan, 0xff is followed by 0 or the number of a restart.
  const isData = (next = 0): boolean => next === 0 || (next >= 0xd0 && next <= 0xd7);
  while (marker === startOfScan && end < bytes.length && (bytes[end] !== 0xff || isData(bytes[end + 1]))) end += 1;
  return end <= bytes.length ? end : undefined;
};

/** Adobe's segment tells how colours are written and has room for nothing else. */
const isAdobe = (marker: number, segmentBytes: number): boolean => marker === 0xee && segmentBytes === 16;

/** Frames, tables and scans. */
const isDrawn = (marker: number, segmentBytes: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf) || (marker >= startOfScan && marker <= 0xdf) || isAdobe(marker, segmentBytes);

/** APP1 with Exif of one entry: the orientation, without which a picture would lie on its side. */
const orientationOf = (segment: Buffer): readonly Buffer[] => {
  const tiff = segment.subarray(10);
  if (segment.toString('latin1', 4, 10) !== 'Exif\0\0' || tiff.length < 8) return [];
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const numberAt = (at: number, length: 2 | 4): number => {
    if (at + length > tiff.length) return 0;
    return isLittle ? tiff.readUIntLE(at, length) : tiff.readUIntBE(at, length);
  };
  const first = numberAt(4, 4);
  const entries = Array.from({ length: numberAt(first, 2) }, (_, index) => first + 2 + index * 12);
  const entry = entries.find((at) => numberAt(at, 2) === 0x0112);
  const orientation = entry === undefined ? 1 : numberAt(entry + 8, 2);
  return orientation > 1 && orientation <= 8 ? [exifOf(orientation)] : [];
};

const exifOf = (orientation: number): Buffer =>
  Buffer.from(`ffe100224578696600004d4d002a0000000800010112000300000001000${orientation}000000000000`, 'hex');

const webpHeaderBytes = 12;
const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);
/** The bits of VP8X that promise chunks which are dropped: a colour profile, Exif and XMP. */
const webpPromises = 0x20 | 0x08 | 0x04;

const webpOf = (bytes: Buffer): Buffer | undefined => {
  const kept: Buffer[] = [];
  for (let at = webpHeaderBytes; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    // Chunks of an odd size have a byte more.
    const end = at + 8 + size + (size % 2);
    if (end > bytes.length) return undefined;
    const name = bytes.toString('latin1', at, at + 4);
    if (webpChunks.has(name))
      kept.push(name === 'VP8X' ? unpromising(bytes.subarray(at, end)) : bytes.subarray(at, end));
    at = end;
  }
  return kept.length === 0 ? undefined : riffOf(Buffer.concat(kept));
};

const unpromising = (chunk: Buffer): Buffer => {
  const copy = Buffer.from(chunk);
  copy[8] = (copy[8] ?? 0) & ~webpPromises;
  return copy;
};

const riffOf = (chunks: Buffer): Buffer => {
  const header = Buffer.from('RIFF....WEBP', 'latin1');
  header.writeUInt32LE(chunks.length + 4, 4);
  return Buffer.concat([header, chunks]);
};

const partsOf: Readonly<Record<ImageType, (bytes: Buffer) => Buffer | undefined>> = {
  'image/png': pngOf,
  'image/jpeg': jpegOf,
  'image/webp': webpOf,
};
