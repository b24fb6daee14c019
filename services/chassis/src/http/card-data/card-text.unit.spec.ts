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
    '4111:1111:1111:1111',
    '2026, 4111,1111,1111,1111',
    '٤١١١١١١١١١١١١١١١',
    '४१११-११११-११११-११११',
    '４１１１\u30fb１１１１\u30fb１１１１\u30fb１１１１',
    '④①①① ①①①① ①①①① ①①①①',
    '❹❶❶❶❶❶❶❶❶❶❶❶❶❶❶❶',
    '四一一一一一一一一一一一一一一一',
    '𝟜𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙',
    '4\ufe0f\u20e31\ufe0f\u20e31\ufe0f\u20e31\ufe0f\u20e3 1111 1111 1111',
    '4\u0301111\u0301111\u0316111111111',
    '4111\u034f1111\u200d1111\u31641111',
    '4111\u06401111\u06401111\u06401111',
    '41\u001f11\u000111111111111\u007f1',
    '+378282246310005',
    '+30569309025904',
    '+1              4111 1111 1111 1111',
    '+1 4111111111111111',
    `${visa}1229`,
    `${visa}122029`,
    `${visa}1229123`,
    `${visa}12/29`,
    `4111 1111 1111 11111229`,
    `1229${visa}`,
    `122029${visa}`,
    '3782822463100051229',
    `000201 ${visa} 63041234`,
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
    ['date and time with microseconds', '2026-11-23 23:14:30.000007-03:00'],
    ['a moment in milliseconds behind counts', 'charge-4-12-1795626888003 charge-4-12-1795626888011'],
    ['times of day', '08:00:00-18:30:00, 08:00-12:00'],
    ['address of a machine', '50:46:5d:4e:8c:20 and 40:11:11:11:11:11'],
    ['address of a machine in IPv6', '2001:db8:4111:1111:1111:1:0:1'],
    ['Arabic telephone number', '+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧'],
    ['a year and a name in Chinese', '二〇二六年十一月 一一三 王小明'],
    ['names with marks', 'Jose\u0301 Conceic\u0327a\u0303o, 12345678'],
    ['list of years with months', '04/2026, 05/2026, 06/2026, 07/2026'],
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

  it('is no telephone number of any country', () => {
    const number = fc.tuple(fc.constantFrom('55', '351', '49', '44', '1', '62'), fc.stringMatching(/^[1-9]\d{8,10}$/));
    fc.assert(
      fc.property(number, fc.constantFrom('', ' ', ' (', '-'), ([country, rest], gap) => {
        expect(holdsCardNumber(`Fone +${country}${gap}${rest}`)).toBe(false);
      }),
    );
  });

  it('is no BR Code, whatever numbers it holds', () => {
    const field = (id: string, value: string): string => `${id}${String(value.length).padStart(2, '0')}${value}`;
    const key = fc.oneof(fc.stringMatching(/^\+55\d{11}$/), fc.stringMatching(/^\d{14}$/), fc.uuid());
    fc.assert(
      fc.property(key, fc.stringMatching(/^\d{10,25}$/), fc.stringMatching(/^[\dA-F]{4}$/), (pixKey, txid, crc) => {
        const receiver = field('26', field('00', 'br.gov.bcb.pix') + field('01', pixKey));
        const merchant = `5204000053039865406100.005802BR${field('59', 'LOJA 4111')}${field('60', 'RIO')}`;
        const code = `000201010212${receiver}${merchant}${field('62', field('05', txid))}6304${crc}`;
        expect(holdsCardNumber(`Pague: ${code} 22/11/2026`)).toBe(false);
      }),
    );
  });
});

/** Cards of several schemes, and how many digits each has. */
const cards = fc.constantFrom(visa, '5555555555554444', '378282246310005', '30569309025904', '6362970000457013');

const scripts = fc.constantFrom('٠', '۰', '०', '０', '๐', '𝟎', '𝟘', '🯰', '᠐', '𖩠');

