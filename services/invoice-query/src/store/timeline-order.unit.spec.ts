import fc from 'fast-check';
import { type TimelineEntry } from './timeline-entry';
import { inOrder } from './timeline-order';

const at = (seconds: string): string => `2026-11-21T12:00:${seconds}Z`;
const ids = { chargeId: 'ch_1', paymentId: 'pay_1', refundId: 're_1', providerReference: 'E1' };

/** Of the service that the type's family is of. */
const entry = (type: string, position: number, seconds: string, details: object = {}): TimelineEntry => {
  const source = /^(payment|refund|dispute|payout)\./.test(type)
    ? 'repasse/payment-gateway'
    : /^(split|funds|withdrawal)\./.test(type)
      ? 'repasse/split-settlement'
      : 'repasse/charge';
  const event = { eventId: `evt_${type}_${position}`, type: `repasse.${type}.v1`, source, position, at: at(seconds) };
  return { ...event, details: { ...ids, ...details } } as TimelineEntry;
};

const typesOf = (entries: readonly TimelineEntry[]): string[] => entries.map(({ type }) => type.slice(8, -3));

/** The provider says that it gave the money back at 05, when nobody here had asked for it by our clocks. */
const refunded = [
  entry('payment.received', 1, '00.000'),
  entry('charge.paid', 1, '00.100'),
  entry('refund.requested', 2, '06.000'),
  entry('refund.settled', 3, '07.000'),
  entry('charge.refunded', 2, '05.000'),
  entry('split.reversed', 1, '07.300'),
];

describe('the order of a timeline', () => {
  it('shows a refund of a charge behind the one that settled, though it has the provider’s time', () => {
    expect(typesOf(inOrder(refunded, undefined))).toEqual([
      ...['payment.received', 'charge.paid', 'refund.requested', 'refund.settled', 'charge.refunded', 'split.reversed'],
    ]);
  });

  it('is the same however the events arrived', () => {
    const expected = typesOf(inOrder(refunded, undefined));
    fc.assert(
      fc.property(fc.shuffledSubarray(refunded, { minLength: refunded.length }), (arrived) => {
        expect(typesOf(inOrder(arrived, undefined))).toEqual(expected);
      }),
    );
  });

  it('as of a moment has no consequence whose cause comes later', () => {
    expect(typesOf(inOrder(refunded, at('06.500')))).toEqual(['payment.received', 'charge.paid', 'refund.requested']);
  });

  it('keeps the positions of a stream whatever its times', () => {
    const opened = [entry('payment.offered', 1, '03.000'), entry('dispute.opened', 2, '01.000')];
    expect(typesOf(inOrder(opened.toReversed(), undefined))).toEqual(['payment.offered', 'dispute.opened']);
  });

  it('has a charge paid by the first receipt, and a surplus behind its own', () => {
    const surplus = entry('charge.surplus_received', 2, '01.000', { providerReference: 'E2' });
    const shown = inOrder(
      [
        surplus,
        entry('payment.received', 2, '09.000', { providerReference: 'E2' }),
        entry('charge.paid', 1, '01.000'),
        entry('payment.received', 1, '00.000'),
      ],
      undefined,
    );
    expect(typesOf(shown)).toEqual([
      ...['payment.received', 'charge.paid', 'payment.received', 'charge.surplus_received'],
    ]);
  });

  it('has a withdrawal requested, paid out and booked, also where clocks differ', () => {
    const shown = inOrder(
      [
        entry('withdrawal.paid', 2, '01.000', { withdrawalId: 'wd_1' }),
        entry('payout.settled', 2, '02.000', { withdrawalId: 'wd_1' }),
        entry('payout.requested', 1, '00.000', { withdrawalId: 'wd_1' }),
        entry('withdrawal.requested', 1, '00.500', { withdrawalId: 'wd_1' }),
      ],
      undefined,
    );
    expect(typesOf(shown)).toEqual([
      ...['withdrawal.requested', 'payout.requested', 'payout.settled', 'withdrawal.paid'],
    ]);
  });
});
