import { invoiceNumberOf } from './invoice-number';

describe('the number of an invoice', () => {
  it.each([
    ['1', 1],
    ['50001', 50_001],
    ['9007199254740991', 9_007_199_254_740_991],
  ])('is read from %s', (id, number) => {
    expect(invoiceNumberOf(id)).toBe(number);
  });

  it.each(['0', '-1', '01', '1.0', '1e3', ' 1', '９', 'abc', 'ch_1', '', '9007199254740993', undefined])(
    'is not %s',
    (id) => {
      expect(invoiceNumberOf(id)).toBe(0);
    },
  );
});
