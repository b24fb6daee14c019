import { about, queryAbout, screenOf, showsMerchants } from './about-merchant';

it('asks about the merchant whom staff look at, where the API has it', () => {
  expect(about(1001, '/refunds', { query: { status: 'FAILED' } })).toEqual([
    ...['/refunds', { query: { status: 'FAILED', user_id: 1001 } }],
  ]);
  expect(about(1001, '/overview', {})).toEqual(['/overview', { query: { user_id: 1001 } }]);
  expect(about(1001, '/audit', {})).toEqual(['/users/1001/audit', {}]);
  expect(about(1001, '/charge/ch_1', {})).toEqual(['/charge/ch_1', { query: {} }]);
  expect(queryAbout(1001, '/recipients', {})).toEqual({ merchant_user_id: 1001 });
  expect(queryAbout(1001, '/payouts', { user_id: 1002 })).toEqual({ user_id: 1002 });
});

it('changes nothing for a merchant, and nothing at all for people of one', () => {
  const change = { method: 'PUT', body: {} } as const;
  expect(about(1001, '/profile', change)).toEqual(['/profile', change]);
  expect(about(null, '/refunds', {})).toEqual(['/refunds', {}]);
});

it('leads from a detail to its list, and knows which screens show merchants', () => {
  expect(screenOf('/charges/ch_1')).toBe('charges');
  expect(screenOf('/')).toBe('');
  expect(['/', '/charges/ch_1', '/payouts'].every(showsMerchants)).toBe(true);
  expect(['/keys', '/settings'].some(showsMerchants)).toBe(false);
});
