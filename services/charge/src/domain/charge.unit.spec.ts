import { given } from '@repasse/chassis/decider';
import { charge, type ChargeCommand, type RecordPayment } from './charge.decide';
import type { AttemptTerms, ChargeEvent, ChargeTerms, PaymentFact } from './charge.events';
import type { Pricing } from './pricing';

const chargeId = 'ch_1';
const attemptId = 'att_1';
const createdAt = '2026-01-01T00:00:00.000Z';
const expiresAt = '2026-01-02T00:00:00.000Z';
const now = '2026-01-01T00:00:01.000Z';

const terms: ChargeTerms = {
  chargeId,
  userId: 1,
  kind: 'SALE',
  grossAmountMinor: 10_000,
  currency: 'BRL',
  description: 'Order 1',
  externalReference: 'order-1',
  webhookUrl: null,
  split: [],
  expiresAt,
  createdAt,
};
const pricing = (feeAmountMinor: number): Pricing => ({
  fees: [{ code: 'PIX_FEE', method: 'PIX', percentBps: 99, fixedMinor: 0, amountMinor: feeAmountMinor }],
  feeAmountMinor,
  netAmountMinor: 10_000 - feeAmountMinor,
  sharedAmountMinor: 0,
  disputeReserveMinor: 0,
  shares: [{ userId: 1, amountMinor: 10_000 - feeAmountMinor, isOwner: true, reducedByMinor: 0 }],
});
const attemptTerms = (id = attemptId): AttemptTerms => ({
  attemptId: id,
  paymentId: id.replace('att', 'pay'),
  paymentMethod: 'PIX',
  grossAmountMinor: 10_000,
  pricing: pricing(99),
  expiresAt,
  requestedAt: createdAt,
});
const offer = { invoiceId: 7, pix: { emv: '000201…', qrCodeBase64: 'iVBOR…' }, expiresAt };
const payment = (over: Partial<PaymentFact> = {}): PaymentFact => ({
  chargeId,
  attemptId,
  paymentId: 'pay_1',
  invoiceId: 7,
  providerReference: 'E1',
  receivedAmountMinor: 10_000,
  receivedAt: now,
  recordedAt: now,
  ...over,
});

const created: ChargeEvent = { type: 'ChargeCreated', data: { ...terms, pricing: pricing(150) } };
const requested: ChargeEvent = { type: 'AttemptRequested', data: { chargeId, ...attemptTerms() } };
const requestedAgain: ChargeEvent = { type: 'AttemptRequested', data: { chargeId, ...attemptTerms('att_2') } };
const named = { chargeId, attemptId, userId: 1, paymentId: 'pay_1', paymentMethod: 'PIX' as const };
const offered: ChargeEvent = {
  type: 'AttemptOffered',
  data: { ...named, ...offer, grossAmountMinor: 10_000, currency: 'BRL', offeredAt: now },
};
const failed: ChargeEvent = { type: 'AttemptFailed', data: { ...named, reason: 'PROVIDER_ERROR', failedAt: now } };
const expired: ChargeEvent = { type: 'AttemptExpired', data: { ...named, expiredAt: now } };
const underpaid: ChargeEvent = { type: 'AttemptUnderpaid', data: payment({ receivedAmountMinor: 9_999 }) };
const paid: ChargeEvent = {
  type: 'ChargePaid',
  data: {
    ...payment(),
    ...named,
    grossAmountMinor: 10_000,
    currency: 'BRL',
    pricing: pricing(99),
    description: 'Order 1',
    externalReference: 'order-1',
    reason: null,
  },
};

const create = (over: Partial<ChargeTerms> = {}, attempt: AttemptTerms | null = null): ChargeCommand => ({
  type: 'CreateCharge',
  data: { terms: { ...terms, ...over }, pricing: pricing(150), attempt },
});
const recordOffer = (id = attemptId): ChargeCommand => ({
  type: 'RecordOffer',
  data: { chargeId, attemptId: id, ...offer, now },
});
const recordFailure: ChargeCommand = {
  type: 'RecordAttemptFailure',
  data: { chargeId, attemptId, reason: 'PROVIDER_ERROR', now },
};
const expire: ChargeCommand = { type: 'ExpireAttempt', data: { chargeId, attemptId, now } };
const record = (over: Partial<PaymentFact> = {}): RecordPayment => ({ type: 'RecordPayment', data: payment(over) });
const refusal = (code: string) => expect.objectContaining({ rejected: true, code }) as unknown;

