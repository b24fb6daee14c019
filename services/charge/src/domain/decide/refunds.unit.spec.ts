import { given } from '@repasse/chassis/decider';
import {
  after,
  create,
  dispute,
  expire,
  failRefund,
  now,
  pay,
  refusal,
  request,
  resolve,
  rules,
  settleRefund,
  stateOf,
  types,
} from '../../../test/support/facts';
import { type ChargeCommand } from '../charge.commands';
import { charge } from '../charge.decide';

const paid = [create, request(1), pay(1)];
const decided = (history: readonly ChargeCommand[], command: ChargeCommand) =>
  given(charge, ...after(...history)).when(command);

describe('recording a refund', () => {
  it('is of a part, and then of the rest', () => {
    expect(decided(paid, settleRefund(1, 're_1', 4_000))).toMatchObject([
      { type: 'ChargeRefunded', at: now, data: { amountMinor: 4_000, isFull: false } },
    ]);
    const history = [...paid, settleRefund(1, 're_1', 4_000)];
    expect(decided(history, settleRefund(1, 're_2', 6_000))).toMatchObject([
      { data: { amountMinor: 6_000, isFull: true } },
    ]);
    expect(stateOf(after(...history))).toMatchObject({ status: 'paid', attempts: [{ situation: { status: 'paid' } }] });
    expect(stateOf(after(...history, settleRefund(1, 're_2', 6_000)))).toMatchObject({
      status: 'refunded',
      attempts: [{ situation: { status: 'refunded' } }],
    });
  });

  it('says nothing the second time', () => {
    expect(decided([...paid, settleRefund(1, 're_1', 4_000)], settleRefund(1, 're_1', 4_000))).toEqual([]);
  });

  it('takes a charge that two payments made from each of them', () => {
    const rest = { grossAmountMinor: 4_000 };
    const history = [
      ...[create, request(1), pay(1, { receivedAmountMinor: 6_000 }), request(2, rest)],
      ...[pay(2, { receivedAmountMinor: 4_000 }), settleRefund(1, 're_1', 6_000)],
    ];
    expect(stateOf(after(...history))).toMatchObject({
      status: 'paid',
      attempts: [{ situation: { status: 'refunded' } }, { situation: { status: 'paid' } }],
    });
    expect(decided(history, settleRefund(1, 're_2', 1))).toEqual(refusal('charge.refund_unrelated'));
    expect(decided(history, settleRefund(2, 're_2', 4_000))).toMatchObject([{ data: { isFull: true } }]);
  });

  it('is of what lies beside the charge once the charge’s own is used up', () => {
    const history = [create, request(1), pay(1, { receivedAmountMinor: 10_500, ...rules({ overpaid: 'accept' }) })];
    expect(decided(history, settleRefund(1, 're_1', 10_200))).toMatchObject([
      { type: 'ChargeRefunded', data: { amountMinor: 10_000, isFull: true } },
      { type: 'ChargeSurplusRefunded', data: { amountMinor: 200 } },
    ]);
    expect(stateOf(after(...history, settleRefund(1, 're_1', 10_200))).surpluses).toMatchObject([
      { standing: 'refunded', amountMinor: 200 },
      { standing: 'accepted', amountMinor: 300 },
    ]);
  });

  it('is of held money where the charge was never paid', () => {
    const late = { receivedAt: '2026-01-03T00:00:00.000Z', ...rules({ late: 'hold' }) };
    const history = [create, request(1), expire, pay(1, late)];
    expect(types(decided(history, settleRefund(1, 're_1', 10_000)))).toEqual(['ChargeSurplusRefunded']);
    expect(decided([...history, settleRefund(1, 're_1', 10_000)], resolve(1, 'ACCEPT'))).toEqual(
      refusal('charge.held_payment_resolved'),
    );
  });

  it('tells of each receipt once, what is held of it before what was kept', () => {
    const late = { receivedAt: '2026-01-03T00:00:00.000Z', ...rules({ late: 'hold' }) };
    const again = { ...rules({ duplicate: 'hold' }), providerReference: 'E9', receivedAmountMinor: 500 };
    const history = [
      ...[create, request(1), expire, pay(1, { ...late, receivedAmountMinor: 12_000 }), resolve(1, 'ACCEPT')],
      pay(1, again),
    ];
    expect(decided(history, settleRefund(1, 're_1', 12_400))).toMatchObject([
      { type: 'ChargeRefunded', data: { amountMinor: 10_000 } },
      { type: 'ChargeSurplusRefunded', data: { providerReference: 'E1', amountMinor: 2_000 } },
      { type: 'ChargeSurplusRefunded', data: { providerReference: 'E9', amountMinor: 400 } },
    ]);
    expect(stateOf(after(...history, settleRefund(1, 're_1', 12_400))).surpluses.at(-1)).toMatchObject({
      standing: 'held',
      amountMinor: 100,
    });
  });

  it('refuses more than there was, and payments of other charges', () => {
    expect(decided(paid, settleRefund(1, 're_1', 10_001))).toEqual(refusal('charge.refund_unrelated'));
    expect(decided(paid, settleRefund(9, 're_1', 1))).toEqual(refusal('charge.refund_unrelated'));
    expect(decided([], settleRefund(1, 're_1', 1))).toEqual(refusal('charge.not_found'));
  });

  it('changes nothing when the merchant’s own comes to nothing', () => {
    expect(decided(paid, failRefund('re_1'))).toEqual([]);
  });
});

describe('a dispute', () => {
  it('is known until it is won', () => {
    expect(types(decided(paid, dispute('opened')))).toEqual(['ChargeDisputed']);
    expect(types(decided([...paid, dispute('opened')], dispute('won')))).toEqual(['DisputeDecided']);
    expect(stateOf(after(...paid, dispute('opened'), dispute('won'))).disputes).toEqual([
      { disputeId: 'dp_1', paymentId: 'pay_1', amountMinor: 10_000, standing: 'won' },
    ]);
  });

  it('is no news the second time', () => {
    expect(decided([...paid, dispute('opened')], dispute('opened'))).toEqual([]);
    expect(decided([...paid, dispute('opened'), dispute('lost')], dispute('lost'))).toEqual([]);
    expect(decided([...paid, dispute('opened'), dispute('lost')], dispute('won'))).toEqual([]);
  });

  it('is taken from its end where its beginning was not consumed', () => {
    expect(types(decided(paid, dispute('lost')))).toEqual(['ChargeDisputed', 'DisputeDecided']);
  });
});
