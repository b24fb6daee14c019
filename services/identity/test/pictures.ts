/** Pictures of the right form and size, with nothing to see. */

const chunkOf = (name: string, data: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(name, 'latin1'), data, Buffer.alloc(4)]);
};

/** With further chunks, which come before the picture's own, and `dataBytes` of the picture. */
export const pngOf = (
  widthPx: number,
  heightPx: number,
  dataBytes = 0,
  further: Readonly<Record<string, string>> = {},
): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunkOf('IHDR', header),
    ...Object.entries(further).map(([name, text]) => chunkOf(name, Buffer.from(text))),
    chunkOf('IDAT', Buffer.alloc(dataBytes)),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
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
  return Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    ...segments,
    segmentOf(0xc2, frame),
    segmentOf(0xda, Buffer.alloc(6)),
    // Data with a 0xff of its own and a restart, and a second scan.
    Buffer.from('11ff0022ffd033', 'hex'),
    segmentOf(0xda, Buffer.alloc(6)),
    Buffer.from('44ffd9', 'hex'),
  ]);
};

export type WebpForm = 'VP8 ' | 'VP8L' | 'VP8X';

/** `flags` are those of VP8X: 0x2c for a colour profile, Exif and XMP. */
export const webpOf = (form: WebpForm, widthPx: number, heightPx: number, flags = 0): Buffer => {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(32, 4);
  bytes.write(`WEBP${form}`, 8);
  bytes.writeUInt32LE(20, 16);
  if (form === 'VP8 ') {
    bytes.writeUInt16LE(widthPx, 26);
    bytes.writeUInt16LE(heightPx, 28);
  } else if (form === 'VP8L') {
    bytes.writeUInt8(0x2f, 20);
    bytes.writeUInt32LE((widthPx - 1) | ((heightPx - 1) << 14), 21);
  } else {
    bytes.writeUInt8(flags, 20);
    bytes.writeUIntLE(widthPx - 1, 24, 3);
    bytes.writeUIntLE(heightPx - 1, 27, 3);
  }
  return bytes;
};
