import { given, isRejection } from '@repasse/chassis/decider';
import { stateMachine } from '@repasse/contracts';
import * as cast from '../../../test/support/payments';
import { type PaymentState } from './payment';
import { type PaymentEvent } from './payment-events';
import { type PaymentCommand } from './payment-commands';
import { payment } from './payment.decide';

const { now, facts, terms, offer, requested, unknown, offered, confirming, received, failed } = cast;
const { cancelRequested, canceled, partial, partiallyReceived } = cast;
const long = '2030-01-01T00:00:00.000Z';
const expired: PaymentEvent = { type: 'PaymentExpired', at: long, data: {} };
const lateOffer: PaymentEvent = { type: 'PaymentOfferedLate', at: now, data: { offer } };

/** Every way to come to be in a state that could make a difference. */
const histories: readonly PaymentEvent[][] = [
  [requested],
  [requested, unknown],
  [requested, offered],
  [requested, unknown, offered],
  [requested, received],
  [requested, offered, received],
  [requested, expired],
  [requested, offered, expired],
  [requested, failed],
  [requested, offered, failed],
  [requested, confirming],
  [requested, partiallyReceived],
  [requested, offered, partiallyReceived],
  [requested, offered, partiallyReceived, cast.partAccepted],
  [requested, offered, confirming],
  [requested, cancelRequested],
  [requested, unknown, cancelRequested],
  [requested, offered, cancelRequested],
  [requested, offered, confirming, cancelRequested],
  [requested, cancelRequested, canceled],
  [requested, cancelRequested, canceled, lateOffer],
  [requested, offered, cancelRequested, canceled],
  [requested, received, cast.refundRequested],
];

const commands: readonly PaymentCommand[] = [
  { type: 'RequestPayment', data: { facts, terms, now } },
  { type: 'OfferPayment', data: { offer, now } },
  { type: 'ConfirmPayment', data: { offer, now } },
  { type: 'ReopenPayment', data: { declineCode: null, now } },
  { type: 'RecordReceipt', data: { receipt: cast.receipt('E2'), now } },
  { type: 'RecordPartialReceipt', data: { partial: { ...partial, receivedPayAmount: '0.7' }, now } },
  { type: 'AcceptPartial', data: { now } },
  { type: 'ExpirePayment', data: { now: long } },
  { type: 'FailPayment', data: { reason: 'DECLINED', detail: '', now } },
  { type: 'RecordUnknownOutcome', data: { now } },
  { type: 'CancelPayment', data: { reason: 'MERCHANT', now } },
  { type: 'ConfirmCancellation', data: { isMissing: false, now } },
];

const machine = stateMachine('payment');
const nameOf = ({ status }: PaymentState): string => status.toUpperCase();
const stateAfter = (history: readonly PaymentEvent[]): PaymentState =>
  history.reduce(payment.evolve, payment.initialState);

const moves = histories.flatMap((history) =>
  commands.flatMap((command) => {
    const decision = given(payment, ...history).when(command);
    if (isRejection(decision)) return [];
    return decision.map((event) => ({
      from: nameOf(stateAfter(history)),
      to: nameOf(stateAfter([...history, event])),
      by: event.type,
    }));
  }),
);

describe('the payment against contracts/state-machines/payment.json', () => {
  it('begins where the file says', () => {
    expect(nameOf(stateAfter([requested]))).toBe(machine.initial);
  });

  it.each(machine.states)('can be %s', (state) => {
    expect(histories.map((history) => nameOf(stateAfter(history)))).toContain(state);
  });

  it.each(machine.transitions)('goes from $from to $to by $by', (transition) => {
    expect(moves).toContainEqual(transition);
  });

  it('makes no other move, except privately and on the spot', () => {
    const unlisted = moves.filter(
      (move) =>
        !machine.transitions.some((each) => each.from === move.from && each.to === move.to && each.by === move.by),
    );

    expect([
      ...new Set(unlisted.map(({ by, from, to }) => `${by} ${from === to ? 'in' : `${from} to`} ${to}`)),
    ]).toEqual([
      'PaymentCancelRequested in REQUESTED',
      'PaymentCancelRequested in UNKNOWN',
      'PaymentCancelRequested in OFFERED',
      'PaymentOfferedLate in RECEIVED',
      'PaymentCancelRequested in CONFIRMING',
      'PaymentOfferedLate in PARTIALLY_RECEIVED',
      'PaymentOfferedLate in CANCELED',
      'LateOfferWithdrawn in CANCELED',
    ]);
  });
});
