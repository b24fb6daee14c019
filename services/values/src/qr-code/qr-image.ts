import { crc32, deflateSync } from 'node:zlib';
import { create, type QRCodeSegment } from 'qrcode';

/** Modules of white around the code; ISO/IEC 18004 asks for four. An even number: two modules are a byte of the image. */
const marginModules = 4;
/** Wide enough for a phone's camera at arm's length, small enough to travel inside JSON (about 1 kB). */
const pixelsPerModule = 4;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Every reader takes each of the eight masks. To look for the one with the lowest penalty is two thirds of the work of
 * making a code, and for payment codes this one is within a thirtieth of it on average.
 */
const maskPattern = 2;

/**
 * Runs of this many digits are worth a segment of their own. The library finds the shortest of all divisions of a text,
 * which is five sixths of the work of making a code; for payment codes this one is at most one version larger.
 */
const digitRuns = /(\d{8,})/;

/**
 * Four equal lines fit into the smallest window. The default one takes a quarter of a megabyte outside of the heap for
 * each image; this takes 10 KiB, and finds as much.
 */
const deflateOptions = { level: 9, windowBits: 9, memLevel: 2, chunkSize: 2_048 };

/** Pages and their streams show the same few codes again and again; a thousand of them are a megabyte. */
const rememberedMax = 1_000;
const remembered = new Map<string, string>();

/**
 * The QR code of a text as a PNG in base64, without a `data:` prefix. The image is written here with one bit a pixel,
 * because the library's own writer compresses 32 bits a pixel: ten times the work on a path every payer waits for.
 */
export const qrImage = (text: string): string => {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const image = draw(text);
  if (remembered.size >= rememberedMax) remembered.clear();
  remembered.set(text, image);
  return image;
};

const draw = (text: string): string => {
  const { modules } = create(segmentsOf(text), { errorCorrectionLevel: 'M', maskPattern });
  const sizeModules = modules.size + 2 * marginModules;
  const lines = Array.from({ length: sizeModules }, () => whiteLine(sizeModules));
  modules.data.forEach((isBlack, at) => {
    if (isBlack === 0) return;
    const y = marginModules + Math.floor(at / modules.size);
    blacken(lines[y], marginModules + (at % modules.size));
  });
  const pixels = Buffer.concat(lines.flatMap((line) => Array<Buffer>(pixelsPerModule).fill(line)));
  return png(sizeModules * pixelsPerModule, deflateSync(pixels, deflateOptions)).toString('base64');
};

/** One is white in a grey image of one bit a pixel, and a module is half a byte. The first byte says: by no filter. */
const whiteLine = (sizeModules: number): Buffer => {
  const line = Buffer.alloc(1 + Math.ceil(sizeModules / 2), 0xff);
  line[0] = 0;
  return line;
};

const blacken = (line: Buffer | undefined, x: number): void => {
  const at = 1 + (x >> 1);
  if (line !== undefined) line[at] = (line[at] ?? 0) & (x % 2 === 0 ? 0x0f : 0xf0);
};

/** Splitting at a captured run leaves the runs at the odd places. */
const segmentsOf = (text: string): QRCodeSegment[] =>
  text.split(digitRuns).flatMap((data, at): QRCodeSegment[] => {
    if (data === '') return [];
    return at % 2 === 1 ? [{ data, mode: 'numeric' }] : [{ data: Buffer.from(data, 'utf8'), mode: 'byte' }];
  });

const png = (sizePixels: number, pixels: Buffer): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sizePixels, 0);
  header.writeUInt32BE(sizePixels, 4);
  // Bit depth 1; grey, deflate, default filters and no interlacing are all zero.
  header[8] = 1;
  return Buffer.concat([pngSignature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND')]);
};

const chunk = (type: string, data: Buffer = Buffer.alloc(0)): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
};
