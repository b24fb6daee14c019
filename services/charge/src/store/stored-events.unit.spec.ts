import { attemptTerms, chargeTerms, payment, pricing } from '../../test/support/facts';
import type { ChargeState } from '../domain/charge';
import { charge } from '../domain/charge.decide';
import { attemptRowOf, chargeRowOf } from './read-rows';
import { upToDate } from './stored-events';

const without = (data: object, ...keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(data).filter(([key]) => !keys.includes(key)));
const firstTerms = without(chargeTerms, 'redirectUrl');
const firstAttempt = without(attemptTerms, 'installments', 'fx', 'redirectUrl');
const { chargeId } = chargeTerms;
const named = { chargeId, attemptId: 'att_1', userId: 1, paymentId: 'pay_1', paymentMethod: 'PIX' };
const now = '2026-01-01T00:00:01.000Z';

/** Events to the letter as the first release kept them. */
const created = { type: 'ChargeCreated', data: { ...firstTerms, pricing } };
const requested = { type: 'AttemptRequested', data: { chargeId, ...firstAttempt } };
const offered = {
  type: 'AttemptOffered',
  data: {
    ...named,
    ...{ invoiceId: 7, pix: { emv: '000201…', qrCodeBase64: 'iVBOR…' }, expiresAt: chargeTerms.expiresAt },
    ...{ grossAmountMinor: 10_000, currency: 'BRL', offeredAt: now },
  },
};
const failed = { type: 'AttemptFailed', data: { ...named, reason: 'DECLINED', failedAt: now } };
const paid = {
  type: 'ChargePaid',
  data: {
    ...{ ...payment(), ...named, grossAmountMinor: 10_000, currency: 'BRL', pricing },
    ...{ description: null, externalReference: null, reason: null },
  },
};
const underpaid = { type: 'AttemptUnderpaid', data: payment({ receivedAmountMinor: 9_999 }) };
const paidAgain = { type: 'ChargePaidAgain', data: payment({ providerReference: 'E2' }) };

/** As the store reads them: whatever is in the table is taken for an event. */
const rowsAfter = (...history: readonly { readonly type: string; readonly data: object }[]) => {
  const state = history.reduce<ChargeState>(
    (before, stored) => charge.evolve(before, upToDate(stored as Parameters<typeof upToDate>[0], before)),
    charge.initialState,
  );
  if (state.status === 'absent') throw new Error('Every history begins with a charge.');
  const [attempt] = state.attempts;
  return { charge: chargeRowOf(state), attempt: attempt && attemptRowOf(state, attempt), surpluses: state.surpluses };
};

describe('events of the first release', () => {
  it('are a charge and its attempt with what they did not say then', () => {
    expect(rowsAfter(created, requested, offered)).toMatchObject({
      charge: { status: 'PENDING', redirect_url: null },
      attempt: {
        checkout_meta: { method: 'PIX', emv: '000201…' },
        ...{ installments: 1, fx: null, redirect_url: null },
      },
    });
  });

  it('have failed and been paid', () => {
    expect(rowsAfter(created, requested, failed)).toMatchObject({
      attempt: { status: 'FAILED', decline_code: null, is_retryable: null },
    });
    expect(rowsAfter(created, requested, offered, paid)).toMatchObject({
      charge: { status: 'PAID', paid_amount_minor: 10_000 },
    });
  });

  it('hold what came too little or twice, for somebody to decide: no rule was asked then', () => {
    expect(rowsAfter(created, requested, offered, underpaid)).toMatchObject({
      charge: { status: 'PENDING', status_reason: 'UNDERPAID' },
      surpluses: [{ standing: 'held', amountMinor: 9_999 }],
    });
    expect(rowsAfter(created, requested, offered, paid, paidAgain)).toMatchObject({
      charge: { status: 'PAID', status_reason: 'DUPLICATE' },
      surpluses: [{ standing: 'held', amountMinor: 10_000 }],
    });
  });
});
