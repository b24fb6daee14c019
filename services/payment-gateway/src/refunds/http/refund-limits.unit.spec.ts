import { type Principal } from '@repasse/chassis/auth/principal';
import { limitProblem } from './refund-limits';

const now = new Date('2026-11-21T12:00:00.000Z');
const limits = { stepUpAboveMinor: 100_000 };
const key: Principal = {
  ...{ userId: 1001, clientId: 'key_1', profile: 'CUSTOMER', scopes: ['refunds:write'] },
  ...{ issuedAt: now.toISOString(), expiresAt: now.toISOString() },
};
const owner: Principal = { ...key, clientId: 'console', personId: 'per_1' };
const support: Principal = { ...owner, refundMinorMax: 50_000 };
const ago = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString();

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
  expect((limitProblem(caller, amountMinor, { limits, now })?.body as { code?: string } | undefined)?.code).toBe(code);
});

it('says what is allowed', () => {
  expect(limitProblem(support, 60_000, { limits, now })?.body).toMatchObject({ allowed: '500.00', retryable: false });
});
