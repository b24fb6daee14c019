import { catalogueEntry, eventCatalogue, type AnyEvent, type EventType } from '@repasse/contracts';
import { exampleEvent } from '@repasse/chassis/testing/example-event';
import { isRejection } from '@repasse/chassis/decider';
import { type PublicForm } from '@repasse/chassis/outbox/outbox';
import * as cast from '../../../test/support/payments';
import { type PaymentState } from '../domain/payment';
import { payment } from '../domain/payment.decide';
import { type PaymentEvent } from '../domain/payment-events';
import { toDomain, type PublicPaymentEvent } from './domain-events';
import { toPublic } from './public-events';

const { now, facts } = cast;
const paymentId = facts.paymentId;

interface Told {
  readonly form: PublicForm;
  readonly time: string;
}

/** The public events of a history. */
const told = (history: readonly PaymentEvent[]): readonly Told[] => {
  let state: PaymentState = { status: 'absent' };
  return history.flatMap((event) => {
    state = payment.evolve(state, event);
    const form = toPublic(event, state);
    return form === null ? [] : [{ form, time: event.at }];
  });
};

/** The history that public events tell of. */
const rebuilt = (publicEvents: readonly PublicPaymentEvent[]): readonly PaymentEvent[] => {
  let state: PaymentState = { status: 'absent' };
  return publicEvents.flatMap((event) => {
    const { events } = toDomain(event, state);
    state = events.reduce(payment.evolve, state);
    return events;
  });
};

const asReceived = ({ form, time }: Told, index: number): PublicPaymentEvent =>
  exampleEvent(form.type, { key: paymentId, position: index + 1, time, data: form.data }) as PublicPaymentEvent;

/** By the decider, so that the history is one that can be. */
const decided = (history: readonly PaymentEvent[], command: Parameters<typeof payment.decide>[0]) => {
  const events = payment.decide(command, cast.stateAfter(...history));
  if (isRejection(events)) throw new Error(events.detail);
  return [...history, ...events];
};

const requested = 'repasse.payment.requested.v1';
const received = 'repasse.payment.received.v1';
const opened = 'repasse.dispute.opened.v1';
const evidenced = 'repasse.dispute.evidence_added.v1';

/** The events that have to be told before an example, where there are any. */
const historyOf: Partial<Record<EventType, readonly EventType[]>> = {
  'repasse.payment.requested.v1': [],
  'repasse.payment.reopened.v1': [requested, 'repasse.payment.confirming.v1'],
  'repasse.payment.partially_received.v1': [requested, 'repasse.payment.partially_received.v1'],
  'repasse.refund.requested.v1': [requested, received],
  'repasse.refund.settled.v1': [requested, received, 'repasse.refund.requested.v1'],
  'repasse.refund.failed.v1': [requested, received, 'repasse.refund.requested.v1'],
  'repasse.dispute.opened.v1': [requested, received],
  'repasse.dispute.won.v1': [requested, received, opened],
  'repasse.dispute.lost.v1': [requested, received, opened],
  'repasse.dispute.evidence_added.v1': [requested, received, opened],
  'repasse.dispute.evidence_removed.v1': [requested, received, opened, evidenced],
  'repasse.dispute.answered.v1': [requested, received, opened, evidenced],
};

/** The reference of a payment is known to the second deposit at the latest. */
const unnamed = { providerReference: null };

/** The example, and those before it told of the same payment. */
const examplesUpTo = (type: EventType): readonly PublicPaymentEvent[] => {
  const { paymentMethod, provider } = catalogueEntry(type).example as unknown as typeof facts;
  const before = historyOf[type] ?? [requested];
  return [...before, type].map(
    (each, index) =>
      exampleEvent(each, {
        ...{ key: paymentId, position: index + 1, time: timeOf(each) },
        data: { paymentMethod, provider, ...(index < before.length && each === type ? unnamed : {}) },
      }) as PublicPaymentEvent,
  );
};

/** An event is dated by its decision, which is the time that its data show. */
const timeOf = (type: EventType): string => {
  const { example } = catalogueEntry(type);
  const dated = Object.entries(example).find(([name]) =>
    /^(requested|offered|confirming|partiallyReceived|reopened|recorded|expired|canceled|failed|outcomeUnknown|added|removed|answered)At$/.test(
      name,
    ),
  );
  return typeof dated?.[1] === 'string' ? dated[1] : now;
};

const types = eventCatalogue.filter(({ topic }) => topic === 'payment.events.v1').map(({ type }) => type);

