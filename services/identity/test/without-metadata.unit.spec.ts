import { PNG } from 'pngjs';
import { logoOf, faultsOfLogo } from '../src/merchant-profiles/rules';
import { withoutMetadata } from '../src/merchant-profiles/without-metadata';
import { deflateSync } from 'node:zlib';
import { chunkOf, extendedOf, jpegOf, noisyPngOf, pngOf, riffOf, segmentOf, webpOf, type PngForm } from './pictures';

/** Where and by whom, as cameras write it. */
const told = 'GPS -23.5505 -46.6333 Ana';

/** Exif whose entries are the orientation (6: turn it to the right) and where the place is to be found. */
const exifOf = (order: 'II' | 'MM'): Buffer => {
  const entries =
    order === 'II'
      ? '49492a0008000000' + '0200' + '12010300010000000600' + '0000' + '25880400010000002600' + '0000' + '00000000'
      : '4d4d002a00000008' + '0002' + '01120003000000010006' + '0000' + '88250004000000010000' + '0026' + '00000000';
  return segmentOf(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), Buffer.from(entries, 'hex'), Buffer.from(told)]));
};

/** Big-endian Exif with the orientation alone. */
const turned = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010006000000000000', 'hex');

const riffChunk = (name: string): Buffer => {
  const chunk = Buffer.concat([Buffer.from(`${name}....${told}`), Buffer.alloc(told.length % 2)]);
  chunk.writeUInt32LE(told.length, 4);
  return chunk;
};

const gamma = Buffer.from('0000b18f', 'hex');
const chromaticities = Buffer.from('00007a26000080840000fa00000080e8000075300000ea6000003a9800001770', 'hex');

it('a PNG keeps its picture and no text', () => {
  const texts = ['tEXt', 'iTXt', 'zTXt', 'eXIf', 'tIME', 'iCCP', 'prVt', 'sBIT', 'bKGD', 'hIST'].map(
    (name) => [name, told] as const,
  );
  const further = [...texts, ['gAMA', gamma], ['cHRM', chromaticities], ['sRGB', '\0']] as const;
  const bytes = Buffer.concat([pngOf(64, 64, { further }), Buffer.from(told)]);

  expect(withoutMetadata(bytes, 'image/png')).toEqual(pngOf(64, 64, { further: further.slice(-3) }));
});

it.each<[string, number, string | Buffer]>([
  ['gAMA', 0, told],
  ['gAMA', 0, 'gama'],
  ['cHRM', 0, told.padEnd(32).slice(0, 32)],
  ['sRGB', 0, 'ana'],
  ['sRGB', 0, 'a'],
  ['tRNS', 0, told],
  ['tRNS', 2, told],
  ['tRNS', 6, 'ana'],
  ['PLTE', 0, told.padEnd(30).slice(0, 30)],
  ['PLTE', 2, told.padEnd(30).slice(0, 30)],
  ['IHDR', 0, told],
  ['IEND', 0, ''],
])('a PNG keeps no %s that draws nothing (colour type %s)', (name, colourType, data) => {
  const samples = colourType === 0 ? 1 : colourType === 2 ? 3 : 4;
  const form: PngForm = { colourType, stream: deflateSync(Buffer.alloc((1 + 64 * samples) * 64)) };
  const bytes = pngOf(64, 64, { ...form, further: [[name, data]] });

  // A picture that ends before its lines is none.
  const expected = name === 'IEND' ? undefined : pngOf(64, 64, form);
  expect(withoutMetadata(bytes, 'image/png')).toEqual(expected);
});

const indexed: PngForm = { colourType: 3, depth: 2, stream: deflateSync(Buffer.alloc((1 + 16) * 64)) };
const palette = Buffer.from('000000ff0000', 'hex');

it('a PNG keeps its palette and transparency, of their size', () => {
  const withTransparency = { ...indexed, further: [['PLTE', palette] as const, ['tRNS', Buffer.alloc(2)] as const] };
  const twice = { ...indexed, further: [...withTransparency.further, ['PLTE', 'ana'] as const] };
  expect(withoutMetadata(pngOf(64, 64, withTransparency), 'image/png')).toEqual(pngOf(64, 64, withTransparency));
  expect(withoutMetadata(pngOf(64, 64, twice), 'image/png')).toEqual(pngOf(64, 64, withTransparency));

  const tooLong = { ...indexed, further: [['PLTE', palette] as const, ['tRNS', 'ana'] as const] };
  expect(withoutMetadata(pngOf(64, 64, tooLong), 'image/png')).toEqual(
    pngOf(64, 64, { ...indexed, further: [['PLTE', palette]] }),
  );
});

