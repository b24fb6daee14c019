export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

export interface Image {
  readonly contentType: ImageType;
  readonly widthPx: number;
  readonly heightPx: number;
}

/**
 * Kind and size of a picture, by its first bytes and not by what its sender calls it. Undefined for everything that is
 * not PNG, JPEG or WebP, and for a picture that ends before its size. SVG is none of them on purpose: it can hold scripts.
 */
export const imageOf = (bytes: Buffer): Image | undefined => {
  const image = pngOf(bytes) ?? jpegOf(bytes) ?? webpOf(bytes);
  return image === undefined || image.widthPx === 0 || image.heightPx === 0 ? undefined : image;
};

/** IHDR is the first chunk: its length, its name, width and height. */
const pngOf = (bytes: Buffer): Image | undefined => {
  const isPng = textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' && textAt(bytes, 12) === 'IHDR';
  if (!isPng) return undefined;
  return { contentType: 'image/png', widthPx: bigEndianAt(bytes, 16, 4), heightPx: bigEndianAt(bytes, 20, 4) };
};

/** Segments follow one another, each with its length, until the one that begins a frame. */
const jpegOf = (bytes: Buffer): Image | undefined => {
  if (bigEndianAt(bytes, 0, 3) !== 0xffd8ff) return undefined;
  let at = 2;
  while (bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) {
      const [heightPx, widthPx] = [bigEndianAt(bytes, at + 5, 2), bigEndianAt(bytes, at + 7, 2)];
      return { contentType: 'image/jpeg', widthPx, heightPx };
    }
    // A marker may have fill bytes before it.
    at += marker === 0xff ? 1 : 2 + bigEndianAt(bytes, at + 2, 2);
  }
  return undefined;
};

/** SOF0 to SOF15, without the three numbers among them that are tables. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const webpOf = (bytes: Buffer): Image | undefined => {
  if (textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WEBP') return undefined;
  const size = webpSizes[textAt(bytes, 12)]?.(bytes);
  return size === undefined ? undefined : { contentType: 'image/webp', ...size };
};

type Size = Omit<Image, 'contentType'>;

/** By the first chunk: lossy, lossless, or with further chunks. The latter two keep one less than the size. */
const webpSizes: Readonly<Record<string, (bytes: Buffer) => Size>> = {
  'VP8 ': (bytes) => ({
    widthPx: littleEndianAt(bytes, 26, 2) & 0x3fff,
    heightPx: littleEndianAt(bytes, 28, 2) & 0x3fff,
  }),
  VP8L: (bytes) => {
    const bits = littleEndianAt(bytes, 21, 4);
    return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 };
  },
  VP8X: (bytes) => ({ widthPx: littleEndianAt(bytes, 24, 3) + 1, heightPx: littleEndianAt(bytes, 27, 3) + 1 }),
};

const textAt = (bytes: Buffer, at: number, length = 4): string => bytes.toString('latin1', at, at + length);

/** 0 where the picture has ended: its bytes are a stranger's, and must not make a read fail. */
const bigEndianAt = (bytes: Buffer, at: number, length: 2 | 3 | 4): number =>
  at + length <= bytes.length ? bytes.readUIntBE(at, length) : 0;

const littleEndianAt = (bytes: Buffer, at: number, length: 2 | 3 | 4): number =>
  at + length <= bytes.length ? bytes.readUIntLE(at, length) : 0;