describe('creating a charge', () => {
  it('creates one without an attempt', () => {
    expect(given(charge).when(create())).toEqual([created]);
  });

  it('requests the first attempt with it', () => {
    expect(given(charge).when(create({}, attemptTerms()))).toEqual([created, requested]);
  });

  it.each([
    ['another currency', { currency: 'USD' }, 'charge.currency_not_supported'],
    ['nothing', { grossAmountMinor: 0 }, 'charge.amount_not_positive'],
    ['less than nothing', { grossAmountMinor: -1 }, 'charge.amount_not_positive'],
    ['more than a provider can take', { grossAmountMinor: 1_000_000_000_000 }, 'charge.amount_too_large'],
    ['one that has expired', { expiresAt: createdAt }, 'charge.expires_in_past'],
    [
      'FIXED shares above the amount',
      { split: [{ kind: 'FIXED', userId: 2, amountMinor: 10_001 }] },
      'charge.split_exceeds_amount',
    ],
    [
      'PERCENT shares above the whole',
      {
        split: [
          { kind: 'PERCENT', userId: 2, percentBps: 9_999 },
          { kind: 'PERCENT', userId: 3, percentBps: 2 },
        ],
      },
      'charge.split_exceeds_amount',
    ],
  ] as const)('refuses %s', (_what, over, code) => {
    expect(given(charge).when(create(over))).toEqual(refusal(code));
  });

  it('accepts shares of exactly the whole', () => {
    const split = [
      { kind: 'FIXED' as const, userId: 2, amountMinor: 10_000 },
      { kind: 'PERCENT' as const, userId: 3, percentBps: 10_000 },
    ];
    expect(given(charge).when(create({ split }))).toHaveLength(1);
  });

  it('says nothing the second time', () => {
    expect(given(charge, created).when(create())).toEqual([]);
  });

  it('refuses the same id with other content', () => {
    expect(given(charge, created).when(create({ grossAmountMinor: 1 }))).toEqual(
      refusal('charge.exists_with_different_content'),
    );
  });
});

describe('recording an offer', () => {
  it('offers an attempt that was requested', () => {
    expect(given(charge, created, requested).when(recordOffer())).toEqual([offered]);
  });

  it('refuses an attempt nobody requested', () => {
    expect(given(charge, created, requested).when(recordOffer('att_9'))).toEqual(refusal('attempt.not_found'));
    expect(given(charge).when(recordOffer())).toEqual(refusal('charge.not_found'));
  });

  it.each([
    ['it was offered', [offered]],
    ['it failed', [failed]],
    ['it expired', [expired]],
    ['it was paid', [paid]],
  ])('says nothing once %s', (_what, history) => {
    expect(given(charge, created, requested, ...history).when(recordOffer())).toEqual([]);
  });

  it('keeps the offer whatever becomes of the attempt', () => {
    const state = [created, requested, offered, expired].reduce(charge.evolve, charge.initialState);
    expect(state).toMatchObject({ attempts: [{ situation: { status: 'expired' }, offer: { invoiceId: 7 } }] });
  });
});

describe.each([
  ['recording a failure', recordFailure, failed],
  ['expiring an attempt', expire, expired],
] as const)('%s', (_what, command, event) => {
  it('ends an attempt that was requested or offered', () => {
    expect(given(charge, created, requested).when(command)).toEqual([event]);
    expect(given(charge, created, requested, offered).when(command)).toEqual([event]);
  });

  it('refuses an attempt nobody requested', () => {
    expect(given(charge, created).when(command)).toEqual(refusal('attempt.not_found'));
  });

  it.each([
    ['it failed', [failed]],
    ['it expired', [expired]],
    ['it was paid', [offered, paid]],
  ])('says nothing once %s', (_when, history) => {
    expect(given(charge, created, requested, ...history).when(command)).toEqual([]);
  });
});

