import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { qrImage } from './qr-image';

const emv =
  '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002' +
  '5204000053039865802BR5913FULANO DE TAL6008BRASILIA62070503***6304E447';

const decode = (image: PNG): string | undefined =>
  jsQR(new Uint8ClampedArray(image.data), image.width, image.height)?.data;

describe('the QR image', () => {
  const image = PNG.sync.read(Buffer.from(qrImage(emv), 'base64'));

  it('is a PNG that decodes to the code it was made of', () => {
    expect(decode(image)).toBe(emv);
  });

  it('decodes at the longest code the standard allows', () => {
    const longest = emv + 'x'.repeat(512 - emv.length);

    expect(decode(PNG.sync.read(Buffer.from(qrImage(longest), 'base64')))).toBe(longest);
  });

  it('has four modules of white on every side', () => {
    const marginPixels = 4 * 4;
    const isWhite = (x: number, y: number): boolean => image.data[(y * image.width + x) * 4] === 255;
    const edge = Array.from({ length: image.width }, (_, at) => at);

    for (let depth = 0; depth < marginPixels; depth++) {
      const last = image.width - 1 - depth;
      expect(
        edge.every((at) => isWhite(at, depth) && isWhite(at, last) && isWhite(depth, at) && isWhite(last, at)),
      ).toBe(true);
    }
    expect(isWhite(marginPixels, marginPixels)).toBe(false);
  });

  it('is plain base64, without a data: prefix', () => {
    expect(qrImage(emv)).toMatch(/^iVBOR[A-Za-z0-9+/]+=*$/);
  });
});
