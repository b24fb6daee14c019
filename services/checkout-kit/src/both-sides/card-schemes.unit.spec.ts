import { isCardNumber } from './card-number';
import { brandOf } from './card-schemes';

describe('the brand of a card', () => {
  it.each([
    ['4024007100000040', 'VISA'],
    ['4242424242424242', 'VISA'],
    ['5555555555554444', 'MASTERCARD'],
    ['2221000000000009', 'MASTERCARD'],
    ['2223003122003222', 'MASTERCARD'],
    ['2720998837779594', 'MASTERCARD'],
    ['378282246310005', 'AMEX'],
    ['30569309025904', 'DINERS'],
    ['36700102000000', 'DINERS'],
    ['6011111111111117', 'DISCOVER'],
    ['3566002020360505', 'JCB'],
    ['5078601870000127985', 'AURA'],
    ['6062825624254001', 'HIPERCARD'],
    ['3841001111222233334', 'HIPERCARD'],
    ['6509210000000000', 'ELO'],
    ['6363690000000000', 'ELO'],
  ])('%s is %s', (number, brand) => {
    expect(brandOf(number)).toBe(brand);
  });

  it.each(['6362970000457013', '5066991111111118', '4011780000000000', '6505290000001234', '6550000000000001'])(
    'is ELO for %s, although the number lies within another brand',
    (number) => {
      expect(brandOf(number)).toBe('ELO');
    },
  );

  it.each([
    ['just below an Elo range', '4011770000000000', 'VISA'],
    ['just above an Elo range', '4011800000000000', 'VISA'],
    ['between two Elo ranges', '6500340000000000', 'DISCOVER'],
    ['of Maestro, beside Aura', '5012340000000000', undefined],
    ['of Hiper, which no acquirer here takes', '6370950000000005', undefined],
    ['of an unsupported scheme', '6200000000000005', undefined],
    ['too short to tell', '6', undefined],
    ['nothing', '', undefined],
  ])('is told by the longest prefix: %s', (_, number, brand) => {
    expect(brandOf(number)).toBe(brand);
  });
});

describe('the length of a card number', () => {
  it.each([
    ['4222222222222', true],
    ['42222222222222', false],
    ['5078601870000127985', true],
    ['378282246310005', true],
    ['3782822463100052', false],
  ])('%s fits its scheme: %s', (number, fits) => {
    expect(isCardNumber(number)).toBe(fits);
  });
});
