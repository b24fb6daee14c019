import { passesLuhn } from '@repasse/values/check-digits/luhn';
import { groupedNumber, isCardNumber, schemeOf, securityCodeLengthOf } from './card-number';

/** Numbers that schemes and acquirers publish for tests. */
const published: readonly (readonly [string, string])[] = [
  ['4024007100000024', 'Visa'],
  ['4222222222222', 'Visa'],
  ['5555555555554444', 'Mastercard'],
  ['2221000000000009', 'Mastercard'],
  ['378282246310005', 'Amex'],
  ['6362970000457013', 'Elo'],
  ['5067310000000010', 'Elo'],
  ['6062826786276634', 'Hipercard'],
  ['30569309025904', 'Diners'],
  ['36490102462661', 'Diners'],
  ['6011111111111117', 'Discover'],
  ['3530111333300000', 'JCB'],
];

describe('a card number', () => {
  it.each(published)('%s is of %s', (number, brand) => {
    expect(schemeOf(number)?.name).toBe(brand);
    expect(isCardNumber(number)).toBe(true);
  });

  it('has no brand before its first digits say so', () => {
    expect([schemeOf(''), schemeOf('3'), schemeOf('9')]).toEqual([undefined, undefined, undefined]);
  });

  it.each(published)('%s with one digit changed is none', (number) => {
    const last = Number(number.at(-1));
    expect(isCardNumber(`${number.slice(0, -1)}${(last + 1) % 10}`)).toBe(false);
  });

  it('is none when two digits changed places, was cut short or has no scheme', () => {
    expect(passesLuhn('4024007100000042')).toBe(false);
    expect(isCardNumber('402400710000002')).toBe(false);
    expect(isCardNumber('9999999999999995')).toBe(false);
    expect(passesLuhn('')).toBe(false);
  });

  it('is grouped as it stands on the card', () => {
    expect(groupedNumber('4024007100000024')).toBe('4024 0071 0000 0024');
    expect(groupedNumber('378282246310005')).toBe('3782 822463 10005');
    expect(groupedNumber('40240')).toBe('4024 0');
    expect(groupedNumber('')).toBe('');
  });

  it('says how long the security code is', () => {
    expect([securityCodeLengthOf('34'), securityCodeLengthOf('4'), securityCodeLengthOf('')]).toEqual([4, 3, 3]);
  });
});
