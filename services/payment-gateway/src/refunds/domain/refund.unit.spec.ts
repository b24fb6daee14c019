import { given, isRejection } from '@repasse/chassis/decider';
import { sumMinor } from '@repasse/values/money';
import fc from 'fast-check';
import * as cast from '../../../test/support/payments';
import { type PaymentFacts, refundIn, refundsOf } from '../../payments/domain/payment';
import { type DataOf, type PaymentCommand } from '../../payments/domain/payment-commands';
import { payment } from '../../payments/domain/payment.decide';
import { type PaymentEvent } from '../../payments/domain/payment-events';
import { type RefundFacts } from './refund';
import { isCovered, refundableMinor } from './refundable';

const ninetyDays = 90 * 86_400;
const { facts, now, requested, offered, received, refund, refundRequested, refundSettled, refundFailed } = cast;
const refusal = (code: string): object => expect.objectContaining({ rejected: true, code }) as object;

const ask = (other: Partial<DataOf<'RequestRefund'>> = {}): PaymentCommand<'RequestRefund'> => ({
  type: 'RequestRefund',
  data: {
    refundId: refund.refundId,
    purpose: 'MERCHANT',
    receiptReference: null,
    amountMinor: 3_000,
    reason: refund.reason,
    requestedBy: refund.requestedBy,
    splitRefund: null,
    now,
    ...other,
  },
});
const asked = (other: Partial<RefundFacts>, at = now): PaymentEvent => ({
  type: 'RefundRequested',
  at,
  data: { refund: { ...refund, ...other } },
});
const paid = [requested, offered, received];
const secondReceipt: PaymentEvent = {
  type: 'PaymentReceived',
  at: now,
  data: { receipt: cast.receipt('E2', 10_000) },
};