const lines = Buffer.alloc(65 * 64);
const badFilter = Buffer.from(lines).fill(5, 65, 66);

it.each<[string, PngForm]>([
  ['bytes behind its lines', { stream: Buffer.concat([deflateSync(lines), Buffer.from(told)]) }],
  ['more lines than it has', { stream: deflateSync(Buffer.concat([lines, Buffer.from(told)])) }],
  ['fewer lines than it has', { stream: deflateSync(lines.subarray(1)) }],
  ['lines that are not compressed', { stream: Buffer.from(told) }],
  ['no lines', { stream: Buffer.alloc(0) }],
  ['a filter there is not', { stream: deflateSync(badFilter) }],
  ['a stream that becomes far too much', { stream: deflateSync(Buffer.alloc(50_000_000)) }],
  ['a depth there is not', { depth: 3 }],
  ['a colour type there is not', { colourType: 5 }],
  ['an interlace there is not', { interlace: 2 }],
  ['no palette for its numbers', indexed],
  ['a palette of parts of colours', { ...indexed, further: [['PLTE', 'anas']] }],
  ['a palette of too many colours', { ...indexed, further: [['PLTE', told.padEnd(30).slice(0, 30)]] }],
])('a PNG with %s is refused', (_what, form) => {
  expect(faultsOfLogo(pngOf(64, 64, form))).toHaveLength(1);
});

it('a PNG with a wrong check sum is refused', () => {
  const bytes = pngOf(64, 64);
  bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1);
  expect(faultsOfLogo(bytes)).toHaveLength(1);
});

it('a PNG may come in passes, and in parts', () => {
  // Adam7 of 65 by 64 in one bit: the lines of each pass, each with a byte for its filter.
  const passLines = [
    ...[8 * (1 + 2), 8 * (1 + 1), 8 * (1 + 3), 16 * (1 + 2)],
    ...[16 * (1 + 5), 32 * (1 + 4), 32 * (1 + 9)],
  ].reduce((sum, bytes) => sum + bytes, 0);
  const interlaced = pngOf(65, 64, { depth: 1, interlace: 1, stream: deflateSync(Buffer.alloc(passLines)) });
  expect(withoutMetadata(interlaced, 'image/png')).toEqual(interlaced);

  const whole = noisyPngOf(64, 64);
  const stream = whole.subarray(41, -16);
  const parts = [stream.subarray(0, 100), stream.subarray(100, 100), stream.subarray(100)];
  const divided = [whole.subarray(0, 33), ...parts.map((part) => chunkOf('IDAT', part)), whole.subarray(-12)];
  expect(withoutMetadata(Buffer.concat(divided), 'image/png')).toEqual(whole);
});

it('a PNG is the same picture afterwards', () => {
  const png = new PNG({ width: 64, height: 64 });
  png.data.forEach((_, at) => (png.data[at] = (at * 7) % 256));
  const bytes = PNG.sync.write(png);
  const { bytes: kept } = logoOf(bytes);

  expect(PNG.sync.read(kept).data.equals(png.data)).toBe(true);
});

it.each(['II', 'MM'] as const)('a JPEG keeps its picture and how it is turned (%s), and no place', (order) => {
  const metadata = [
    ...[segmentOf(0xe0, Buffer.from(told)), exifOf(order), segmentOf(0xe1, Buffer.from(`http://ns.adobe.com ${told}`))],
    ...[segmentOf(0xe2, Buffer.from(told)), segmentOf(0xee, Buffer.from(told)), segmentOf(0xfe, Buffer.from(told))],
  ];
  const adobe = segmentOf(0xee, Buffer.from('Adobe123456\u0001'));
  const plainAdobe = segmentOf(0xee, Buffer.from('Adobe\0d\0\0\0\0\u0001', 'latin1'));
  // After its end, telephones write a second picture with all the same metadata.
  const bytes = Buffer.concat([jpegOf(64, 64, [...metadata, adobe]), jpegOf(64, 64, metadata)]);

  expect(withoutMetadata(bytes, 'image/jpeg')).toEqual(jpegOf(64, 64, [turned, plainAdobe]));
});

