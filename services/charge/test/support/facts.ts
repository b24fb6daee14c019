import type { AttemptTerms, ChargeTerms, PaymentFact } from '../../src/domain/charge.events';
import type { Pricing } from '../../src/domain/pricing';

const createdAt = '2026-01-01T00:00:00.000Z';
const expiresAt = '2026-01-02T00:00:00.000Z';

/** A charge of 100.00 by PIX with nobody to share with, for tests that are about something else. */
export const pricing: Pricing = {
  fees: [{ code: 'PIX_FEE', method: 'PIX', percentBps: 99, fixedMinor: 0, amountMinor: 99 }],
  feeAmountMinor: 99,
  netAmountMinor: 9_901,
  sharedAmountMinor: 0,
  disputeReserveMinor: 0,
  shares: [{ userId: 1, amountMinor: 9_901, isOwner: true, reducedByMinor: 0 }],
};

export const chargeTerms: ChargeTerms = {
  chargeId: 'ch_1',
  userId: 1,
  kind: 'SALE',
  grossAmountMinor: 10_000,
  currency: 'BRL',
  description: null,
  externalReference: null,
  webhookUrl: null,
  split: [],
  expiresAt,
  createdAt,
};

export const attemptTerms: AttemptTerms = {
  attemptId: 'att_1',
  paymentId: 'pay_1',
  paymentMethod: 'PIX',
  grossAmountMinor: 10_000,
  pricing,
  expiresAt,
  requestedAt: createdAt,
};

export const payment = (over: Partial<PaymentFact> = {}): PaymentFact => ({
  chargeId: chargeTerms.chargeId,
  attemptId: attemptTerms.attemptId,
  paymentId: attemptTerms.paymentId,
  invoiceId: 7,
  providerReference: 'E1',
  receivedAmountMinor: 10_000,
  receivedAt: '2026-01-01T00:00:01.000Z',
  recordedAt: '2026-01-01T00:00:01.000Z',
  ...over,
});
