import fc from 'fast-check';
import { randomIds } from '../../ids';
import { holdsCardNumber } from './card-text';

const visa = '4111111111111111';

describe('a card number', () => {
  it.each([
    visa,
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111.1111.1111.1111',
    '4111/1111/1111/1111',
    '4111_1111_1111_1111',
    '4111\u00a01111\u00a01111\u00a01111',
    '4111  1111  1111  1111',
    '4111 - 1111 - 1111 - 1111',
    '4111\u20131111\u20131111\u20131111',
    '4111\u200b1111\u200b1111\u200b1111',
    '４１１１１１１１１１１１１１１１',
    '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
    '4111,1111,1111,1111',
    '4111|1111|1111|1111',
    '(4111) (1111) (1111) (1111)',
    '4111; 1111; 1111; 1111',
    '4111*1111*1111*1111',
    '3782,822463,10005',
    `card${visa}`,
    `${visa}abc`,
    `Pedido 12 ${visa} 12/29 123`,
    `pay_${visa}`,
    '3782 822463 10005',
    '30569309025904',
    '3530 1113 3330 0000',
    '5555555555554444',
    '2223003122003222',
    '6362970000457013',
    '6062 8256 2425 4001',
    '4222222222222',
    '+4111 1111 1111 1111',
    '{"n":"4111111111111111"}',
  ])('is found in %s', (text) => {
    expect(holdsCardNumber(text)).toBe(true);
  });

  it('is found on either side of a date or a telephone number', () => {
    expect(holdsCardNumber(`22/11/2026 ${visa}`)).toBe(true);
    expect(holdsCardNumber(`+55 11 99999-9999 / ${visa}`)).toBe(true);
  });
});

describe('what is no card number', () => {
  it.each([
    ['wrong check digit', '4111111111111112'],
    ['too many digits', '12345678901234567890'],
    ['CNPJ', 'CNPJ 11.222.333/0001-81'],
    ['CNPJ in the range of a scheme', '36.520.150/0001-70'],
    ['CNPJ in digits only', '36520150000170'],
    ['CPF', '529.982.247-25'],
    ['telephone number', '+55 (11) 99999-9999'],
    ['telephone number in digits only', '5511999999999'],
    ['German telephone number', '+49 151 23456788'],
    ['boleto of Itaú', '34191.79001 01043.510047 91020.150008 8 12340000010000'],
    ['boleto of Itaú without dots', '3419179001 01043510047 91020150008 8 12340000010000'],
    ['boleto in digits only', '34191790010104351004791020150008812340000010000'],
    ['boleto of a utility', '84670000001-7 43590024020-9 02405000243-5 84221010811-9'],
    ['date and time', '2026-11-22T00:00:00.000-03:00'],
    ['period', '30/11/2026 - 05/12/2026'],
    ['period in ISO dates', '2026-11-30 2026-12-30'],
    ['amount', '999999999999.99'],
    ['amounts with commas', '4,111,111,111.11 and 1,111.00'],
    ['list of numbers', '41111, 11111, 111111'],
    ['list of years', '2019, 2020, 2021, 2022'],
    ['id of ours', 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2'],
    ['UUID', '4716aaaa-5566-4544-8000-446655440000'],
    ['e-mail address', 'ana.maria+compras2026@cliente.example'],
    ['end-to-end id of PIX', 'E12345678202611221530A1b2C3d4E5f'],
    ['end-to-end id of digits', 'E1234567820261122153041111111111'],
    [
      'BR Code',
      '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D',
    ],
    [
      'BR Code with an amount and a numeric txid',
      '00020101021226330014br.gov.bcb.pix011112345678909520400005303986540510.005802BR5909LOJA 41116009SAO PAULO62240520mpqrinter411111111116304ABCD',
    ],
    ['address on the web', 'https://loja.example/pedidos/2026/11/22/1234567890?ref=987654'],
  ])('is not taken for one: %s', (_what, text) => {
    expect(holdsCardNumber(text)).toBe(false);
  });

  it('is no id or digest', () => {
    const hex = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 32, maxLength: 64 });
    fc.assert(
      fc.property(fc.uuid(), hex, (uuid, digits) => {
        const digest = `fed${digits.map((digit) => digit.toString(16)).join('')}`;
        const texts = [uuid, digest, `pay_${randomIds.ulid()}`];
        expect(texts.filter(holdsCardNumber)).toEqual([]);
      }),
    );
  });
});
