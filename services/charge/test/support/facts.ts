import { given } from '@repasse/chassis/decider';
import { type ChargeState, type ExistingCharge } from '../../src/domain/charge';
import { type ChargeCommand, type CreateCharge, type RecordPayment } from '../../src/domain/charge.commands';
import { charge } from '../../src/domain/charge.decide';
import { type ChargeEvent } from '../../src/domain/charge.events';
import {
  paymentRulesDefault,
  type AttemptTerms,
  type ChargeTerms,
  type Offer,
  type PaymentFact,
} from '../../src/domain/charge.terms';
import { type FeeRule, type FeeRules } from '../../src/domain/fees';
import { type Pricing } from '../../src/domain/pricing';

export const createdAt = '2026-01-01T00:00:00.000Z';
const expiresAt = '2026-01-02T00:00:00.000Z';

/** A charge of 100.00 by PIX with a single share, for tests about something else. */
export const pricing: Pricing = {
  fees: [
    {
      code: 'PIX_FEE',
      method: 'PIX',
      percentBps: 99,
      fixedMinor: 0,
      minMinor: 29,
      maxMinor: 199,
      limitedBy: null,
      amountMinor: 99,
    },
  ],
  feeAmountMinor: 99,
  netAmountMinor: 9_901,
  sharedAmountMinor: 0,
  disputeReserveMinor: 0,
  shares: [
    {
      ...{ userId: 1, amountMinor: 9_901, isOwner: true, reducedByMinor: 0 },
      parts: [{ kind: 'REMAINDER', amountMinor: 9_901 }],
    },
  ],
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
  redirectUrl: null,
  split: [],
  methods: null,
  installmentsMax: 12,
  attemptsMax: 10,
  clientMode: null,
  expiresAt,
};

export const attemptTerms: AttemptTerms = {
  attemptId: 'att_1',
  paymentId: 'pay_1',
  paymentMethod: 'PIX',
  grossAmountMinor: 10_000,
  installments: 1,
  fx: null,
  redirectUrl: null,
  pricing,
  expiresAt,
};

/** The n-th attempt: its ids say which. */
export const attempt = (n: number, over: Partial<AttemptTerms> = {}): AttemptTerms => ({
  ...attemptTerms,
  attemptId: `att_${n}`,
  paymentId: `pay_${n}`,
  ...over,
});

export const payment = (over: Partial<PaymentFact> = {}): PaymentFact => ({
  attemptId: attemptTerms.attemptId,
  paymentId: attemptTerms.paymentId,
  invoiceId: 7,
  providerReference: 'E1',
  receivedAmountMinor: 10_000,
  receivedAt: '2026-01-01T00:00:01.000Z',
  ...over,
});

const onePercent: FeeRule = {
  method: 'PIX',
  installmentsFrom: 1,
  installmentsTo: 12,
  percentBps: 100,
  fixedMinor: 0,
  minMinor: null,
  maxMinor: null,
  settle: { firstDays: 0, perInstallmentDays: 0 },
  reserveBps: 0,
};
/** One percent by every method. */
const feeRules: FeeRules = {
  merchant: [],
  platform: [onePercent, { ...onePercent, method: 'INTERNATIONAL' }, { ...onePercent, method: 'CREDIT_CARD' }],
};

export const offer: Offer = {
  invoiceId: 7,
  instructions: { method: 'PIX', emv: '000201…', txid: '1', receiverName: 'Repasse', receiverDocument: null },
  expiresAt,
};

/** Money for the n-th attempt, by the default rules unless given otherwise. */
export const pay = (n = 1, over: Partial<RecordPayment['data']> = {}): RecordPayment => ({
  type: 'RecordPayment',
  data: {
    ...{ chargeId, now: '2026-01-01T00:00:01.000Z' },
    ...payment({ attemptId: `att_${n}`, paymentId: `pay_${n}`, providerReference: `E${n}` }),
    rules: paymentRulesDefault,
    feeRules,
    refundId: 're_1',
    ...over,
  },
});

export const rules = (over: Partial<typeof paymentRulesDefault>) => ({ rules: { ...paymentRulesDefault, ...over } });

