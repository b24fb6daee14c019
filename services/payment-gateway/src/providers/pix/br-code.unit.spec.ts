import { generatePixPayload, getPixPayloadInfo, isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { buildBrCode, crcOf, readBrCode } from './br-code';

const bcbDynamic =
  '00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd441' +
  '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4';
const ownDynamic =
  '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002' +
  '5204000053039865802BR5913FULANO DE TAL6008BRASILIA62070503***6304E447';

/** Name, code, location behind it, amount in it. The first six are the Banco Central's own samples. */
const vectors: readonly (readonly [string, string, string | undefined, string | undefined])[] = [
  [
    'static',
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    undefined,
    undefined,
  ],
  ['dynamic', bcbDynamic, 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441', undefined],
  [
    'several arrangements',
    '00020104141234567890123426660014BR.GOV.BCB.PIX014466756C616E6F32303139406578616D706C652E636F6D27300012BR.COM.OUTRO011001234567895204000053039865406123.455802BR5915NOMEDORECEBEDOR6008BRASILIA61087007490062530515RP12345678-201950300017BR.GOV.BCB.BRCODE01051.0.080450014BR.GOV.BCB.PIX0123PADRAO.URL.PIX/0123ABCD81390012BR.COM.OUTRO01190123.ABCD.3456.WXYZ6304EB76',
    undefined,
    '123.45',
  ],
  [
    'charge with recurrence',
    '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa35319489063047741',
    'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441',
    undefined,
  ],
  [
    'recurrence alone',
    '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9',
    undefined,
    undefined,
  ],
  [
    'due date with recurrence',
    '00020101021226810014br.gov.bcb.pix2559pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e75204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d06304A441',
    'pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7',
    undefined,
  ],
  [
    'static with amount and txid',
    '00020126330014br.gov.bcb.pix011112345678909520400005303986540510.005802BR5913FULANO DE TAL6008BRASILIA62130509PEDIDO12363045799',
    undefined,
    '10.00',
  ],
  ['own dynamic', ownDynamic, 'pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002', undefined],
];

const badCrc =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-42665544000052040000530398654040.005802BR5913Fulano de Tal6008BRASILIA62070503***6304E2CA';

const withCrc = (body: string): string => `${body}6304${crcOf(`${body}6304`)}`;

describe('the checksum', () => {
  it('is CRC-16/CCITT-FALSE', () => {
    expect(crcOf('123456789')).toBe('29B1');
  });

  it('keeps leading zeros', () => {
    expect(crcOf('22')).toHaveLength(4);
  });
});

describe('reading a BR Code', () => {
  it.each(vectors)('reads the published %s code', (_, emv, location, amount) => {
    expect(readBrCode(emv)).toEqual({ location, amount });
  });

  it('refuses a wrong checksum seen in the wild, and reads the same code with the right one', () => {
    expect(readBrCode(badCrc)).toBeUndefined();
    expect(readBrCode(badCrc.replace(/E2CA$/, '2451'))).toEqual({ location: undefined, amount: '0.00' });
  });

  it.each(vectors)('notices any single character that changes in the %s code', (_, emv) => {
    for (let at = 0; at < emv.length; at++) {
      const other = emv[at] === '7' ? '8' : '7';
      expect(readBrCode(emv.slice(0, at) + other + emv.slice(at + 1))).toBeUndefined();
    }
  });

  it.each([
    ['empty', ''],
    ['too short for a checksum', '6304'],
    ['not PIX', withCrc('00020126180014br.com.outro.00')],
    ['cut in a length', withCrc('000201269')],
    ['longer than it says', withCrc('0002012699short')],
    ['without a first field', withCrc('26180014br.gov.bcb.pix')],
  ])('refuses a text that is %s', (_, text) => {
    expect(readBrCode(text)).toBeUndefined();
  });
});

describe('building a BR Code', () => {
  it('reproduces the published dynamic codes byte by byte', () => {
    const location = 'pix.example.com/8b3da2f39a4140d1a91abd93113bd441';
    expect(buildBrCode({ location, receiverName: 'Fulano de Tal', receiverCity: 'BRASILIA' })).toBe(bcbDynamic);

    const other = 'https://pix.example.com/qr/v2/2353c790eefb11eaadc10242ac120002';
    expect(buildBrCode({ location: other, receiverName: 'FULANO DE TAL', receiverCity: 'BRASILIA' })).toBe(ownDynamic);
  });

  it('is accepted by an independent library, which reads the same', () => {
    const emv = buildBrCode({
      location: 'psp.example.com/qr/v2/01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
      receiverName: 'Repasse Demonstração & Cia. de Pagamentos',
      receiverCity: 'São José dos Pinhais',
    });

    expect(isValidPixPayload(emv)).toBe(true);
    expect(getPixPayloadInfo(emv)).toMatchObject({
      url: 'psp.example.com/qr/v2/01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
      merchantName: 'Repasse Demonstracao  Cia',
      merchantCity: 'Sao Jose dos Pi',
    });
  });

  it('reads what an independent library builds', () => {
    const url = 'psp.example.com/qr/v2/abc';
    const emv = generatePixPayload({ url, merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' });

    expect(emv === null ? undefined : readBrCode(emv)).toEqual({ location: url, amount: undefined });
  });

  it('refuses a location that does not fit, and a name that folds to nothing', () => {
    const receiver = { receiverName: 'Fulano', receiverCity: 'BRASILIA' };

    expect(() => buildBrCode({ location: 'x'.repeat(78), ...receiver })).toThrow(RangeError);
    expect(() => buildBrCode({ location: '', ...receiver })).toThrow(RangeError);
    expect(() => buildBrCode({ location: 'x', receiverName: '株式会社', receiverCity: 'BRASILIA' })).toThrow(
      RangeError,
    );
    expect(readBrCode(buildBrCode({ location: 'x'.repeat(77), ...receiver }))?.location).toHaveLength(77);
  });
});
