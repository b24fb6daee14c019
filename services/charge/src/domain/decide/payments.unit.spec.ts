import { given } from '@repasse/chassis/decider';
import {
  after,
  attemptTerms,
  cancel,
  card,
  chargeTerms,
  create,
  expire,
  expireAttempt,
  fail,
  pay,
  payment,
  pricing,
  process,
  recordOffer,
  request,
  rules,
  stateOf,
  types,
} from '../../../test/support/facts';
import { type ChargeCommand } from '../charge.commands';
import { charge } from '../charge.decide';

const { expiresAt } = chargeTerms;
const requested = [create, request()];
const late = { receivedAt: '2026-01-02T00:00:00.001Z' };
const decided = (history: readonly ChargeCommand[], command: ChargeCommand) =>
  given(charge, ...after(...history)).when(command);
const paid = {
  type: 'ChargePaid',
  at: pay().data.now,
  data: { ...payment(), grossAmountMinor: 10_000, pricing, reason: null },
};

describe('recording a payment', () => {
  it('pays the charge with the exact amount', () => {
    expect(decided([...requested, recordOffer()], pay())).toEqual([paid]);
  });

  it('takes the fee of the method that paid', () => {
    const cost = { ...pricing, feeAmountMinor: 499, netAmountMinor: 9_501 };
    const history = [create, request(1), request(2, { ...card, installments: 3, pricing: cost }), pay(2)];
    expect(stateOf(after(...history))).toMatchObject({ status: 'paid', paidAttemptId: 'att_2', pricing: cost });
  });

  it.each([
    ['before the answer to our request', requested],
    ['while it was being processed', [...requested, process()]],
    ['after the attempt failed', [...requested, fail()]],
    ['after the attempt expired', [...requested, expireAttempt()]],
    ['in time, and is told after the charge expired', [...requested, expire]],
  ])('accepts money that comes %s', (_what, history) => {
    expect(decided(history, pay())).toEqual([paid]);
  });

  it('cancels the other open attempts', () => {
    const history = [create, request(1), request(2), recordOffer(2), request(3), process(3), request(4)];
    expect(() => after(...history)).toThrow('payment_in_progress');
    expect(types(decided(history.slice(0, -1), pay(1)))).toEqual(['AttemptCanceled', 'AttemptCanceled', 'ChargePaid']);
  });

  it('decides nothing on a repeated payment, whatever its handling was', () => {
    const underpayment = pay(1, { receivedAmountMinor: 9_999 });
    expect(decided([...requested, pay()], pay())).toEqual([]);
    expect(decided([...requested, underpayment], underpayment)).toEqual([]);
    expect(decided([...requested, cancel, pay()], pay())).toEqual([]);
  });
});

describe('a payment after the expiry', () => {
  const history = [...requested, recordOffer(), expire];

  it('is late by the payer’s clock, not by ours', () => {
    expect(decided(history, pay(1, { receivedAt: expiresAt }))).toMatchObject([{ data: { reason: null } }]);
    expect(decided(history, pay(1, late))).toMatchObject([{ type: 'ChargePaid', data: { reason: 'LATE' } }]);
  });

  it('is refunded or held where the merchant says so, and the charge stays expired', () => {
    for (const [rule, handling, refundId] of [['refund', 'REFUND', 're_1'] as const, ['hold', 'HOLD', null] as const]) {
      const command = pay(1, { ...late, ...rules({ late: rule }) });
      expect(decided(history, command)).toMatchObject([
        { type: 'ChargeSurplusReceived', data: { reason: 'LATE', handling, refundId, surplusAmountMinor: 10_000 } },
      ]);
      expect(stateOf(after(...history, command))).toMatchObject({
        status: 'expired',
        attempts: [{ situation: { status: 'paid', reason: 'LATE' } }],
      });
    }
  });

  it('expires a charge that is overdue but still pending', () => {
    const command = pay(1, { ...late, ...rules({ late: 'refund' }) });
    expect(types(decided([create, request(1), request(2)], command))).toEqual([
      'ChargeSurplusReceived',
      'AttemptExpired',
      'ChargeExpired',
    ]);
    expect(types(decided([create, request(1), request(2), process(2)], command))).toEqual(['ChargeSurplusReceived']);
    expect(types(decided([create, request(1), process(1)], command))).toEqual([
      'ChargeSurplusReceived',
      'ChargeReopened',
    ]);
  });
});

