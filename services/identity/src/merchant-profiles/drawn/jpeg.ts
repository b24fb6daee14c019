import { areHuffmanTables, areQuantisationTables } from './jpeg-tables';

const endOfImage = 0xd9;
const startOfScan = 0xda;

/**
 * A JPEG of its frame, tables and scans. A picture lies in several scans, each a segment with its data behind it. What
 * follows its end is dropped. Undefined when it is not whole.
 */
export const drawnJpeg = (bytes: Buffer): Buffer | undefined => {
  const kept = [bytes.subarray(0, 2)];
  for (let at = 2; bytes[at] === 0xff && at + 1 < bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === endOfImage) return isWhole(kept) ? Buffer.concat([...kept, bytes.subarray(at, at + 2)]) : undefined;
    const end = marker === 0xff ? at + 1 : endOfSegment(bytes, at, marker);
    if (end === undefined) return undefined;
    if (marker !== 0xff) kept.push(...drawnOf(marker, bytes.subarray(at, end)));
    at = end;
  }
  return undefined;
};

const isFrameMarker = (marker = 0): boolean => marker >= 0xc0 && marker <= 0xc2;

/** A frame and a scan at least. */
const isWhole = (kept: readonly Buffer[]): boolean =>
  kept.some((segment) => isFrameMarker(segment[1])) && kept.some((segment) => segment[1] === startOfScan);

const endOfSegment = (bytes: Buffer, at: number, marker: number): number | undefined => {
  if (at + 4 > bytes.length) return undefined;
  let end = at + 2 + bytes.readUInt16BE(at + 2);
  // In the data of a scan, 0xff is followed by 0 or the number of a restart.
  const isData = (next = 0): boolean => next === 0 || (next >= 0xd0 && next <= 0xd7);
  while (marker === startOfScan && end < bytes.length && (bytes[end] !== 0xff || isData(bytes[end + 1]))) end += 1;
  return end <= bytes.length ? end : undefined;
};

const segmentHeadBytes = 4;

const drawnOf = (marker: number, segment: Buffer): readonly Buffer[] => {
  if (marker === 0xe1) return orientationOf(segment);
  if (marker === 0xee) return adobeOf(segment);
  // The data of a scan lies behind its segment.
  const data = segment.subarray(segmentHeadBytes, 2 + segment.readUInt16BE(2));
  return isDrawn(marker, data) ? [segment] : [];
};

/** Whether a segment is drawn and has the form of its kind; no decoder reads one of another form. */
const isDrawn = (marker: number, data: Buffer): boolean => {
  // Frames: browsers draw baseline, extended and progressive ones.
  if (isFrameMarker(marker)) return data.length === 6 + 3 * (data[5] ?? 0);
  if (marker === 0xc4) return areHuffmanTables(data);
  if (marker === 0xdb) return areQuantisationTables(data);
  if (marker === startOfScan) return data.length === 4 + 2 * (data[0] ?? 0);
  // The number of lines, and the distance of restarts.
  return (marker === 0xdc || marker === 0xdd) && data.length === 2;
};

/** Adobe's segment tells by its last byte how colours are written. */
const adobeOf = (segment: Buffer): readonly Buffer[] => {
  const transform = segment[15] ?? 0;
  if (segment.length !== 16 || segment.toString('latin1', 4, 9) !== 'Adobe' || transform > 2) return [];
  return [Buffer.from(`ffee000e41646f6265006400000000${String(transform).padStart(2, '0')}`, 'hex')];
};

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
