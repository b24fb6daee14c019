import { type FxQuote } from '@repasse/contracts';
import {
  type KnownPayment,
  type Offer,
  type PaymentFacts,
  type PaymentState,
  type PaymentTerms,
} from '../../src/payments/domain/payment';
import { type PaymentEvent } from '../../src/payments/domain/payment-events';
import { evolve } from '../../src/payments/domain/payment.evolve';
import { type RefundFacts } from '../../src/refunds/domain/refund';

/** One payment, told in the events that tests of the domain put together. */
export const now = '2026-11-21T12:00:00.000Z';
export const atSeconds = (seconds: number): string => new Date(Date.parse(now) + seconds * 1_000).toISOString();

export const facts: PaymentFacts = {
  paymentId: 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  invoiceId: 50_001,
  userId: 1_001,
  chargeId: 'ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  attemptId: 'att_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  paymentMethod: 'PIX',
  amountMinor: 10_000,
  currency: 'BRL',
  provider: 'PIX_BCB',
  fx: null,
  installments: null,
};

export const terms: PaymentTerms = {
  externalReference: 'order-4711',
  description: 'An order',
  payerMessage: null,
  additionalInfo: [],
  statementDescriptor: null,
  redirectUrl: null,
  card: null,
  expiresAt: '2026-11-22T12:00:00.000Z',
};

export const offer: Offer = {
  providerReference: '01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  instructions: { method: 'PIX', emv: '000201…' },
};

export const receipt = (providerReference = 'E1', amountMinor = 10_000) => ({
  providerReference,
  amountMinor,
  receivedAt: now,
});

/** 100.00 BRL in dollars, which cannot be divided evenly. */
export const quote: FxQuote = {
  quoteId: 'fxq_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  sourceCurrency: 'BRL',
  targetCurrency: 'USD',
  sourceAmountMinor: 10_000,
  finalAmountMinor: 1_867,
  rate: '5.52',
  spreadBps: 300,
  rateWithSpread: '5.3544',
  source: 'BCB_PTAX',
  quotedAt: now,
  expiresAt: atSeconds(3_600),
};

export const requested: PaymentEvent = { type: 'PaymentRequested', at: now, data: { facts, terms } };
export const unknown: PaymentEvent = { type: 'PaymentOutcomeUnknown', at: now, data: {} };
export const offered: PaymentEvent = {
  type: 'PaymentOffered',
  at: now,
  data: { offer },
};
export const confirming: PaymentEvent = { type: 'PaymentConfirming', at: now, data: { offer } };
export const partial = { receivedTotalMinor: 6_000, receivedPayAmount: '0.6' };
export const partiallyReceived: PaymentEvent = {
  type: 'PaymentPartiallyReceived',
  at: now,
  data: { partial },
};
export const partAccepted: PaymentEvent = {
  type: 'PaymentReceived',
  at: now,
  data: { receipt: receipt(offer.providerReference, partial.receivedTotalMinor), isPartAccepted: true },
};
export const received: PaymentEvent = {
  type: 'PaymentReceived',
  at: now,
  data: { receipt: receipt() },
};
export const expired: PaymentEvent = { type: 'PaymentExpired', at: now, data: {} };
export const cancelRequested: PaymentEvent = {
  type: 'PaymentCancelRequested',
  at: now,
  data: { reason: 'CHARGE_PAID' },
};
export const canceled: PaymentEvent = {
  type: 'PaymentCanceled',
  at: now,
  data: { reason: 'CHARGE_PAID' },
};
export const failed: PaymentEvent = {
  type: 'PaymentFailed',
  at: now,
  data: { reason: 'DECLINED', detail: 'no', decline: null, offer: null },
};

export const refund: RefundFacts = {
  refundId: 're_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2',
  receiptReference: 'E1',
  amountMinor: 3_000,
  targetAmountMinor: null,
  purpose: 'MERCHANT',
  reason: 'Changed their mind',
  requestedBy: 'per_01KAJ2E8V4N7Q0S6T3W9X5Y1Z9',
  splitRefund: null,
};
export const refundRequested: PaymentEvent = { type: 'RefundRequested', at: now, data: { refund } };
export const refundSettled: PaymentEvent = {
  type: 'RefundSettled',
  at: now,
  data: { refundId: refund.refundId, providerReference: 'D1', settledAt: now },
};
export const refundFailed: PaymentEvent = {
  type: 'RefundFailed',
  at: now,
  data: { refundId: refund.refundId, failure: 'no balance' },
};

export const stateAfter = (...history: readonly PaymentEvent[]): PaymentState =>
  history.reduce(evolve, { status: 'absent' });

export const knownAfter = (...history: readonly PaymentEvent[]): KnownPayment => {
  const state = stateAfter(...history);
  if (state.status === 'absent') throw new Error('A history that begins with nothing.');
  return state;
};