describe('asking for a refund', () => {
  it('takes it from a receipt', () => {
    expect(given(payment, ...paid).when(ask())).toEqual([refundRequested]);
  });

  it('takes all that is left when no amount is named', () => {
    const decision = given(payment, ...paid, refundRequested).when(ask({ refundId: 're_2', amountMinor: null }));

    expect(decision).toEqual([asked({ refundId: 're_2', amountMinor: 7_000 })]);
  });

  it('takes a later receipt when the first has not enough left', () => {
    const decision = given(payment, ...paid, secondReceipt, refundRequested).when(
      ask({ refundId: 're_2', amountMinor: 9_000 }),
    );

    expect(decision).toEqual([asked({ refundId: 're_2', amountMinor: 9_000, receiptReference: 'E2' })]);
  });

  it('takes several receipts when no single one has enough left, oldest first', () => {
    const history = [...paid, secondReceipt, refundRequested];
    const wholeOf = (amountMinor: number) => ({ whole: { refundId: 're_2', amountMinor } });

    expect(given(payment, ...history).when(ask({ refundId: 're_2', amountMinor: 15_000 }))).toEqual([
      asked({ refundId: 're_2', amountMinor: 7_000, ...wholeOf(15_000) }),
      asked({ refundId: 're_2P2', amountMinor: 8_000, receiptReference: 'E2', ...wholeOf(15_000) }),
    ]);
    expect(given(payment, ...history).when(ask({ refundId: 're_2', amountMinor: null }))).toEqual([
      asked({ refundId: 're_2', amountMinor: 7_000, ...wholeOf(17_000) }),
      asked({ refundId: 're_2P2', amountMinor: 10_000, receiptReference: 'E2', ...wholeOf(17_000) }),
    ]);
    expect(given(payment, ...history).when(ask({ refundId: 're_2', amountMinor: 17_001 }))).toEqual(
      refusal('refund.exceeds_paid'),
    );
  });

  it('is the same refund when its whole is asked for again, and no other', () => {
    const whole = { refundId: 're_2', amountMinor: 15_000 };
    const history = [
      ...[...paid, secondReceipt, asked({ refundId: 're_2', amountMinor: 10_000, whole })],
      asked({ refundId: 're_2P2', amountMinor: 5_000, receiptReference: 'E2', whole }),
    ];
    const again = (amountMinor: number | null) =>
      given(payment, ...history).when(ask({ refundId: 're_2', amountMinor }));

    expect(again(15_000)).toEqual([]);
    expect(again(null)).toEqual([]);
    expect(again(10_000)).toEqual(refusal('refund.exists_with_different_content'));
  });

  it('leaves out receipts that came too long ago', () => {
    const later = cast.atSeconds(ninetyDays + 1);
    const fresh: PaymentEvent = {
      type: 'PaymentReceived',
      at: later,
      data: { receipt: { ...cast.receipt('E2', 4_000), receivedAt: later } },
    };
    expect(refundableMinor(cast.stateAfter(...paid, fresh), later)).toBe(4_000);
    expect(given(payment, ...paid, fresh).when(ask({ amountMinor: 4_001, now: later }))).toEqual(
      refusal('refund.too_late'),
    );
  });

  it('lets the owner give it alone, or the named users', () => {
    const parts = [
      { userId: 1_001, amountMinor: 1_000 },
      { userId: 7, amountMinor: 2_000 },
    ];

    expect(given(payment, ...paid).when(ask({ splitRefund: 'OWNER' }))).toEqual([
      asked({ splitRefund: [{ userId: facts.userId, amountMinor: 3_000 }] }),
    ]);
    expect(given(payment, ...paid).when(ask({ splitRefund: parts }))).toEqual([asked({ splitRefund: parts })]);
  });

  it.each<[string, PaymentEvent[], Partial<DataOf<'RequestRefund'>>, string]>([
    ['of nothing', [], {}, 'payment.not_found'],
    ['of what is not paid', [requested, offered], {}, 'refund.payment_not_paid'],
    ['of more than came', paid, { amountMinor: 10_001 }, 'refund.exceeds_paid'],
    [
      'of more than is left',
      [...paid, refundRequested],
      { refundId: 're_2', amountMinor: 7_001 },
      'refund.exceeds_paid',
    ],
    ['when all is gone', [...paid, asked({ amountMinor: 10_000 })], { refundId: 're_2' }, 'refund.nothing_left'],
    ['of zero', paid, { amountMinor: 0 }, 'refund.amount_out_of_range'],
    ['of a fraction', paid, { amountMinor: 0.5 }, 'refund.amount_out_of_range'],
    ['of an unknown receipt', paid, { receiptReference: 'E9' }, 'refund.nothing_left'],
    ['whose parts do not add up', paid, { splitRefund: [{ userId: 1, amountMinor: 2_999 }] }, 'refund.split_differs'],
    ['of a PIX after 90 days', paid, { now: cast.atSeconds(ninetyDays + 1) }, 'refund.too_late'],
    ['under the id of another', [...paid, refundRequested], { amountMinor: 1 }, 'refund.exists_with_different_content'],
  ])('is refused %s', (_, history, other, code) => {
    expect(given(payment, ...history).when(ask(other))).toEqual(refusal(code));
  });

  it('takes a PIX back until the last moment of its 90 days', () => {
    const last = cast.atSeconds(ninetyDays);

    expect(given(payment, ...paid).when(ask({ now: last }))).toEqual([asked({}, last)]);
  });

  it('says nothing the second time, whatever became of it', () => {
    expect(given(payment, ...paid, refundRequested).when(ask())).toEqual([]);
    expect(given(payment, ...paid, refundRequested, refundSettled).when(ask())).toEqual([]);
    expect(given(payment, ...paid, refundRequested, refundFailed).when(ask())).toEqual([]);
  });

  it('may be done again when one failed', () => {
    const decision = given(payment, ...paid, asked({ amountMinor: 10_000 }), refundFailed).when(
      ask({ refundId: 're_2', amountMinor: 10_000 }),
    );

    expect(decision).toEqual([asked({ refundId: 're_2', amountMinor: 10_000 })]);
  });
});

