import { chargeQueryOf } from './charge-query.ts';

it('asks for whole days of São Paulo', () => {
  expect(chargeQueryOf({ from: '2026-11-21', to: '2026-11-21', paidFrom: '2026-11-20' })).toMatchObject({
    from: '2026-11-21T03:00:00.000Z',
    to: expect.stringMatching(/^2026-11-22T0[23]:/) as unknown,
    paidFrom: '2026-11-20',
  });
});

it.each([
  ['1500', '1500.00'],
  ['1500.5', '1500.50'],
  ['1500,50', '1500.50'],
  [20, '20.00'],
  ['1.500,50', '1.500,50'],
  ['many', 'many'],
])('asks for the amount %s as %s', (typed, asked) => {
  expect(chargeQueryOf({ minAmount: typed })['minAmount']).toBe(asked);
});

it('leaves what it does not know to the API, which says why it is refused', () => {
  expect(chargeQueryOf({ from: '2026-13-01', status: 'PAID', cursor: 'c' })).toMatchObject({
    ...{ from: '2026-13-01', status: 'PAID', cursor: 'c' },
  });
});
