import { type Principal } from '@repasse/chassis/auth/principal';
import * as cast from '../../../test/support/payments';
import { type DataOf } from '../../payments/domain/payment-commands';
import { limitProblem } from './refund-limits';

const now = new Date(cast.now);
const limits = { stepUpAboveMinor: 100_000 };
const key: Principal = {
  ...{ userId: 1001, clientId: 'key_1', profile: 'CUSTOMER', scopes: ['refunds:write'] },
  ...{ issuedAt: now.toISOString(), expiresAt: now.toISOString() },
};
const owner: Principal = { ...key, clientId: 'console', personId: 'per_1' };
const support: Principal = { ...owner, personId: cast.refund.requestedBy ?? '', refundMinorMax: 50_000 };
const ago = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();

const askedBy = ({ personId, refundMinorMax }: Principal, refundId = 're_2'): DataOf<'RequestRefund'> => ({
  ...{ refundId, purpose: 'MERCHANT', receiptReference: null, amountMinor: null, reason: null, splitRefund: null },
  ...{ requestedBy: personId, personMaxMinor: refundMinorMax, now: cast.now },
});
const paid = cast.stateAfter(cast.requested, cast.offered, cast.received);
const partRefunded = cast.stateAfter(cast.requested, cast.offered, cast.received, cast.refundRequested);
const problemOf = (caller: Principal, amountMinor: number, { payment = paid, refundId = 're_2' } = {}) =>
  limitProblem({ caller, asked: askedBy(caller, refundId), amountMinor }, payment, { limits, now })?.body as
    | { code?: string }
    | undefined;

it.each<[string, Principal, number, string | undefined]>([
  ['a key gives back whatever there is', key, 900_000, undefined],
  ['support gives back what its role may', support, 50_000, undefined],
  ['support gives back a cent more not', support, 50_001, 'refund.above_role_limit'],
  ['support does not by a code either', { ...support, provenAt: ago(1) }, 200_000, 'refund.above_role_limit'],
  ['an owner needs no code for what is usual', owner, 100_000, undefined],
  ['an owner needs a code for a cent more', owner, 100_001, 'auth.step_up_required'],
  ['an owner has just proven one', { ...owner, provenAt: ago(5) }, 100_001, undefined],
  ['an owner proved one too long ago', { ...owner, provenAt: ago(6) }, 100_001, 'auth.step_up_required'],
])('%s', (_, caller, amountMinor, code) => {
  expect(problemOf(caller, amountMinor)?.code).toBe(code);
});

it('says what is allowed, and what is left of it', () => {
  expect(problemOf(support, 60_000)).toMatchObject({ allowed: '500.00', retryable: false });
  expect(problemOf(support, 47_001, { payment: partRefunded })).toMatchObject({
    ...{ code: 'refund.above_role_limit', allowed: '470.00', retryable: false },
  });
  expect(problemOf(support, 47_000, { payment: partRefunded })).toBeUndefined();
});

it('lets a refund that was begun be asked for again', () => {
  const begun = { payment: partRefunded, refundId: cast.refund.refundId };
  expect(problemOf({ ...support, refundMinorMax: 3_000 }, 3_000, begun)).toBeUndefined();
});
