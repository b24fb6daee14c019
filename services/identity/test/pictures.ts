/** Pictures as far as their size is read: the first bytes of each form, and nothing to see. */

export const pngOf = (widthPx: number, heightPx: number, more = 0): Buffer => {
  const header = Buffer.alloc(33 + more);
  header.write('89504e470d0a1a0a0000000d49484452', 'hex');
  header.writeUInt32BE(widthPx, 16);
  header.writeUInt32BE(heightPx, 20);
  return header;
};

/** With a segment before the frame, as cameras write one. */
export const jpegOf = (widthPx: number, heightPx: number): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(heightPx, 0);
  size.writeUInt16BE(widthPx, 2);
  const before = 'ffd8' + 'ffe0' + '0006' + '4a464946' + 'ff' + 'ffc2' + '0011' + '08';
  return Buffer.concat([Buffer.from(before, 'hex'), size, Buffer.alloc(16)]);
};

export type WebpForm = 'VP8 ' | 'VP8L' | 'VP8X';

export const webpOf = (form: WebpForm, widthPx: number, heightPx: number): Buffer => {
  const bytes = Buffer.alloc(40);
  bytes.write('RIFF', 0);
  bytes.write(`WEBP${form}`, 8);
  if (form === 'VP8 ') {
    bytes.writeUInt16LE(widthPx, 26);
    bytes.writeUInt16LE(heightPx, 28);
  } else if (form === 'VP8L') {
    bytes.writeUInt8(0x2f, 20);
    bytes.writeUInt32LE((widthPx - 1) | ((heightPx - 1) << 14), 21);
  } else {
    bytes.writeUIntLE(widthPx - 1, 24, 3);
    bytes.writeUIntLE(heightPx - 1, 27, 3);
  }
  return bytes;
};
