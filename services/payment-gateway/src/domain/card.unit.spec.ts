import { given, isRejection } from '@repasse/chassis/decider';
import { atSeconds, facts, now, offer, stateAfter, terms } from '../../test/support/payments';
import { dueAfter } from './due-time';
import { isAwaitingPayer, type PaymentFacts } from './payment';
import { type PresentCard } from './payment-commands';
import { expiryGraceMs, payment } from './payment.decide';
import { type PaymentEvent } from './payment-events';

const own: PaymentFacts = { ...facts, chargeId: null, attemptId: null, paymentMethod: 'CREDIT_CARD' };
const waits: PaymentEvent = { type: 'PaymentRequested', data: { ...own, ...terms, requestedAt: now } };
const card = { brand: 'VISA', last4: '0040' };
const command = (at = atSeconds(3_600)): PresentCard => ({
  type: 'PresentCard',
  data: { card, installments: 3, now: at },
});
const presented: PaymentEvent = {
  type: 'CardPresented',
  data: { ...own, installments: 3, card, presentedAt: atSeconds(3_600) },
};
const expired: PaymentEvent = { type: 'PaymentExpired', data: { ...own, expiredAt: now } };
const received: PaymentEvent = {
  type: 'PaymentReceived',
  data: { ...own, receipt: { providerReference: 'S1', amountMinor: 10_000, receivedAt: now }, recordedAt: now },
};

const refusedAs = (history: readonly PaymentEvent[], at?: string): string => {
  const decision = given(payment, ...history).when(command(at));
  return isRejection(decision) ? decision.code : 'not refused';
};

describe('a payment that waits for its payer', () => {
  it('takes a card, and the installments its payer has chosen', () => {
    expect(given(payment, waits).when(command())).toEqual([presented]);
    const after = stateAfter(waits, presented);
    expect(after).toMatchObject({ status: 'requested', facts: { installments: 3 }, terms: { card } });
    expect([isAwaitingPayer(stateAfter(waits)), isAwaitingPayer(after)]).toEqual([true, false]);
  });

  it('counts from the card on how long the acquirer is asked for it', () => {
    expect(stateAfter(waits, presented)).toMatchObject({ requestedAt: atSeconds(3_600) });
    expect(dueAfter(stateAfter(waits, presented), atSeconds(3_600))).toBe(atSeconds(3_620));
  });

  it('is due when it ends, and not before', () => {
    const end = new Date(Date.parse(terms.expiresAt) + expiryGraceMs).toISOString();

    expect(dueAfter(stateAfter(waits), now)).toBe(end);
  });

  it.each<[string, readonly PaymentEvent[]]>([
    ['was sent one', [waits, presented]],
    ['is in doubt', [waits, presented, { type: 'PaymentOutcomeUnknown', data: { ...own, outcomeUnknownAt: now } }]],
    ['is confirming', [waits, presented, { type: 'PaymentConfirming', data: { ...own, offer, confirmingAt: now } }]],
  ])('takes no second card when it %s', (_, history) => {
    expect(refusedAs(history)).toBe('payment.card_in_progress');
  });

  it.each<[string, readonly PaymentEvent[], string | undefined]>([
    ['past its time', [waits], terms.expiresAt],
    ['expired', [waits, expired], undefined],
    ['paid', [waits, presented, received], undefined],
  ])('takes no card once it is %s', (_, history, at) => {
    expect(refusedAs(history, at)).toBe('payment.closed');
  });

  it('is not there for everybody', () => {
    expect(refusedAs([])).toBe('payment.not_found');
    const pix: PaymentEvent = { type: 'PaymentRequested', data: { ...facts, ...terms, requestedAt: now } };
    expect(refusedAs([pix])).toBe('payment.card_in_progress');
  });

  it('says nothing when it has ended already', () => {
    expect(
      given(payment, waits, expired).when({ type: 'ExpirePayment', data: { now: '2030-01-01T00:00:00.000Z' } }),
    ).toEqual([]);
  });
});
