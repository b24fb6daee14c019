import { given, isRejection } from '@repasse/chassis/decider';
import { stateMachine } from '@repasse/contracts';
import * as cast from '../../../test/support/payments';
import { type PaymentCommand } from '../../payments/domain/payment-commands';
import { refundsOf } from '../../payments/domain/payment';
import { payment } from '../../payments/domain/payment.decide';
import { type PaymentEvent } from '../../payments/domain/payment-events';

const { now, refund, requested, received, refundRequested, refundSettled, refundFailed } = cast;
const acknowledged: PaymentEvent = {
  type: 'RefundAcknowledged',
  at: now,
  data: { refundId: refund.refundId, providerReference: 'D1' },
};
const paid = [requested, received];
const histories: readonly PaymentEvent[][] = [
  [...paid, refundRequested],
  [...paid, refundRequested, acknowledged],
  [...paid, refundRequested, refundSettled],
  [...paid, refundRequested, acknowledged, refundSettled],
  [...paid, refundRequested, refundFailed],
];
const { refundId } = refund;
const commands: readonly PaymentCommand[] = [
  {
    type: 'RequestRefund',
    data: { ...refund, amountMinor: 3_000, splitRefund: null, receiptReference: null, now },
  },
  { type: 'AcknowledgeRefund', data: { refundId, providerReference: 'D1', now } },
  { type: 'SettleRefund', data: { refundId, providerReference: 'D1', settledAt: now, now } },
  { type: 'FailRefund', data: { refundId, failure: 'no balance', now } },
];

const machine = stateMachine('refund');
const nameAfter = (history: readonly PaymentEvent[]): string =>
  refundsOf(cast.stateAfter(...history))[0]?.status.toUpperCase() ?? 'NONE';

const moves = histories.flatMap((history) =>
  commands.flatMap((command) => {
    const decision = given(payment, ...history).when(command);
    if (isRejection(decision)) return [];
    return decision.map((event) => ({ from: nameAfter(history), to: nameAfter([...history, event]), by: event.type }));
  }),
);

describe('the refund against contracts/state-machines/refund.json', () => {
  it('begins where the file says', () => {
    expect(nameAfter([...paid, refundRequested])).toBe(machine.initial);
  });

  it.each(machine.states)('can be %s', (state) => {
    expect(histories.map(nameAfter)).toContain(state);
  });

  it.each(machine.transitions)('goes from $from to $to by $by', (transition) => {
    expect(moves).toContainEqual(transition);
  });

  it('makes no other move, except privately and on the spot', () => {
    const unlisted = moves.filter(
      (move) =>
        !machine.transitions.some((each) => each.from === move.from && each.to === move.to && each.by === move.by),
    );

    expect(unlisted).toEqual([{ from: 'PENDING', to: 'PENDING', by: 'RefundAcknowledged' }]);
  });
});
