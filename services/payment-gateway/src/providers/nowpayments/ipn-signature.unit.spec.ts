import { isSignedBy, signatureOf } from './ipn-signature';

const secret = 'test_ipn_secret';
const body =
  '{"payment_id":123456789,"payment_status":"finished","price_amount":1,"price_currency":"usd","pay_amount":15,"actually_paid":15,"pay_currency":"usdtbsc","order_id":"o-1","fee":{"currency":"usdtbsc","depositFee":0.1,"serviceFee":0,"withdrawalFee":0}}';
const signature =
  '05af0ca1b9fc2ea430e714e2cdc4f413a69612b4d4d10218a5aed3f4a1d6c7aa37ad354814bff7504dba9bc0fa9a782d83725db7c5ad54967e41cb5eb3590336';

it('knows the published vector', () => {
  expect(isSignedBy(secret, body, signature)).toBe(true);
  expect(isSignedBy(secret, body, signature.toUpperCase())).toBe(true);
});

it('does not mind in which order keys were sent, at any depth', () => {
  const other = JSON.stringify({ b: { d: 1, c: [{ f: 2, e: 3 }] }, a: 0 });

  expect(isSignedBy(secret, other, signatureOf(secret, { a: 0, b: { c: [{ e: 3, f: 2 }], d: 1 } }))).toBe(true);
});

it.each([
  ['another secret', 'another', body, signature],
  ['a nested amount that was changed', secret, body.replace('"depositFee":0.1', '"depositFee":0.2'), signature],
  ['another status', secret, body.replace('finished', 'waiting'), signature],
  ['no signature', secret, body, undefined],
  ['a signature cut short', secret, body, signature.slice(0, 64)],
  ['what is not JSON', secret, 'payment_status=finished', signature],
])('refuses %s', (_, key, text, given) => {
  expect(isSignedBy(key, text, given)).toBe(false);
});
