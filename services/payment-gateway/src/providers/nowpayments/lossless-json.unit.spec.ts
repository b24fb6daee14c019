import { parseLossless } from './lossless-json';

it('keeps every digit of an amount', () => {
  expect(parseLossless('{"pay_amount": 0.123456789012345678, "list": [1, -2.50]}')).toEqual({
    pay_amount: '0.123456789012345678',
    list: ['1', '-2.50'],
  });
});

it('leaves strings, words and escaped quotes alone', () => {
  const text = '{"note": "12 \\"34\\" 5", "flag": true, "none": null, "id": "007"}';

  expect(parseLossless(text)).toEqual({ note: '12 "34" 5', flag: true, none: null, id: '007' });
});

it.each([
  ['1e-7', '0.0000001'],
  ['1.5E-7', '0.00000015'],
  ['-2.5e-1', '-0.25'],
  ['12e3', '12000'],
  ['1.2345e2', '123.45'],
  ['40.01', '40.01'],
])('spells %s as %s', (token, plain) => {
  expect(parseLossless(token)).toBe(plain);
});

it('refuses what is not JSON', () => {
  expect(() => parseLossless('{"a": 01}')).toThrow(SyntaxError);
  expect(() => parseLossless('<html>')).toThrow(SyntaxError);
});
