import { inflateSync } from 'node:zlib';
import { compressLines } from './compress-lines';

const inks = [0x00, 0x0f, 0xf0, 0xff];
/** From the smallest QR code, of 21 modules, to the largest, of 177, with their margins. */
const lineLengths = Array.from({ length: 94 - 16 + 1 }, (_, more) => 16 + more);

const lineOf = (bytes: number, from: number): Uint8Array =>
  Uint8Array.from({ length: bytes }, (_, at) => (at === 0 ? 0 : (inks[(at * from + (from >> 1)) % 4] ?? 0)));

it.each(lineLengths)('is read by zlib as lines of %i bytes, four times each', (bytes) => {
  const lines = Array.from({ length: 2 * bytes - 3 }, (_, at) => lineOf(bytes, at));

  const compressed = compressLines(lines, 4);

  const plain = Buffer.concat(lines.flatMap((line) => [line, line, line, line]));
  expect(inflateSync(compressed).equals(plain)).toBe(true);
  expect(compressed.length).toBeLessThan(plain.length / 5);
});

it('refuses a byte that no square has', () => {
  expect(() => compressLines([Uint8Array.of(...Array<number>(16).fill(0x3c))], 4)).toThrow('no byte 60');
});
