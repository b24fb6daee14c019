import fc from 'fast-check';
import { cutCoins, isNoCoins, nextPartOfCoins } from './coin-amount';

describe('an amount of coins', () => {
  it.each([
    ['0.17061637', '0.170616'],
    ['89.89', '89.89'],
    ['100', '100'],
    ['0.0000009', '0'],
    ['1.000000', '1'],
    // A JSON number holds fifteen digits for sure.
    ['123456789012.123456', '123456789012.123'],
  ])('%s is cut to %s', (amount, cut) => {
    expect(cutCoins(amount)).toBe(cut);
    expect(JSON.stringify(Number(cut))).toBe(cut);
  });

  it.each([
    ['0', true],
    ['0.000', true],
    ['0.000001', false],
    ['10', false],
  ])('%s is nothing: %s', (amount, isNothing) => {
    expect(isNoCoins(amount)).toBe(isNothing);
  });

  it('is given out in parts that end at exactly the whole', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }),
        fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 }),
        (millionths, partsMinor) => {
          const amount = cutCoins(`${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, '0')}`);
          const wholeMinor = partsMinor.reduce((sum, each) => sum + each, 0);
          const sent: string[] = [];
          let beforeMinor = 0;
          for (const partMinor of partsMinor) {
            sent.push(nextPartOfCoins(amount, { beforeMinor, partMinor, wholeMinor, sentBefore: [...sent] }));
            beforeMinor += partMinor;
          }
          const units = (text: string) => {
            const [integer = '', fraction = ''] = text.split('.');
            return BigInt(integer + fraction.padEnd(6, '0'));
          };
          return sent.reduce((sum, each) => sum + units(each), 0n) === units(amount);
        },
      ),
    );
  });
});
