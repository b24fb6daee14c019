import { given, isRejection } from '@repasse/chassis/decider';
import { stateMachine } from '@repasse/contracts';
import { type Offer, type PaymentFacts, type PaymentState, type PaymentTerms } from './payment';
import { type PaymentEvent } from './payment-events';
import { type PaymentCommand } from './payment-commands';
import { payment } from './payment.decide';

const now = '2026-11-21T12:00:00.000Z';
const long = '2030-01-01T00:00:00.000Z';
const facts: PaymentFacts = {
  paymentId: 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  invoiceId: 50_001,
  userId: 1_001,
  chargeId: null,
  attemptId: null,
  paymentMethod: 'PIX',
  amountMinor: 10_000,
  currency: 'BRL',
  provider: 'PIX_BCB',
  fx: null,
  installments: null,
};
const terms: PaymentTerms = {
  externalReference: null,
  description: null,
  payerMessage: null,
  additionalInfo: [],
  statementDescriptor: null,
  redirectUrl: null,
  card: null,
  expiresAt: '2026-11-22T12:00:00.000Z',
};
const offer: Offer = {
  providerReference: '01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  instructions: { method: 'PIX', emv: '000201…' },
};
const receipt = (providerReference: string) => ({ providerReference, amountMinor: 10_000, receivedAt: now });

const requested: PaymentEvent = { type: 'PaymentRequested', data: { ...facts, ...terms, requestedAt: now } };
const unknown: PaymentEvent = { type: 'PaymentOutcomeUnknown', data: { ...facts, outcomeUnknownAt: now } };
const offered: PaymentEvent = {
  type: 'PaymentOffered',
  data: { ...facts, ...offer, expiresAt: terms.expiresAt, offeredAt: now },
};
const received: PaymentEvent = { type: 'PaymentReceived', data: { ...facts, receipt: receipt('E1'), recordedAt: now } };
const expired: PaymentEvent = { type: 'PaymentExpired', data: { ...facts, expiredAt: long } };
const failed: PaymentEvent = {
  type: 'PaymentFailed',
  data: { ...facts, reason: 'DECLINED', detail: '', failedAt: now },
};

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
];

const commands: readonly PaymentCommand[] = [
  { type: 'RequestPayment', data: { facts, terms, now } },
  { type: 'OfferPayment', data: { offer, now } },
  { type: 'RecordReceipt', data: { receipt: receipt('E2'), now } },
  { type: 'ExpirePayment', data: { now: long } },
  { type: 'FailPayment', data: { reason: 'DECLINED', detail: '', now } },
  { type: 'RecordUnknownOutcome', data: { now } },
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

    expect(unlisted).toEqual([{ from: 'RECEIVED', to: 'RECEIVED', by: 'PaymentOfferedLate' }]);
  });
});