describe('a disputed payment', () => {
  const opened = (amountMinor = 10_000, receiptReference: string | undefined = 'E1'): PaymentEvent => ({
    type: 'DisputeOpened',
    at: now,
    data: {
      dispute: { disputeId: 'dsp_1', providerReference: 'C1', amountMinor, receiptReference },
      ...{ reason: null, openedAt: now },
    },
  });
  const decided = (type: 'DisputeWon' | 'DisputeLost'): PaymentEvent => ({
    type,
    at: now,
    data: { disputeId: 'dsp_1', decidedAt: now },
  });

  it.each<[string, PaymentEvent[], number | null, string]>([
    ['while it is open', [opened()], null, 'refund.payment_disputed'],
    ['while it is open, of a part', [opened()], 1, 'refund.payment_disputed'],
    ['of more than is not disputed', [opened(4_000)], 6_001, 'refund.payment_disputed'],
    ['after it was lost', [opened(), decided('DisputeLost')], null, 'refund.nothing_left'],
    ['of more than was left when it was lost', [opened(4_000), decided('DisputeLost')], 6_001, 'refund.exceeds_paid'],
    ['where it names no receipt', [opened(10_000, undefined)], 1, 'refund.payment_disputed'],
    // Before this rule another 60.00 went back here.
    [
      'of the rest, when a part had gone back before all was lost',
      [asked({ refundId: 're_0', amountMinor: 4_000 }), opened(), decided('DisputeLost')],
      6_000,
      'refund.nothing_left',
    ],
  ])('is not refunded %s', (_, since, amountMinor, code) => {
    expect(given(payment, ...paid, ...since).when(ask({ amountMinor }))).toEqual(refusal(code));
  });

  it.each<[string, PaymentEvent[], number]>([
    ['the part that is not disputed', [opened(4_000)], 6_000],
    ['another receipt', [secondReceipt, opened(10_000, 'E2')], 10_000],
    ['all of it once the dispute is won', [opened(), decided('DisputeWon')], 10_000],
  ])('gives back %s', (_, since, amountMinor) => {
    expect(given(payment, ...paid, ...since).when(ask({ amountMinor: null }))).toEqual([asked({ amountMinor })]);
    expect(refundableMinor(cast.stateAfter(...paid, ...since), now)).toBe(amountMinor);
  });

  it('does not cover a refund that waits, unless the provider has it or it came before', () => {
    const waiting = asked({ refundId: 're_1', amountMinor: 6_000 });
    const acknowledged: PaymentEvent = {
      type: 'RefundAcknowledged',
      at: now,
      data: { refundId: 're_2', providerReference: 'D2' },
    };
    const history = [...paid, waiting, asked({ refundId: 're_2', amountMinor: 1_000 })];
    const covered = (refundId: string, ...since: readonly PaymentEvent[]): boolean => {
      const state = cast.stateAfter(...history, ...since);
      if (state.status !== 'received') throw new Error('It is paid.');
      return isCovered(state, cast.receipt(), refundIn(state, refundId));
    };

    expect(covered('re_1')).toBe(true);
    expect(covered('re_1', opened(4_000))).toBe(true);
    expect(covered('re_2', opened(4_000))).toBe(false);
    expect(covered('re_1', acknowledged, opened(4_000))).toBe(false);
    expect(covered('re_1', opened(), decided('DisputeLost'))).toBe(false);
  });

  it('keeps a surplus of the same receipt, and lets that of another receipt go', () => {
    const surplus = (receiptReference: string) =>
      given(payment, ...paid, secondReceipt, opened()).when(
        ask({ purpose: 'SURPLUS', receiptReference, reason: null, amountMinor: 500 }),
      );

    expect(surplus('E1')).toMatchObject([{ type: 'RefundRequested' }, { type: 'RefundFailed' }]);
    expect(surplus('E2')).toMatchObject([{ type: 'RefundRequested', data: { refund: { receiptReference: 'E2' } } }]);
  });
});

describe('a surplus that is to go back', () => {
  const surplus = (other: Partial<DataOf<'RequestRefund'>> = {}): PaymentCommand<'RequestRefund'> =>
    ask({ purpose: 'SURPLUS', receiptReference: 'E1', reason: null, amountMinor: 500, ...other });

  it('takes the receipt it came with', () => {
    expect(given(payment, ...paid).when(surplus())).toEqual([
      asked({ purpose: 'SURPLUS', reason: null, amountMinor: 500 }),
    ]);
  });

  it('is recorded as failed when impossible, since its sender reads events only', () => {
    const decision = given(payment, ...paid, asked({ amountMinor: 9_900 })).when(surplus({ refundId: 're_2' }));

    expect(decision).toMatchObject([
      { type: 'RefundRequested', data: { refund: { refundId: 're_2', amountMinor: 500 } } },
      { type: 'RefundFailed', data: { refundId: 're_2', failure: 'At most 1.00 can go back.' } },
    ]);
    // A failed refund takes nothing from the refundable rest.
    const events = isRejection(decision) ? [] : decision;
    expect(refundableMinor(cast.stateAfter(...paid, asked({ amountMinor: 9_900 }), ...events), now)).toBe(100);
  });
});

