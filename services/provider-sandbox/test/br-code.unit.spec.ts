import { getPixPayloadInfo, isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { buildBrCode, readBrCode } from '../src/providers/pix/br-code';

const location = 'psp.sandbox.example/qr/v2/2353c790eefb11eaadc10242ac120002';

describe('building a BR Code', () => {
  it('gives the dynamic sample of the reference byte for byte', () => {
    const code = buildBrCode({
      location: 'pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002',
      receiverName: 'FULANO DE TAL',
      receiverCity: 'BRASILIA',
    });

    expect(code).toBe(
      '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/2353c790eefb11eaadc10242ac1200025204000053039865802BR5913FULANO DE TAL6008BRASILIA62070503***6304E447',
    );
  });

  it('gives what an independent library takes for a PIX code', () => {
    const code = buildBrCode({ location, receiverName: 'REPASSE SANDBOX', receiverCity: 'SAO PAULO' });

    expect(isValidPixPayload(code)).toBe(true);
    expect(getPixPayloadInfo(code)).toMatchObject({ url: location, merchantName: 'REPASSE SANDBOX' });
  });

  it('refuses a location that does not fit', () => {
    expect(() => buildBrCode({ location: 'x'.repeat(100), receiverName: 'A', receiverCity: 'B' })).toThrow('99');
  });
});

describe('reading a BR Code', () => {
  it('finds the location of the central bank’s dynamic sample', () => {
    const sample =
      '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4';

    expect(readBrCode(sample)).toEqual({
      kind: 'dynamic',
      location: 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441',
    });
  });

  it('tells a static code', () => {
    const sample =
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';

    expect(readBrCode(sample)).toEqual({ kind: 'static' });
  });

  it('finds PIX among several merchant accounts, in capitals', () => {
    const sample =
      '00020104141234567890123426660014BR.GOV.BCB.PIX014466756C616E6F32303139406578616D706C652E636F6D27300012BR.COM.OUTRO011001234567895204000053039865406123.455802BR5915NOMEDORECEBEDOR6008BRASILIA61087007490062530515RP12345678-201950300017BR.GOV.BCB.BRCODE01051.0.080450014BR.GOV.BCB.PIX0123PADRAO.URL.PIX/0123ABCD81390012BR.COM.OUTRO01190123.ABCD.3456.WXYZ6304EB76';

    expect(readBrCode(sample)).toEqual({ kind: 'static' });
  });

  it.each([
    [
      'a wrong check sum, seen in the wild',
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-42665544000052040000530398654040.005802BR5913Fulano de Tal6008BRASILIA62070503***6304E2CA',
    ],
    ['no check sum', '000201'],
    ['anything at all', 'pay me'],
  ])('refuses %s', (_what, text) => {
    expect(readBrCode(text)).toMatchObject({ kind: 'invalid' });
  });
});
