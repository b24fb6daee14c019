import { exactAmountOf } from './exact-amount';

const amountOf = (literal: string, exponent = 2) =>
  exactAmountOf(Buffer.from(`{"amount": ${literal}}`), 'amount', exponent);

describe('an amount in a JSON body', () => {
  it.each([
    ['10', 1_000],
    ['10.5', 1_050],
    ['0.01', 1],
    ['100.10', 10_010],
    ['10.000', 1_000],
    ['1e2', 10_000],
    ['1.5E-1', 15],
    ['150e-1', 1_500],
    ['1.15', 115],
    ['4.35', 435],
    ['9999999999.99', 999_999_999_999],
  ])('%s is %s centavos', (literal, amountMinor) => expect(amountOf(literal)).toBe(amountMinor));

  it.each([
    '10.005',
    '0.30000000000000004',
    // As JavaScript numbers these are 10 and 10.01.
    '10.00000000000000001',
    '10.0099999999999999999999',
    '0',
    '0.00',
    '-1',
    '0.001',
    '10000000000.00',
    '1e400',
    '1e-999999999999',
    '"10"',
    'null',
    '[10]',
    '{"amount": 10}',
  ])('%s is none', (literal) => expect(amountOf(literal)).toBeUndefined());

  it('has as many decimals as its currency', () => {
    expect(amountOf('10.5', 0)).toBeUndefined();
    expect(amountOf('10', 0)).toBe(10);
    expect(amountOf('10.005', 3)).toBe(10_005);
  });

  it('is looked for at the top only, and its name may be written in escapes', () => {
    const read = (json: string) => exactAmountOf(Buffer.from(json), 'amount', 2);

    expect(read('{"a":{"amount":1},"b":[{"amount":2}],"c":"\\"amount\\":3","amount":4}')).toBe(400);
    expect(read('{"\\u0061mount":5}')).toBe(500);
    expect(read('{"amount":6,"note":"amount","amount":7}')).toBe(700);
    expect(read('{"note":"amount"}')).toBeUndefined();
    expect(read('[{"amount":1}]')).toBeUndefined();
  });
});