it.each([
  ['nothing of it', Buffer.from('Exif\0\0')],
  ['entries that are not there', Buffer.from('Exif\0\0MM\0*\0\0\0\x08\xff\xff', 'latin1')],
  ['entries beyond it', Buffer.from('Exif\0\0II*\0\xff\xff\xff\xff', 'latin1')],
])('a JPEG may have an Exif segment with %s', (_what, exif) => {
  expect(withoutMetadata(jpegOf(64, 64, [segmentOf(0xe1, exif)]), 'image/jpeg')).toEqual(jpegOf(64, 64));
});

it('a JPEG keeps tables of their form only', () => {
  const huffman = Buffer.concat([Buffer.from([0x10, 0, 2]), Buffer.alloc(14), Buffer.from([1, 2])]);
  const repeated = Buffer.concat([huffman.subarray(0, -2), Buffer.from([7, 7])]);
  const quantisation = Buffer.concat([Buffer.from([1]), Buffer.alloc(64, 16)]);
  const known = [segmentOf(0xc4, huffman), segmentOf(0xdb, quantisation), segmentOf(0xdd, Buffer.alloc(2))];
  const unknown = [0xc4, 0xdb, 0xdd, 0xdc, 0xc8, 0xcc, 0xde, 0xdf].map((marker) =>
    segmentOf(marker, Buffer.from(told)),
  );
  const bytes = jpegOf(64, 64, [...known, ...unknown, segmentOf(0xc4, repeated), segmentOf(0xc4, huffman.subarray(1))]);

  expect(withoutMetadata(bytes, 'image/jpeg')).toEqual(jpegOf(64, 64, known));
});

it('a JPEG that browsers cannot draw is refused', () => {
  const bytes = jpegOf(64, 64);
  bytes[bytes.indexOf(0xc2)] = 0xcb;
  expect(faultsOfLogo(bytes)).toHaveLength(1);
});

it('a WebP keeps its picture and promises no more', () => {
  const picture = webpOf('VP8 ', 64, 64).subarray(12);
  const chunks = [extendedOf(64, 64, 0x3c), riffChunk('ICCP'), picture, picture, riffChunk('EXIF'), riffChunk('XMP ')];
  const bytes = riffOf(Buffer.concat([...chunks, riffChunk('ABCD')]));
  const plain = riffOf(Buffer.concat([extendedOf(64, 64, 0x10), picture]));

  expect(withoutMetadata(bytes, 'image/webp')).toEqual(plain);
});

it('a WebP that moves keeps the pictures of its frames', () => {
  const frameOf = (...chunks: Buffer[]): Buffer => {
    const frame = Buffer.concat([Buffer.from('ANMF....'), Buffer.alloc(16), ...chunks]);
    frame.writeUInt32LE(frame.length - 8, 4);
    return frame;
  };
  const animation = Buffer.from('ANIM\u0006\0\0\0\0\0\0\0\0\0', 'latin1');
  const picture = webpOf('VP8L', 64, 64).subarray(12);
  const movingOf = (frame: Buffer): Buffer =>
    riffOf(Buffer.concat([extendedOf(64, 64, 0x02), animation, frame, frame]));

  const bytes = movingOf(frameOf(picture, riffChunk('ABCD'), picture));
  expect(withoutMetadata(bytes, 'image/webp')).toEqual(movingOf(frameOf(picture)));
  expect(withoutMetadata(movingOf(frameOf(riffChunk('ABCD'))), 'image/webp')).toBeUndefined();
});

it('a WebP without a picture is refused', () => {
  expect(faultsOfLogo(riffOf(extendedOf(64, 64, 0)))).toHaveLength(1);
  const long = Buffer.concat([extendedOf(64, 64, 0), Buffer.from('ana1')]);
  long.writeUInt32LE(14, 4);
  expect(faultsOfLogo(riffOf(Buffer.concat([long, webpOf('VP8 ', 64, 64).subarray(12)])))).toHaveLength(1);
});

it.each([
  ['PNG', pngOf(64, 64)],
  ['JPEG', jpegOf(64, 64)],
  ['WebP', webpOf('VP8L', 64, 64)],
])('a %s that is cut off is refused', (_what, bytes) => {
  expect(faultsOfLogo(bytes)).toEqual([]);
  for (let length = 0; length < bytes.length; length += 1) {
    expect(faultsOfLogo(bytes.subarray(0, length))).toHaveLength(1);
  }
});
