import { inflateSync } from 'node:zlib';

export interface PngHeader {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly depth: number;
  readonly colourType: number;
  readonly bitsPerPixel: number;
  readonly isInterlaced: boolean;
}

/**
 * Whether a compressed stream is the lines of the picture and not a byte more, neither inside the stream nor behind it.
 * The caller has bounded the size of the picture, and with it the work.
 */
export const isDrawnOf = (stream: Buffer, header: PngHeader): boolean => {
  const passes = passesOf(header);
  const expectedBytes = passes.reduce((bytes, { lines, lineBytes }) => bytes + lines * (1 + lineBytes), 0);
  const inflated = inflate(stream, expectedBytes);
  return inflated !== undefined && inflated.length === expectedBytes && areFiltersKnown(inflated, passes);
};

interface Pass {
  readonly lines: number;
  /** Without the byte of its filter. */
  readonly lineBytes: number;
}

/** Adam7: where each pass begins, and its steps, across and down. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const wholePicture = [[0, 0, 1, 1]] as const;

const passesOf = ({ widthPx, heightPx, bitsPerPixel, isInterlaced }: PngHeader): readonly Pass[] =>
  (isInterlaced ? adam7 : wholePicture)
    .map(([left, top, across, down]) => ({
      columns: Math.ceil((widthPx - left) / across),
      lines: Math.ceil((heightPx - top) / down),
    }))
    .filter(({ columns, lines }) => columns > 0 && lines > 0)
    .map(({ columns, lines }) => ({ lines, lineBytes: Math.ceil((columns * bitsPerPixel) / 8) }));

/** Undefined for a stream that is none, that is longer than its picture, or that bytes follow. */
const inflate = (stream: Buffer, maxOutputLength: number): Buffer | undefined => {
  try {
    // With `info` it also says how far it has read; the types do not know that form.
    const { buffer, engine } = inflateSync(stream, { info: true, maxOutputLength }) as unknown as {
      readonly buffer: Buffer;
      readonly engine: { readonly bytesWritten: number };
    };
    return engine.bytesWritten === stream.length ? buffer : undefined;
  } catch {
    return undefined;
  }
};

const filterMax = 4;

const areFiltersKnown = (lines: Buffer, passes: readonly Pass[]): boolean => {
  let at = 0;
  return passes.every((pass) => {
    for (let line = 0; line < pass.lines; line += 1, at += 1 + pass.lineBytes) {
      if ((lines[at] ?? 0) > filterMax) return false;
    }
    return true;
  });
};
