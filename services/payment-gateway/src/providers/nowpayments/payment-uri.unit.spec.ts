import fc from 'fast-check';
import { atomicUnits, type Destination, paymentUri } from './payment-uri';

const to = (given: Partial<Destination>): Destination => ({
  address: 'ADDR',
  amount: '0.5',
  payCurrency: 'btc',
  network: null,
  contract: null,
  precision: null,
  ...given,
});

const usdtOnBsc = { network: 'bsc', contract: '0x55d398326f99059fF775485246999027B3197955', precision: 18 };

it.each<[string, Partial<Destination>, string]>([
  ['bitcoin (BIP 21)', { address: 'bc1q9', amount: '0.17061637' }, 'bitcoin:bc1q9?amount=0.17061637'],
  ['litecoin', { payCurrency: 'ltc', address: 'ltc1q' }, 'litecoin:ltc1q?amount=0.5'],
  ['an address with its own scheme', { payCurrency: 'bch', address: 'bitcoincash:qp3' }, 'bitcoincash:qp3?amount=0.5'],
  ['tron (TIP-17)', { payCurrency: 'trx', network: 'trx', amount: '100.00' }, 'tron:ADDR?amount=100.00'],
  [
    'ether (ERC-681)',
    { payCurrency: 'eth', network: 'eth', address: '0xA', amount: '2.014' },
    'ethereum:0xA@1?value=2014000000000000000',
  ],
  [
    'a token (ERC-681)',
    { payCurrency: 'usdtbsc', address: '0xA', amount: '40.01', ...usdtOnBsc },
    `ethereum:${usdtOnBsc.contract}@56/transfer?address=0xA&uint256=40010000000000000000`,
  ],
])('writes %s', (_, given, uri) => {
  expect(paymentUri(to(given))).toBe(uri);
});

it.each<[string, Partial<Destination>]>([
  ['a coin with no standard', { payCurrency: 'xrp', network: 'xrp' }],
  ['a token on an unknown chain', { payCurrency: 'usdtsol', network: 'sol', contract: 'Es9v', precision: 6 }],
  ['a token whose decimals are not known', { payCurrency: 'usdtbsc', ...usdtOnBsc, precision: null }],
  [
    'an amount finer than the token',
    { payCurrency: 'usdterc20', ...usdtOnBsc, network: 'eth', precision: 6, amount: '1.0000001' },
  ],
])('gives the bare address for %s', (_, given) => {
  expect(paymentUri(to(given))).toBe('ADDR');
});

it('loses no unit of any amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 1, max: 18 }), (units, decimals) => {
      const digits = units.toString().padStart(decimals + 1, '0');
      const amount = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
      expect(atomicUnits(amount, decimals)).toBe(units.toString());
    }),
  );
});
