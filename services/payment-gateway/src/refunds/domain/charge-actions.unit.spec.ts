import { actionsOnPaid, actionsOnUnpaid } from './charge-actions';

const unpaid = { statuses: ['offered'], end: null, isPaidSoon: false, isEndKept: true } as const;

it.each([
  ['waits for its payer', {}, ['create_attempt', 'cancel']],
  ['has attempts that have ended', { statuses: ['failed', 'expired'] }, ['create_attempt', 'cancel']],
  ['is being paid', { statuses: ['offered', 'confirming'] }, ['wait']],
  ['may be paid', { statuses: ['unknown'] }, ['wait']],
  ['is paid soon', { statuses: ['received'], isPaidSoon: true }, ['wait']],
  ['is paid at this moment', { statuses: ['received'], end: 'CHARGE_PAID' }, ['wait']],
  ['is canceled', { statuses: ['canceled'], end: 'CHARGE_CANCELED' }, ['create_charge']],
  ['has expired, and was paid too late', { statuses: ['received'], end: 'CHARGE_EXPIRED' }, ['create_charge']],
  ['is old, and open', { isEndKept: false }, ['create_attempt', 'cancel']],
  ['is old, and may have ended', { statuses: ['expired'], isEndKept: false }, undefined],
] as const)('an unpaid charge that %s', (_, changes, actions) => {
  expect(actionsOnUnpaid({ ...unpaid, ...changes })).toEqual(actions);
});

it.each([
  ['refund.exceeds_paid', 100, ['refund']],
  ['refund.amount_too_small', 1, ['refund']],
  ['refund.nothing_left', 0, []],
  ['refund.too_late', 0, []],
  ['refund.payment_disputed', 0, ['wait']],
  ['refund.payment_disputed', 6_000, ['refund', 'wait']],
])('a paid charge after %s, with %d left', (code, leftMinor, actions) => {
  expect(actionsOnPaid(code, leftMinor)).toEqual(actions);
});
