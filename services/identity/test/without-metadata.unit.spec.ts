import { PNG } from 'pngjs';
import { logoOf, faultsOfLogo } from '../src/merchant-profiles/rules';
import { withoutMetadata } from '../src/merchant-profiles/without-metadata';
import { jpegOf, pngOf, segmentOf, webpOf } from './pictures';

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

it('a PNG keeps its picture and no text', () => {
  const texts = { tEXt: told, iTXt: told, zTXt: told, eXIf: told, tIME: told, iCCP: told, prVt: told };
  const bytes = Buffer.concat([pngOf(64, 64, 9, { ...texts, gAMA: 'gama' }), Buffer.from(told)]);

  expect(withoutMetadata(bytes, 'image/png')).toEqual(pngOf(64, 64, 9, { gAMA: 'gama' }));
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
  const adobe = segmentOf(0xee, Buffer.from('Adobe1234567'));
  // After its end, telephones write a second picture with all the same metadata.
  const bytes = Buffer.concat([jpegOf(64, 64, [...metadata, adobe]), jpegOf(64, 64, metadata)]);

  expect(withoutMetadata(bytes, 'image/jpeg')).toEqual(jpegOf(64, 64, [turned, adobe]));
});

it.each([
  ['nothing of it', Buffer.from('Exif\0\0')],
  ['entries that are not there', Buffer.from('Exif\0\0MM\0*\0\0\0\x08\xff\xff', 'latin1')],
  ['entries beyond it', Buffer.from('Exif\0\0II*\0\xff\xff\xff\xff', 'latin1')],
])('a JPEG may have an Exif segment with %s', (_what, exif) => {
  expect(withoutMetadata(jpegOf(64, 64, [segmentOf(0xe1, exif)]), 'image/jpeg')).toEqual(jpegOf(64, 64));
});

it('a WebP keeps its picture and promises no more', () => {
  const bytes = Buffer.concat([
    ...[webpOf('VP8X', 64, 64, 0x3c), riffChunk('ICCP'), webpOf('VP8 ', 64, 64).subarray(12)],
    ...[riffChunk('EXIF'), riffChunk('XMP '), riffChunk('ABCD')],
  ]);
  const plain = Buffer.concat([webpOf('VP8X', 64, 64, 0x10), webpOf('VP8 ', 64, 64).subarray(12)]);
  plain.writeUInt32LE(plain.length - 8, 4);

  expect(withoutMetadata(bytes, 'image/webp')).toEqual(plain);
});

it.each([
  ['PNG', pngOf(64, 64, 9)],
  ['JPEG', jpegOf(64, 64)],
  ['WebP', webpOf('VP8L', 64, 64)],
])('a %s that is cut off is refused', (_what, bytes) => {
  expect(faultsOfLogo(bytes)).toEqual([]);
  for (let length = 0; length < bytes.length; length += 1) {
    expect(faultsOfLogo(bytes.subarray(0, length))).toHaveLength(1);
  }
});
