import { isWebAddress, returnAddress } from './return-address';

const named = (address: string | null): string | null => returnAddress(address, 'chargeId', 'ch_1');

it.each([
  ['no query', 'https://shop.example/thanks', 'https://shop.example/thanks?chargeId=ch_1'],
  ['no path', 'https://shop.example', 'https://shop.example?chargeId=ch_1'],
  ['a query, kept as it was written', 'https://shop.example/?a=%20+b', 'https://shop.example/?a=%20+b&chargeId=ch_1'],
  ['an empty query', 'https://shop.example/?', 'https://shop.example/?chargeId=ch_1'],
  ['a query that ends open', 'https://shop.example/?a=1&', 'https://shop.example/?a=1&chargeId=ch_1'],
  ['a fragment', 'https://shop.example/#/done?x#y', 'https://shop.example/?chargeId=ch_1#/done?x#y'],
  ['a parameter of that name already', 'https://shop.example/?chargeId=mine', 'https://shop.example/?chargeId=mine'],
  ['nothing that is an address', 'shop', 'shop'],
  ['nothing at all', null, null],
])('an address with %s', (_what, address, expected) => {
  expect(named(address)).toBe(expected);
});

it('an address that would become too long stays as it is', () => {
  const address = `https://shop.example/?a=${'x'.repeat(2_015)}`;
  expect(named(address)).toBe(address);
  expect(named(address.slice(0, -20))).toContain('chargeId');
});

it('only an address of the web leads back', () => {
  expect(['https://shop.example/', 'http://shop.example/', 'javascript:alert(1)', 'shop'].map(isWebAddress)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
