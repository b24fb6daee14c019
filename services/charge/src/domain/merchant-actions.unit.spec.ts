import { after, create, dispute, pay, request, rules, settleRefund, stateOf } from '../../test/support/facts';
import { type ChargeCommand } from './charge.commands';
import { refundableOf } from './charge';
import { actionsOn } from './merchant-actions';

const paid = [create, request(1), pay(1)];

it.each<[string, readonly ChargeCommand[], number, readonly string[]]>([
  ['paid', [], 10_000, ['refund']],
  ['refunded in part', [settleRefund(1, 're_1', 4_000)], 6_000, ['refund']],
  ['disputed', [dispute('opened')], 0, ['wait']],
  ['disputed in part', [dispute('opened', 'dp_1', 4_000)], 6_000, ['refund', 'wait']],
  ['lost', [dispute('lost')], 0, []],
  ['lost in part', [dispute('lost', 'dp_1', 4_000)], 6_000, ['refund']],
  ['refunded in part, and the rest lost', [settleRefund(1, 're_1', 4_000), dispute('lost')], 0, []],
  ['won', [dispute('won')], 10_000, ['refund']],
])('a charge that is %s', (_, since, leftMinor, actions) => {
  const state = stateOf(after(...paid, ...since));
  if (state.status !== 'paid') throw new Error('It stays paid.');
  expect(refundableOf(state)).toBe(leftMinor);
  expect(actionsOn(state, state.status)).toEqual(actions);
});

it('counts what the merchant kept beside the charge', () => {
  const state = stateOf(
    after(create, request(1), pay(1, { receivedAmountMinor: 10_500, ...rules({ overpaid: 'accept' }) })),
  );
  expect(state.status === 'paid' && refundableOf(state)).toBe(10_500);
});

it('takes a dispute of before amounts were recorded for one of the whole payment', () => {
  const [first, ...others] = after(...paid, dispute('opened')).toReversed();
  if (first?.type !== 'ChargeDisputed') throw new Error('It is disputed last.');
  const { disputeId, paymentId } = first.data;
  const state = stateOf([...others.toReversed(), { ...first, data: { disputeId, paymentId } }]);
  expect(state.status === 'paid' && refundableOf(state)).toBe(0);
});

it('goes by the status where nothing is paid', () => {
  expect(actionsOn(stateOf(after(create)), 'pending')).toEqual(['create_attempt', 'cancel']);
});
