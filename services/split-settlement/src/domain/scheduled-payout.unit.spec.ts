import { standingWith } from '../../test/support/withdrawal-terms';
import { noSchedule, type PayoutSchedule } from './payout-schedule';
import { emptyPolicy, type PayoutPolicy } from './payout-policy';
import { type PayoutStanding } from './payout-standing';
import { scheduledPayout, skipReasonOf } from './scheduled-payout';

const now = '2026-11-26T21:00:00.000Z';

const destination = {
  ...{
    destinationId: 'dst_1',
    rail: 'PIX' as const,
    label: 'PIX •••',
    payCurrency: null,
    payAddress: null,
    memo: null,
  },
  ...{ addedAt: '2026-11-01T00:00:00.000Z', usableFrom: '2026-11-02T00:00:00.000Z', confirmedAt: null },
};

const verified = standingWith({
  payee: { managerUserId: null, verification: 'VERIFIED' },
  destination,
  availableMinor: 10_000,
});

const policy = (change: Partial<PayoutPolicy>): PayoutPolicy => ({ ...emptyPolicy, ...change });

const daily: PayoutSchedule = { ...noSchedule, rhythm: { frequency: 'DAILY' } };
const threshold: PayoutSchedule = { ...noSchedule, rhythm: { frequency: 'THRESHOLD', thresholdMinor: 10_000 } };

it.each<[string, PayoutSchedule, Partial<PayoutStanding>, number]>([
  ['all that is there', daily, {}, 10_000],
  ['all but what is to stay', { ...daily, keepMinor: 1_000 }, {}, 9_000],
  ['all but what is withheld and what is to stay', { ...daily, keepMinor: 1_000 }, { withheldMinor: 4_000 }, 5_000],
  ['what the day’s limit leaves', daily, { dayMinor: 500, policy: policy({ dayMaximumMinor: 2_000 }) }, 1_500],
  ['a threshold that is just reached', threshold, {}, 10_000],
])('pays %s', (_of, schedule, change, amountMinor) => {
  expect(scheduledPayout(schedule, { ...verified, ...change }, now)).toEqual({ amountMinor });
});

it.each<[string, PayoutSchedule, Partial<PayoutStanding>]>([
  ['NOTHING_AVAILABLE', daily, { availableMinor: 0 }],
  ['NOTHING_AVAILABLE', { ...daily, keepMinor: 10_000 }, {}],
  ['BELOW_THRESHOLD', threshold, { availableMinor: 9_999 }],
  ['WITHHELD', threshold, { withheldMinor: 1 }],
  ['WITHHELD', daily, { withheldMinor: 10_000 }],
  ['LIMIT_REACHED', daily, { dayMinor: 2_000, policy: policy({ dayMaximumMinor: 2_000 }) }],
  ['NOT_VERIFIED', daily, { payee: { managerUserId: null, verification: 'PENDING' } }],
  ['SUSPENDED', daily, { payee: { managerUserId: null, verification: 'SUSPENDED' } }],
  ['SUSPENDED', daily, { isSuspended: true }],
  ['NO_DESTINATION', daily, { destination: null }],
  ['DESTINATION_WAITING', daily, { destination: { ...destination, usableFrom: '2026-11-27T00:00:00.000Z' } }],
])('skips a user: %s', (skipReason, schedule, change) => {
  expect(scheduledPayout(schedule, { ...verified, ...change }, now)).toEqual({ skipReason });
});

it('says why a withdrawal was refused, and does not swallow a refusal it does not know', () => {
  const because = (code: string) => skipReasonOf({ rejected: true, code, detail: '' });

  expect(because('withdrawal.amount_below_minimum')).toBe('BELOW_MINIMUM');
  expect(() => because('withdrawal.id_taken')).toThrow(/id_taken/);
});