describe('a card number in other clothes', () => {
  it.each(Intl.supportedValuesOf('numberingSystem'))('is found in digits of the numbering system %s', (system) => {
    const digits = Array.from(new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9_876_543_210));
    // Some systems are no ten digits, but words and numerals.
    const isDecimal = digits.length === 10 && digits.every((digit) => /^\p{Nd}$/u.test(digit));
    const number = Array.from(visa, (digit) => digits[9 - Number(digit)]).join('');
    expect(holdsCardNumber(number)).toBe(isDecimal || system === 'hanidec');
  });

  it('is found in every script, with unseen signs anywhere', () => {
    const unseen = fc.constantFrom(
      '',
      '',
      '\u200b',
      '\u200d',
      '\u2060',
      '\u00ad',
      '\u0301',
      '\u20dd',
      '\ufe0f',
      '\u034f',
    );
    fc.assert(
      fc.property(cards, scripts, fc.array(unseen, { minLength: 20, maxLength: 20 }), (card, zero, signs) => {
        const from = zero.codePointAt(0) ?? 0;
        const digits = Array.from(card, (digit) => String.fromCodePoint(from + Number(digit)));
        expect(holdsCardNumber(digits.map((digit, at) => `${digit}${signs[at]}`).join(''))).toBe(true);
      }),
    );
  });

  it('is found in groups of any size between separators of any kind', () => {
    const separator = fc.constantFrom(' ', '.', '-', '/', '_', ':', '\u2013', '\u00a0', '\u2022', '\uff1a', '\u2212');
    const sizes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 15, maxLength: 15 });
    fc.assert(
      fc.property(cards, sizes, separator, (card, groups, sign) => {
        let at = 0;
        const parts = groups.map((size) => card.slice(at, (at += size))).filter((part) => part !== '');
        expect(holdsCardNumber(`Ana ${parts.join(sign)} ok`)).toBe(true);
      }),
    );
  });

  it('is found glued to its expiry, on either side', () => {
    const month = fc.integer({ min: 1, max: 12 }).map((number) => String(number).padStart(2, '0'));
    const year = fc.integer({ min: 20, max: 49 }).chain((number) => fc.constantFrom(`${number}`, `20${number}`));
    const code = fc.constantFrom('', '123', '1234');
    fc.assert(
      fc.property(cards, month, year, code, (card, monthDigits, yearDigits, codeDigits) => {
        const expiry = monthDigits + yearDigits;
        expect(holdsCardNumber(`${card}${expiry}${codeDigits}`)).toBe(true);
        expect(holdsCardNumber(`${expiry}${card}`)).toBe(true);
      }),
    );
  });
});

describe('the work for a hostile text', () => {
  const characters = 240_000;
  /** Of processor time, so that a busy machine does not count. The square of its length takes ten seconds and more. */
  const cpuMsMax = 2_000;

  it.each([
    ['combining marks of two classes', '\u0301\u0316'],
    ['combining marks', '\u0316\u0301\u0327'],
    ['a character that stands for eighteen', '\ufdfa'],
    ['beginnings of BR Codes', '000201'],
    ['fields of BR Codes', '0002010106'],
    ['plus signs', '+1'],
    ['telephone numbers', '+1234567 '],
    ['digits', '4'],
    ['groups of one digit', '4 '],
    ['printed groups', '4111,'],
    ['letters of hexadecimal', 'a1'],
    ['dates', '22/11/2026'],
    ['beginnings of boletos', '1111111111 '],
    ['blanks', '1111111111'.padEnd(2_000)],
    ['other scripts', '٤\u0300१'],
  ])('grows with its length: %s', (_what, unit) => {
    const text = `a${unit.repeat(characters / unit.length)}`;
    const started = process.cpuUsage();
    holdsCardNumber(text);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(cpuMsMax);
  });
});