/** The events that the commands lead to, one after another. A command that is refused is a mistake in the test. */
export const after = (...commands: readonly ChargeCommand[]): readonly ChargeEvent[] =>
  commands.reduce<readonly ChargeEvent[]>((history, command) => {
    const decision = given(charge, ...history).when(command);
    if ('rejected' in decision) throw new Error(`${command.type} was refused: ${decision.code}.`);
    return [...history, ...decision];
  }, []);

export const stateOf = (history: readonly ChargeEvent[]): ExistingCharge => {
  const state = history.reduce<ChargeState>(charge.evolve, charge.initialState);
  if (state.status === 'absent') throw new Error('Every history begins with a charge.');
  return state;
};

const { chargeId } = chargeTerms;
/** A moment at which the charge can be paid. */
export const now = '2026-01-01T00:00:02.000Z';
/** A moment at which it has expired, the grace included. */
export const afterExpiry = '2026-01-02T00:01:00.000Z';

const on = (n: number) => ({ chargeId, attemptId: `att_${n}`, now });

/** Commands of a charge's life, short enough to read a history in one line. */
export const create: CreateCharge = {
  type: 'CreateCharge',
  data: { now: createdAt, terms: chargeTerms, pricing, attempt: null },
};
export const request = (n = 1, over: Partial<AttemptTerms> = {}): ChargeCommand => ({
  type: 'RequestAttempt',
  data: { chargeId, now, attempt: attempt(n, over) },
});
export const card = { paymentMethod: 'CREDIT_CARD' } as const;
export const recordOffer = (n = 1): ChargeCommand => ({ type: 'RecordOffer', data: { ...on(n), ...offer } });
export const process = (n = 1): ChargeCommand => ({ type: 'RecordProcessing', data: on(n) });
export const reopen = (n = 1): ChargeCommand => ({ type: 'RecordReopened', data: on(n) });
export const fail = (n = 1): ChargeCommand => ({
  type: 'RecordAttemptFailure',
  data: { ...on(n), reason: 'DECLINED', declineCode: 'insufficient_funds', isRetryable: true },
});
/** The provider was in trouble, or the card's issuer did not answer. */
export const failTechnically = (n = 1, reason: 'PROVIDER_ERROR' | 'DECLINED' = 'PROVIDER_ERROR'): ChargeCommand => ({
  type: 'RecordAttemptFailure',
  data: { ...on(n), reason, declineCode: reason === 'DECLINED' ? 'issuer_unavailable' : null, isRetryable: true },
});
export const expireAttempt = (n = 1): ChargeCommand => ({ type: 'ExpireAttempt', data: on(n) });
export const confirmCanceled = (n = 1): ChargeCommand => ({ type: 'RecordAttemptCanceled', data: on(n) });
export const cancel: ChargeCommand = { type: 'CancelCharge', data: { chargeId, now } };
export const expire: ChargeCommand = { type: 'ExpireCharge', data: { chargeId, now: afterExpiry } };
/** Who decided. */
export const person = 'per_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2';
export const resolve = (n: number, action: 'ACCEPT' | 'REFUND', refundIds = ['re_2', 're_3']): ChargeCommand => ({
  type: 'ResolveHeldPayment',
  data: { chargeId, paymentId: `pay_${n}`, action, refundIds, resolvedBy: person, feeRules, now },
});
export const settleRefund = (
  n: number,
  refundId: string,
  amountMinor: number,
  purpose: 'MERCHANT' | 'SURPLUS' = 'MERCHANT',
): ChargeCommand => ({
  type: 'RecordRefund',
  data: { chargeId, paymentId: `pay_${n}`, refundId, amountMinor, purpose, splitRefund: null, now },
});
export const failRefund = (refundId: string): ChargeCommand => ({
  type: 'RecordRefundFailure',
  data: { chargeId, refundId, now },
});
export const dispute = (
  standing: 'opened' | 'won' | 'lost',
  disputeId = 'dp_1',
  amountMinor = 10_000,
): ChargeCommand => ({
  type: 'RecordDispute',
  data: { chargeId, paymentId: 'pay_1', disputeId, amountMinor, standing, now },
});

export const refusal = (code: string) => expect.objectContaining({ rejected: true, code }) as unknown;
export const types = (decision: readonly ChargeEvent[] | object): readonly string[] =>
  Array.isArray(decision) ? (decision as readonly ChargeEvent[]).map(({ type }) => type) : [];