describe('recording a payment', () => {
  const history = [created, requested, offered];

  it('pays the charge with the exact amount', () => {
    expect(given(charge, ...history).when(record())).toEqual([paid]);
  });

  it('lets what was paid decide what it cost', () => {
    const state = [...history, paid].reduce(charge.evolve, charge.initialState);
    expect(state).toMatchObject({ status: 'paid', paidAttemptId: attemptId, pricing: { feeAmountMinor: 99 } });
  });

  it.each([
    ['before the answer to our request', [requested]],
    ['after the attempt failed', [requested, failed]],
    ['after the attempt expired', [requested, offered, expired]],
  ])('accepts money that comes %s', (_what, attempts) => {
    expect(given(charge, created, ...attempts).when(record())).toEqual([paid]);
  });

  it('says when more came than was asked for', () => {
    expect(given(charge, ...history).when(record({ receivedAmountMinor: 10_001 }))).toMatchObject([
      { type: 'ChargePaid', data: { reason: 'OVERPAID', receivedAmountMinor: 10_001 } },
    ]);
  });

  it('accepts money after the expiry and says it was late', () => {
    const receivedAt = '2026-01-02T00:00:00.001Z';
    expect(given(charge, ...history).when(record({ receivedAt }))).toMatchObject([
      { type: 'ChargePaid', data: { reason: 'LATE' } },
    ]);
    expect(given(charge, ...history).when(record({ receivedAt: expiresAt }))).toMatchObject([
      { data: { reason: null } },
    ]);
  });

  it('names the surplus when money is both late and too much', () => {
    const late = { receivedAmountMinor: 10_001, receivedAt: '2026-01-03T00:00:00.000Z' };
    expect(given(charge, ...history).when(record(late))).toMatchObject([{ data: { reason: 'OVERPAID' } }]);
  });

  it('leaves a charge pending when less came than was asked for', () => {
    expect(given(charge, ...history).when(record({ receivedAmountMinor: 9_999 }))).toEqual([underpaid]);
    const state = [...history, underpaid].reduce(charge.evolve, charge.initialState);
    expect(state).toMatchObject({
      status: 'pending',
      isUnderpaid: true,
      attempts: [{ situation: { status: 'offered' }, isUnderpaid: true }],
    });
  });

  it('pays an underpaid charge when the whole amount comes after all', () => {
    expect(given(charge, ...history, underpaid).when(record({ providerReference: 'E2' }))).toMatchObject([
      { type: 'ChargePaid', data: { reason: null } },
    ]);
  });

  it('records a second payment as what it is', () => {
    const again = record({ providerReference: 'E2' });
    expect(given(charge, ...history, paid).when(again)).toEqual([{ type: 'ChargePaidAgain', data: again.data }]);
  });

  it('records a payment of another attempt of a paid charge', () => {
    const other = record({ attemptId: 'att_2', paymentId: 'pay_2', providerReference: 'E2' });
    const decision = given(charge, created, requested, requestedAgain, paid).when(other);
    expect(decision).toEqual([{ type: 'ChargePaidAgain', data: other.data }]);

    const events = [created, requested, requestedAgain, paid, ...(decision as ChargeEvent[])];
    expect(events.reduce(charge.evolve, charge.initialState)).toMatchObject({
      status: 'paid',
      reason: 'DUPLICATE',
      paidAttemptId: attemptId,
      attempts: [{ situation: { reason: null } }, { situation: { status: 'paid', reason: 'DUPLICATE' } }],
    });
  });

  it('says nothing when the same payment is told again', () => {
    expect(given(charge, ...history, paid).when(record())).toEqual([]);
    expect(given(charge, ...history, underpaid).when(record({ receivedAmountMinor: 9_999 }))).toEqual([]);
  });

  it('refuses a payment of an attempt nobody requested', () => {
    expect(given(charge, ...history).when(record({ attemptId: 'att_9' }))).toEqual(refusal('attempt.not_found'));
    expect(given(charge).when(record())).toEqual(refusal('charge.not_found'));
  });
});

describe('a corrupt history', () => {
  it('stops the service instead of being guessed at', () => {
    expect(() => [paid].reduce(charge.evolve, charge.initialState)).toThrow('never created');
    expect(() => [created, offered].reduce(charge.evolve, charge.initialState)).toThrow('never requested');
    expect(() =>
      [created, requested, { type: 'ChargePaidAgain' as const, data: payment() }].reduce(
        charge.evolve,
        charge.initialState,
      ),
    ).toThrow('before it was paid');
    expect(() => [created, requested, paid, underpaid].reduce(charge.evolve, charge.initialState)).toThrow(
      'was underpaid',
    );
  });
});
