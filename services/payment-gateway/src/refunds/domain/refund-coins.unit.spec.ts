import { given, isRejection } from '@repasse/chassis/decider';
import * as cast from '../../../test/support/payments';
import { type PaymentCommand } from '../../payments/domain/payment-commands';
import { payment } from '../../payments/domain/payment.decide';
import { type PaymentEvent } from '../../payments/domain/payment-events';

const facts = {
  ...cast.facts,
  chargeId: null,
  attemptId: null,
  paymentMethod: 'CRYPTO',
  provider: 'NOWPAYMENTS',
} as const;
const { now } = cast;
const destination = { payAddress: '0x2f1c5a9e7b3d4c6f8a0b1c2d3e4f5a6b7c8d9e0f', memo: null };
const offered = (payAmount: string): PaymentEvent => ({
  type: 'PaymentOffered',
  at: now,
  data: {
    offer: {
      providerReference: '5745459419',
      instructions: {
        method: 'CRYPTO',
        payAddress: '0x9f2eA4',
        payAmount,
        payCurrency: 'BTC',
        network: null,
        memo: null,
        uri: '',
      },
    },
  },
});
const received = (receipt = cast.receipt('5745459419')): PaymentEvent => ({
  type: 'PaymentReceived',
  at: now,
  data: { receipt },
});
const paid = (payAmount = '0.00123456'): PaymentEvent[] => [
  { type: 'PaymentRequested', at: now, data: { facts, terms: { ...cast.terms, payCurrency: 'BTC' } } },
  offered(payAmount),
  received(),
];
const ask = (refundId: string, amountMinor: number | null, to: object = { destination }): PaymentCommand => ({
  type: 'RequestRefund',
  data: {
    refundId,
    purpose: 'MERCHANT',
    receiptReference: null,
    amountMinor,
    reason: null,
    splitRefund: null,
    now,
    ...to,
  },
});

/** The amounts that consecutive refunds send. */
const sentBy = (history: PaymentEvent[], amountsMinor: readonly (number | null)[]): (string | undefined)[] => {
  const all = [...history];
  return amountsMinor.map((amountMinor, n) => {
    const decision = given(payment, ...all).when(ask(`re_${n}`, amountMinor));
    if (isRejection(decision)) return decision.code;
    all.push(...decision);
    const [event] = decision;
    return event?.type === 'RefundRequested' ? event.data.refund.coins?.payAmount : undefined;
  });
};

describe('a refund of coins', () => {
  it('names their address and their number', () => {
    expect(given(payment, ...paid()).when(ask('re_1', null))).toMatchObject([
      {
        data: { refund: { amountMinor: 10_000, coins: { ...destination, payCurrency: 'BTC', payAmount: '0.001234' } } },
      },
    ]);
  });

  it.each([
    ['thirds', [3_333, 3_333, null], ['0.000411', '0.000411', '0.000412']],
    ['a half and a half', [5_000, 5_000], ['0.000617', '0.000617']],
    ['a cent and the rest', [100, null], ['0.000012', '0.001222']],
  ])('in %s adds up to the whole', (_, amounts, coins) => {
    expect(sentBy(paid(), amounts)).toEqual(coins);
  });

  it('of nothing in the coin is refused', () => {
    expect(sentBy(paid('0.000009'), [1])).toEqual(['refund.amount_too_small']);
  });

  it('of an overpayment goes by the same measure', () => {
    const more = received({ ...cast.receipt('5745459420'), amountMinor: 2_500 });

    expect(sentBy([...paid('100'), more], [10_000, 2_500])).toEqual(['100', '25']);
  });

  it('without an address is refused, and to another under the same id too', () => {
    expect(given(payment, ...paid()).when(ask('re_1', null, {}))).toMatchObject({ code: 'refund.address_needed' });
    const [begun] = given(payment, ...paid()).when(ask('re_1', null)) as PaymentEvent[];
    if (begun === undefined) throw new Error('Nothing was decided.');
    const elsewhere = ask('re_1', null, { destination: { ...destination, payAddress: '0xdead' } });

    expect(given(payment, ...paid(), begun).when(ask('re_1', null))).toEqual([]);
    expect(given(payment, ...paid(), begun).when(elsewhere)).toMatchObject({
      code: 'refund.exists_with_different_content',
    });
  });

  it('that another process has begun does not fail when a second request is refused', () => {
    const [begun] = given(payment, ...paid()).when(ask('re_1', null)) as PaymentEvent[];
    if (begun?.type !== 'RefundRequested') throw new Error('Nothing was decided.');
    const { refund } = begun.data;
    const acknowledged: PaymentEvent = {
      type: 'RefundAcknowledged',
      at: now,
      data: { refundId: refund.refundId, providerReference: '5000000713' },
    };
    const fail = (isRefusal: boolean): PaymentCommand => ({
      type: 'FailRefund',
      data: { refundId: 're_1', failure: 'no', isRefusal, now },
    });

    expect(given(payment, ...paid(), begun, acknowledged).when(fail(true))).toEqual([]);
    expect(given(payment, ...paid(), begun, acknowledged).when(fail(false))).toMatchObject([{ type: 'RefundFailed' }]);
    expect(given(payment, ...paid(), begun).when(fail(true))).toMatchObject([{ type: 'RefundFailed' }]);
  });
});
