/**
 * A zlib stream (RFC 1950 and 1951) of an image whose lines each stand `times` times: the first byte by byte, then copies
 * of it. All lines are of one length, 16 to 94 bytes, and of the bytes 0x00, 0x0f, 0xf0 and 0xff, so that one fixed code
 * serves every QR code and is as short as one made to measure.
 *
 * `deflateSync` of node:zlib opens a stream for each call, a quarter of a megabyte outside V8's heap. A service that drew
 * fifty images a second with it collected its whole heap every two seconds.
 */
export const compressLines = (lines: readonly Uint8Array[], times: number): Buffer => {
  const copy = copyOf(lines[0]?.length ?? 0);
  const bits = createBitWriter();
  writeCodes(bits, copy);
  for (const line of lines) {
    line.forEach((byte) => bits.write(codes[byte] ?? refuse(byte)));
    for (let copies = 1; copies < times; copies++) copy.code.forEach(bits.write);
  }
  bits.write(endCode);
  return Buffer.concat([zlibHeader, bits.end(), adler32(lines, times)]);
};

const refuse = (byte: number): never => {
  throw new Error(`A line of an image has no byte ${byte}.`);
};

/** The lowest of so many bits first. */
type Bits = readonly [value: number, count: number];

/** Deflate with a window of 32 KiB, at the least effort. */
const zlibHeader = Buffer.from([0x78, 0x01]);

// The codes of bytes, of the end, and of a copy: 00, 01, 10, 110, 1110 and 1111, the first bit lowest.
const codes: Readonly<Partial<Record<number, Bits>>> = {
  0x00: [0b00, 2],
  0x0f: [0b10, 2],
  0xff: [0b01, 2],
  0xf0: [0b011, 3],
};
const endCode: Bits = [0b0111, 4];
const copyCode: Bits = [0b1111, 4];

interface Copy {
  /** Of the length of a line, among the 29 for lengths. */
  readonly lengthSymbol: number;
  /** Of the same number as a distance, among the 30 for distances. */
  readonly distanceSymbol: number;
  /** A copy of the line before. */
  readonly code: readonly Bits[];
}

/** RFC 1951, 3.2.5: numbers are told by the symbol of a range and their place in it. */
const copyOf = (lineBytes: number): Copy => {
  const length = lineBytes - 3;
  const lengthBits = 29 - Math.clz32(length);
  const distance = lineBytes - 1;
  const distanceBits = 30 - Math.clz32(distance);
  return {
    lengthSymbol: 257 + 4 * lengthBits + (length >> lengthBits),
    distanceSymbol: 2 * distanceBits + (distance >> distanceBits),
    // There is one distance only, whose code is a single zero.
    code: [
      copyCode,
      [length & ((1 << lengthBits) - 1), lengthBits],
      [0, 1],
      [distance & ((1 << distanceBits) - 1), distanceBits],
    ],
  };
};

// How the lengths of the codes are told, RFC 1951, 3.2.7: a code for each length that occurs and for two kinds of runs of
// zeros, of which these are the lengths, in the order of the standard (16, 17, 18, 0, 8, 7, …, 2, 14, 1).
const lengthsOfLengths = [0, 3, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 4, 0, 2, 0, 4];
const lengthCodes = { 1: [0b0111, 4], 2: [0b00, 2], 3: [0b1111, 4], 4: [0b10, 2] } as const;
const fewZerosCode: Bits = [0b011, 3];
const manyZerosCode: Bits = [0b01, 2];

const writeCodes = ({ write }: BitWriter, { lengthSymbol, distanceSymbol }: Copy): void => {
  // The last block, with codes of its own. How many symbols, distances and lengths follow, less 257, 1 and 4.
  write([0b101, 3]);
  write([lengthSymbol + 1 - 257, 5]);
  write([distanceSymbol, 5]);
  write([lengthsOfLengths.length - 4, 4]);
  for (const length of lengthsOfLengths) write([length, 3]);
  const zeros = (count: number): void => {
    if (count <= 10) [fewZerosCode, [count - 3, 3] as const].forEach(write);
    else [manyZerosCode, [Math.min(count, 138) - 11, 7] as const].forEach(write);
    if (count > 138) zeros(count - 138);
  };
  // The lengths of the codes of 0x00, 0x0f, 0xf0, 0xff, the end (256) and a copy, and then of the distance, with zeros for
  // the symbols between them that do not occur.
  write(lengthCodes[2]);
  zeros(0x0f - 0x00 - 1);
  write(lengthCodes[2]);
  zeros(0xf0 - 0x0f - 1);
  write(lengthCodes[3]);
  zeros(0xff - 0xf0 - 1);
  write(lengthCodes[2]);
  write(lengthCodes[4]);
  zeros(lengthSymbol - 257);
  write(lengthCodes[4]);
  zeros(distanceSymbol);
  write(lengthCodes[1]);
};

interface BitWriter {
  readonly write: (bits: Bits) => void;
  /** The bytes, the last filled up with zeros. */
  end(): Buffer;
}

const createBitWriter = (): BitWriter => {
  const bytes: number[] = [];
  let held = 0;
  let heldCount = 0;
  const write = ([value, count]: Bits): void => {
    held |= value << heldCount;
    heldCount += count;
    for (; heldCount >= 8; heldCount -= 8, held >>>= 8) bytes.push(held & 0xff);
  };
  return {
    write,
    end: () => {
      if (heldCount > 0) bytes.push(held);
      return Buffer.from(bytes);
    },
  };
};

const adlerModulus = 65_521;

/** The checksum of RFC 1950: a sum of all bytes, and a sum of what that was after each of them. */
const adler32 = (lines: readonly Uint8Array[], times: number): Buffer => {
  let [sum, sumOfSums] = [1, 0];
  for (const line of lines) {
    let [ofLine, sumsOfLine] = [0, 0];
    line.forEach((byte) => {
      ofLine += byte;
      sumsOfLine += ofLine;
    });
    for (let copies = 0; copies < times; copies++) {
      sumOfSums = (sumOfSums + line.length * sum + sumsOfLine) % adlerModulus;
      sum = (sum + ofLine) % adlerModulus;
    }
  }
  const bytes = Buffer.alloc(4);
  bytes.writeUInt16BE(sumOfSums, 0);
  bytes.writeUInt16BE(sum, 2);
  return bytes;
};