describe('the domain events that a public one tells of', () => {
  it.each(types)('are told again word for word: %s', (type) => {
    const events = examplesUpTo(type);
    const again = told(rebuilt(events));

    expect(again.map(({ form }) => form)).toEqual(
      events.map((event: AnyEvent) => ({ type: event.type, data: event.data })),
    );
    expect(again.map(({ time }) => time)).toEqual(events.map(({ time }) => time));
  });

  const coins = {
    ...{
      payAddress: '0xabcdef0123',
      payAmount: '0.123',
      payCurrency: 'BTC',
      network: 'btc',
      memo: null,
      uri: 'bitcoin:0xa',
    },
  };
  const crypto = {
    ...facts,
    paymentMethod: 'CRYPTO',
    provider: 'NOWPAYMENTS',
    chargeId: null,
    attemptId: null,
  } as const;
  const coinsRequested: PaymentEvent = {
    ...cast.requested,
    data: { facts: crypto, terms: { ...cast.terms, payCurrency: 'BTC' } },
  } as PaymentEvent;
  const coinsOffered: PaymentEvent = {
    ...{ type: 'PaymentOffered', at: now },
    data: { offer: { providerReference: '57', instructions: { method: 'CRYPTO', ...coins } } },
  };
  const card: PaymentEvent = {
    ...cast.requested,
    data: { facts: { ...facts, paymentMethod: 'CREDIT_CARD', provider: 'CIELO', installments: 3 }, terms: cast.terms },
  } as PaymentEvent;
  const abroad: PaymentEvent = {
    ...cast.requested,
    data: {
      facts: { ...facts, paymentMethod: 'INTERNATIONAL', provider: 'REVOLUT', fx: cast.quote },
      terms: cast.terms,
    },
  } as PaymentEvent;
  const secondReceipt: PaymentEvent = {
    ...{ type: 'PaymentReceived', at: now },
    data: { receipt: cast.receipt('E2', 5_000) },
  };
  const twice = [cast.requested, cast.offered, cast.received, secondReceipt];
  const refundOverBoth = decided(twice, {
    type: 'RequestRefund',
    data: {
      ...{ refundId: cast.refund.refundId, purpose: 'MERCHANT', receiptReference: null, amountMinor: 12_000 },
      ...{ reason: null, requestedBy: 'key_a', splitRefund: null, now },
    },
  });
  const second = `${cast.refund.refundId}P2`;
  const settledPart = (refundId: string): PaymentEvent => ({
    type: 'RefundSettled',
    at: now,
    data: { refundId, providerReference: 'D1', settledAt: now },
  });

  it.each<[string, readonly PaymentEvent[]]>([
    ['a PIX that was paid', [cast.requested, cast.offered, cast.received]],
    ['one whose outcome was in doubt', [cast.requested, cast.unknown, cast.offered, cast.expired]],
    ['one that was canceled', [cast.requested, cast.offered, cast.cancelRequested, cast.canceled]],
    ['one that was paid twice', twice],
    ['a card that was declined', [card, cast.failed]],
    ['a payer abroad who paid', [abroad, cast.confirming, cast.received]],
    [
      'coins that came in part and were accepted',
      [coinsRequested, coinsOffered, cast.partiallyReceived, cast.partAccepted],
    ],
    ['a refund that was settled', [cast.requested, cast.received, cast.refundRequested, cast.refundSettled]],
    ['a refund that failed', [cast.requested, cast.received, cast.refundRequested, cast.refundFailed]],
    ['a refund over two receipts', [...refundOverBoth, settledPart(cast.refund.refundId), settledPart(second)]],
    [
      'a refund of which a part failed',
      [
        ...refundOverBoth,
        { type: 'RefundFailed', at: now, data: { refundId: second, failure: 'no' } },
        settledPart(cast.refund.refundId),
      ],
    ],
  ])('tell of %s as it was told first', (_, history) => {
    const first = told(history);
    const again = rebuilt(first.map(asReceived));

    expect(told(again)).toEqual(first);
  });

  it('take back the same receipts when a refund is rebuilt, so that no other is given back', () => {
    const again = rebuilt(told(refundOverBoth).map(asReceived));

    expect(again).toEqual([
      ...told(twice).map((): unknown => expect.anything()),
      ...refundOverBoth.slice(twice.length),
    ]);
  });

  it('keep an event that was told before offers showed their code', () => {
    const [first, offered] = examplesUpTo('repasse.payment.offered.v1');
    const events = rebuilt([first!, offered!]);

    expect(events[1]).toMatchObject({
      type: 'PaymentOffered',
      data: { offer: { instructions: { method: 'PIX', emv: '' } } },
    });
  });

  it('name what they cannot bring back', () => {
    const lostOf = (event: PaymentEvent) => {
      const [first] = told([event]).map(asReceived);
      return toDomain(first!, { status: 'absent' }).lost?.join('; ');
    };

    expect(lostOf(cast.requested)).toBe('the payer, the description and the messages of a payment');
    expect(lostOf(card)).toContain('Unknown 0000');
    expect(lostOf(abroad)).toContain('the id of a quote');
  });
});
