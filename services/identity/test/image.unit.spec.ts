import { imageOf } from '@repasse/values/files/image';
import { faultsOfLogo } from '../src/merchant-profiles/rules';
import { jpegOf, pngOf, segmentOf, webpOf } from './pictures';

const pictures: readonly (readonly [string, Buffer, string])[] = [
  ['a PNG', pngOf(300, 200), 'image/png'],
  ['a JPEG', jpegOf(300, 200, [segmentOf(0xe0, Buffer.from('JFIF')), Buffer.from([0xff])]), 'image/jpeg'],
  ['a lossy WebP', webpOf('VP8 ', 300, 200), 'image/webp'],
  ['a lossless WebP', webpOf('VP8L', 300, 200), 'image/webp'],
  ['a WebP with more in it', webpOf('VP8X', 300, 200), 'image/webp'],
];

it.each(pictures)('%s is known by its bytes, with its size', (_what, bytes, contentType) => {
  expect(imageOf(bytes)).toEqual({ contentType, widthPx: 300, heightPx: 200 });
});

it.each(pictures)('%s that ends before its size is none', (_what, bytes) => {
  for (let length = 0; length < 16; length += 1) expect(imageOf(bytes.subarray(0, length))).toBeUndefined();
});

it.each([
  ['a drawing that may hold scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>')],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(40, 100)])],
  ['a sound', Buffer.from(`RIFF....WAVEfmt ${'.'.repeat(40)}`)],
  ['a WebP of an unknown form', Buffer.from(`RIFF....WEBPVP9 ${'.'.repeat(40)}`)],
  ['a JPEG without a frame', Buffer.from('ffd8ffd9', 'hex')],
  ['a JPEG whose segments lead nowhere', Buffer.from('ffd8ffe0fffe0000', 'hex')],
  ['nothing', Buffer.alloc(0)],
])('%s is no picture', (_what, bytes) => {
  expect(imageOf(bytes)).toBeUndefined();
  expect(faultsOfLogo(bytes)).toEqual([
    { field: 'body', message: 'must be a PNG, JPEG or WebP picture, and all of it.' },
  ]);
});

it.each([
  [63, 64, 1],
  [64, 63, 1],
  [1_025, 64, 1],
  [64, 1_025, 1],
  [64, 1_024, 0],
  [1_024, 64, 0],
])('a logo of %i by %i pixels has %i faults', (widthPx, heightPx, count) => {
  const size = `it is ${widthPx} by ${heightPx}`;
  expect(faultsOfLogo(pngOf(widthPx, heightPx))).toEqual(
    count === 0 ? [] : [{ field: 'body', message: expect.stringContaining(size) as string }],
  );
});