describe('a payment that is too large', () => {
  const tooMuch = { receivedAmountMinor: 10_500 };

  it.each([
    ['refund', 'REFUND', 're_1'],
    ['hold', 'HOLD', null],
    ['accept', 'ACCEPT', null],
  ] as const)('pays the charge, and by the rule %s the surplus is handled', (overpaid, handling, refundId) => {
    expect(decided(requested, pay(1, { ...tooMuch, ...rules({ overpaid }) }))).toMatchObject([
      { type: 'ChargePaid', data: { reason: 'OVERPAID', grossAmountMinor: 10_000, receivedAmountMinor: 10_500 } },
      { type: 'ChargeSurplusReceived', data: { reason: 'OVERPAID', surplusAmountMinor: 500, handling, refundId } },
    ]);
  });

  it('names the surplus when money is both late and too much', () => {
    expect(decided(requested, pay(1, { ...tooMuch, ...late }))).toMatchObject([{ data: { reason: 'OVERPAID' } }, {}]);
  });
});

describe('a payment that is too small', () => {
  const part = (n: number, receivedAmountMinor: number, over = {}): ChargeCommand =>
    pay(n, { receivedAmountMinor, ...over });

  it('is held, and the charge stays open for the rest', () => {
    expect(decided(requested, part(1, 6_000))).toMatchObject([
      { type: 'ChargeSurplusReceived', data: { reason: 'UNDERPAID', handling: 'HOLD', surplusAmountMinor: 6_000 } },
    ]);
    expect(stateOf(after(...requested, part(1, 6_000)))).toMatchObject({
      status: 'pending',
      attempts: [{ situation: { status: 'failed', reason: 'UNDERPAID' } }],
    });
  });

  it('is completed by a later one', () => {
    const history = [...requested, part(1, 6_000), request(2, { grossAmountMinor: 4_000 })];
    expect(decided(history, part(2, 4_000))).toMatchObject([
      { type: 'ChargeSurplusResolved', data: { attemptId: 'att_1', handling: 'APPLY', surplusAmountMinor: 6_000 } },
      { type: 'ChargePaid', data: { attemptId: 'att_2', grossAmountMinor: 10_000, reason: null } },
    ]);
    expect(stateOf(after(...history, part(2, 4_000)))).toMatchObject({
      bookedAmountMinor: 10_000,
      bookings: [
        { paymentId: 'pay_1', amountMinor: 6_000 },
        { paymentId: 'pay_2', amountMinor: 4_000 },
      ],
      attempts: [{ situation: { status: 'paid', reason: 'UNDERPAID' } }, { situation: { status: 'paid' } }],
    });
  });

  it('adds up with other underpayments of the whole; the excess is a surplus', () => {
    const history = [create, request(1), request(2), request(3), part(1, 3_000), part(2, 4_000)];
    expect(decided(history, part(3, 3_500))).toMatchObject([
      { data: { surplusAmountMinor: 3_000, handling: 'APPLY' } },
      { data: { surplusAmountMinor: 4_000, handling: 'APPLY' } },
      { type: 'ChargePaid', data: { grossAmountMinor: 10_000, reason: 'OVERPAID' } },
      { type: 'ChargeSurplusReceived', data: { surplusAmountMinor: 500, reason: 'OVERPAID', attemptId: 'att_3' } },
    ]);
  });

  it('stays held when the whole amount comes after all: it may be another payer’s', () => {
    const history = [create, request(1), request(2), part(1, 6_000)];
    expect(types(decided(history, pay(2)))).toEqual(['ChargePaid']);
    expect(stateOf(after(...history, pay(2))).surpluses).toMatchObject([{ standing: 'held', amountMinor: 6_000 }]);
  });

  it('goes back where the merchant says so', () => {
    expect(decided(requested, part(1, 6_000, rules({ underpaid: 'refund' })))).toMatchObject([
      { type: 'ChargeSurplusReceived', data: { reason: 'UNDERPAID', handling: 'REFUND', refundId: 're_1' } },
    ]);
  });

  it('is enough where the merchant says so: it is priced and divided anew', () => {
    expect(decided(requested, part(1, 6_000, rules({ underpaid: 'accept' })))).toMatchObject([
      {
        type: 'ChargePaid',
        data: {
          reason: 'UNDERPAID',
          grossAmountMinor: 6_000,
          pricing: { feeAmountMinor: 60, netAmountMinor: 5_940, shares: [{ amountMinor: 5_940 }] },
        },
      },
    ]);
  });

  it('pays the charge together with held payments', () => {
    const history = [create, request(1), request(2), part(1, 6_000)];
    expect(decided(history, part(2, 1_000, rules({ underpaid: 'accept' })))).toMatchObject([
      { data: { handling: 'APPLY' } },
      { type: 'ChargePaid', data: { grossAmountMinor: 7_000, pricing: { feeAmountMinor: 70 } } },
    ]);
  });

  it('leaves a charge that was being processed to be paid again', () => {
    expect(types(decided([...requested, process()], part(1, 1)))).toEqual(['ChargeSurplusReceived', 'ChargeReopened']);
  });
});

