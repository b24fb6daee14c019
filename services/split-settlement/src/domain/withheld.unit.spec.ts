import { standingWith } from '../../test/support/withdrawal-terms';
import { withheldOf } from './withheld';

const nothing = { heldMinor: 0, reserveMinor: 0, promisedMinor: 0 };

it('is nothing where nothing is withheld', () => {
  expect(withheldOf(standingWith(), nothing)).toEqual([]);
});

it('names every reason with its amount', () => {
  const facts = { heldMinor: 100, reserveMinor: 200, promisedMinor: 300 };

  expect(withheldOf(standingWith({ withheldMinor: 400 }), facts)).toEqual([
    { reason: 'DISPUTE', amountMinor: 100 },
    { reason: 'RESERVE', amountMinor: 200 },
    { reason: 'REFUND', amountMinor: 300 },
    { reason: 'HOLD', amountMinor: 400 },
  ]);
});

it('holds no more than there is', () => {
  expect(withheldOf(standingWith({ withheldMinor: 9_000 }), nothing)).toEqual([{ reason: 'HOLD', amountMinor: 5_000 }]);
});

it.each([
  ['NOT_VERIFIED', { payee: { managerUserId: null, verification: 'PENDING' as const } }],
  ['SUSPENDED', { payee: { managerUserId: null, verification: 'SUSPENDED' as const } }],
  ['SUSPENDED', { isSuspended: true }],
])('is all the rest of a user who is %s', (reason, change) => {
  expect(withheldOf(standingWith({ ...change, withheldMinor: 1_000 }), nothing)).toEqual([
    { reason: 'HOLD', amountMinor: 1_000 },
    { reason, amountMinor: 4_000 },
  ]);
});