describe('the provider’s answer about a refund', () => {
  const pending = [...paid, refundRequested];
  const acknowledged: PaymentEvent = {
    type: 'RefundAcknowledged',
    at: now,
    data: { refundId: refund.refundId, providerReference: 'D1' },
  };
  const acknowledge: PaymentCommand = {
    type: 'AcknowledgeRefund',
    data: { refundId: refund.refundId, providerReference: 'D1', now },
  };
  const settle: PaymentCommand = {
    type: 'SettleRefund',
    data: { refundId: refund.refundId, providerReference: 'D1', settledAt: now, now },
  };
  const fail: PaymentCommand = { type: 'FailRefund', data: { refundId: refund.refundId, failure: 'no balance', now } };

  it('is recorded: that it has it, that it did it, that it cannot', () => {
    expect(given(payment, ...pending).when(acknowledge)).toEqual([acknowledged]);
    expect(given(payment, ...pending).when(settle)).toEqual([refundSettled]);
    expect(given(payment, ...pending, acknowledged).when(settle)).toEqual([refundSettled]);
    expect(given(payment, ...pending).when(fail)).toEqual([refundFailed]);
  });

  it('is refused without a request, or when it ended otherwise before', () => {
    for (const command of [acknowledge, settle, fail]) {
      expect(given(payment, ...paid).when(command)).toEqual(refusal('refund.not_found'));
      expect(given(payment).when(command)).toEqual(refusal('refund.not_found'));
    }
    expect(given(payment, ...pending, refundSettled).when(fail)).toEqual(refusal('refund.ended_otherwise'));
    expect(given(payment, ...pending, refundFailed).when(settle)).toEqual(refusal('refund.ended_otherwise'));
  });

  it('is no news the second time', () => {
    expect(given(payment, ...pending, acknowledged).when(acknowledge)).toEqual([]);
    expect(given(payment, ...pending, refundSettled).when(acknowledge)).toEqual([]);
    expect(given(payment, ...pending, refundSettled).when(settle)).toEqual([]);
    expect(given(payment, ...pending, refundFailed).when(fail)).toEqual([]);
  });
});

describe('refunds of a payment in another currency', () => {
  const foreign: PaymentFacts = { ...facts, paymentMethod: 'INTERNATIONAL', provider: 'REVOLUT', fx: cast.quote };
  const opened: readonly PaymentEvent[] = [
    { type: 'PaymentRequested', at: now, data: { facts: foreign, terms: cast.terms } },
    received,
  ];

  const takeBack = (
    history: readonly PaymentEvent[],
    amountMinor: number | null,
    n: number,
  ): readonly PaymentEvent[] => {
    const decision = given(payment, ...history).when(ask({ refundId: `re_${n}`, amountMinor }));
    return isRejection(decision) ? history : [...history, ...decision];
  };
  const targets = (history: readonly PaymentEvent[]): readonly number[] =>
    refundsOf(cast.stateAfter(...history)).map(({ targetAmountMinor }) => targetAmountMinor ?? Number.NaN);

  it('give back exactly the paid amount, in any number of parts', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4_000 }), { maxLength: 12 }), (parts) => {
        const some = parts.reduce<readonly PaymentEvent[]>((all, part, n) => takeBack(all, part, n), opened);
        const all = takeBack(some, null, 99);

        expect(sumMinor(targets(all))).toBe(cast.quote.finalAmountMinor);
        expect(Math.min(...targets(all))).toBeGreaterThan(0);
      }),
    );
  });

  it('refuses a part that is nothing over there', () => {
    expect(given(payment, ...opened).when(ask({ amountMinor: 1 }))).toEqual(refusal('refund.amount_too_small'));
  });
});

it('never gives back more than came, whatever fails in between', () => {
  const step = fc.record({ amountMinor: fc.integer({ min: 1, max: 12_000 }), isFailed: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let history: readonly PaymentEvent[] = paid;
      steps.forEach(({ amountMinor, isFailed }, n) => {
        for (const command of [
          ask({ refundId: `re_${n}`, amountMinor }),
          ...(isFailed ? [{ type: 'FailRefund', data: { refundId: `re_${n}`, failure: 'no', now } } as const] : []),
        ]) {
          const decision = given(payment, ...history).when(command);
          history = isRejection(decision) ? history : [...history, ...decision];
        }
      });
      const state = cast.stateAfter(...history);
      const taken = refundsOf(state).filter(({ status }) => status !== 'failed');

      expect(sumMinor(taken.map((each) => each.amountMinor))).toBeLessThanOrEqual(10_000);
      expect(refundableMinor(state, now)).toBe(10_000 - sumMinor(taken.map((each) => each.amountMinor)));
    }),
  );
});