describe('an unexpected payment', () => {
  it('is a duplicate when the charge was paid before, by the same attempt or another', () => {
    const history = [create, request(1), request(2), pay(1)];
    const again = pay(1, { providerReference: 'E9' });
    for (const command of [pay(2), again]) {
      expect(decided(history, command)).toMatchObject([
        {
          type: 'ChargeSurplusReceived',
          data: { reason: 'DUPLICATE', handling: 'REFUND', surplusAmountMinor: 10_000 },
        },
      ]);
    }
    expect(stateOf(after(...history, pay(2)))).toMatchObject({
      status: 'paid',
      paidAttemptId: 'att_1',
      attempts: [{ situation: { reason: null } }, { situation: { status: 'paid', reason: 'DUPLICATE' } }],
    });
  });

  it('is no payment of a charge that was canceled or has failed', () => {
    const canceled = [...requested, cancel];
    expect(decided(canceled, pay())).toMatchObject([
      { type: 'ChargeSurplusReceived', data: { reason: 'CANCELED', handling: 'REFUND' } },
    ]);
    expect(stateOf(after(...canceled, pay()))).toMatchObject({ status: 'canceled' });
    const tries = Array.from({ length: 10 }, (_, index) => [request(index + 1), fail(index + 1)]).flat();
    expect(stateOf(after(create, ...tries, pay(3)))).toMatchObject({
      status: 'failed',
      surpluses: [{ reason: 'CANCELED', standing: 'refunding' }],
    });
  });

  it('is kept or held by the same rule', () => {
    const command = pay(1, { providerReference: 'E9', ...rules({ duplicate: 'hold' }) });
    expect(decided([...requested, pay()], command)).toMatchObject([{ data: { handling: 'HOLD', refundId: null } }]);
  });
});

describe('a history no decision leads to', () => {
  it('stops the service instead of being guessed at', () => {
    const history = after(...requested, pay());
    expect(() => stateOf([...history, history.at(-1)!])).toThrow('ChargePaid of a charge that is paid');
    expect(() => stateOf([...history, ...after(create, cancel).slice(1)])).toThrow(
      'ChargeCanceled of a charge that is paid',
    );
    const other = { ...attemptTerms, attemptId: 'att_8' };
    expect(() => stateOf([...after(create), ...after(create, request(8, other), pay(8)).slice(-1)])).toThrow(
      'never requested',
    );
  });
});
