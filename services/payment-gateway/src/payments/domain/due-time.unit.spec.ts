import * as cast from '../../../test/support/payments';
import { dueAfter, dueAgain } from './due-time';
import { type KnownPayment } from './payment';
import { type PaymentEvent } from './payment-events';
import { expiryGraceMs } from './payment.decide';

const { now } = cast;
const inMs = (ms: number): string => new Date(Date.parse(now) + ms).toISOString();
const requestedUntil = (expiresAt: string): PaymentEvent => ({
  type: 'PaymentRequested',
  at: now,
  data: { facts: cast.facts, terms: { ...cast.terms, expiresAt } },
});
const offered = (expiresInMs: number): KnownPayment => cast.knownAfter(requestedUntil(inMs(expiresInMs)), cast.offered);

describe('asking a provider for the first time', () => {
  it.each<[string, readonly PaymentEvent[], number | null]>([
    ['is requested', [cast.requested], 20_000],
    ['is in doubt', [cast.requested, cast.unknown], 5_000],
    ['is offered', [cast.requested, cast.offered], 15_000],
    ['is being confirmed', [cast.requested, cast.offered, cast.confirming], 5_000],
    ['is to be taken back', [cast.requested, cast.offered, cast.cancelRequested], 0],
    ['is taken back', [cast.requested, cast.offered, cast.cancelRequested, cast.canceled], null],
    ['is paid', [cast.requested, cast.offered, cast.received], null],
    ['is paid and to be refunded', [cast.requested, cast.received, cast.refundRequested], 30_000],
    ['is refunded', [cast.requested, cast.received, cast.refundRequested, cast.refundSettled], null],
    ['has failed', [cast.requested, cast.failed], null],
    ['has expired', [cast.requested, cast.expired], null],
  ])('comes in time when a payment %s', (_, history, ms) => {
    expect(dueAfter(cast.knownAfter(...history), now)).toBe(ms === null ? null : inMs(ms));
  });

  it('comes at once for a surplus, which only the reconciler requests', () => {
    const refund = { ...cast.refund, purpose: 'SURPLUS' as const };
    const history: PaymentEvent[] = [
      cast.requested,
      cast.received,
      { type: 'RefundRequested', at: now, data: { refund } },
    ];

    expect(dueAfter(cast.knownAfter(...history), now)).toBe(now);
  });

  it('comes soon for an offer that arrived after the end', () => {
    const late: PaymentEvent = { type: 'PaymentOfferedLate', at: now, data: { offer: cast.offer } };
    const state = cast.knownAfter(cast.requested, cast.cancelRequested, cast.canceled, late);

    expect(dueAfter(state, now)).toBe(inMs(5_000));
  });
});

describe('a card that was sent and not answered', () => {
  const byCard: PaymentEvent = {
    type: 'PaymentRequested',
    at: now,
    data: { facts: cast.facts, terms: { ...cast.terms, card: { brand: 'VISA', last4: '0040' } } },
  };

  it('is looked up every few seconds, since its payer can do nothing else', () => {
    const state = cast.knownAfter(byCard, cast.unknown);
    const dues = [1, 2, 10, 1_000].map((askedCount) => dueAgain(state, { now, askedCount }));

    expect(dues).toEqual([inMs(10_000), inMs(15_000), inMs(15_000), inMs(15_000)]);
  });

  it('is looked for three more times after it was taken for not made', () => {
    const failed = cast.knownAfter(byCard, cast.unknown, failedBy('PROVIDER_ERROR'));

    expect(dueAfter(failed, now)).toBe(inMs(600_000));
    expect([1, 2, 3].map((askedCount) => dueAgain(failed, { now, askedCount }))).toEqual([
      inMs(600_000),
      inMs(600_000),
      null,
    ]);
  });

  it('is left alone when its bank declined it', () => {
    expect(dueAfter(cast.knownAfter(byCard, failedBy('DECLINED')), now)).toBeNull();
  });

  const failedBy = (reason: 'PROVIDER_ERROR' | 'DECLINED'): PaymentEvent => ({
    type: 'PaymentFailed',
    at: now,
    data: { reason, detail: 'It was not to be.', decline: null, offer: null },
  });
});

describe('asking a provider again', () => {
  it('doubles the pause each time, up to two hours', () => {
    const pausesMs = [1, 2, 3, 8, 20, 1_000].map(
      (askedCount) => Date.parse(dueAgain(offered(86_400_000), { now, askedCount }) ?? '') - Date.parse(now),
    );

    expect(pausesMs).toEqual([10_000, 20_000, 40_000, 1_280_000, 7_200_000, 7_200_000]);
  });

  it('does not sleep through the end of the payment', () => {
    expect(dueAgain(offered(30_000), { now, askedCount: 20 })).toBe(inMs(30_000 + expiryGraceMs));
  });

  it('goes on after the end while the provider keeps silent', () => {
    expect(dueAgain(offered(-expiryGraceMs), { now, askedCount: 1 })).toBe(inMs(10_000));
  });

  it.each<[string, readonly PaymentEvent[], number]>([
    ['in doubt, as a payer looks at a page that says processing', [cast.unknown], 60_000],
    ['being confirmed', [cast.offered, cast.confirming], 60_000],
    ['to be taken back', [cast.offered, cast.cancelRequested], 300_000],
    ['to be refunded', [cast.received, cast.refundRequested], 1_800_000],
  ])('never pauses for long when a payment is %s', (_, history, ms) => {
    const state = cast.knownAfter(cast.requested, ...history);

    expect(dueAgain(state, { now, askedCount: 1_000 })).toBe(inMs(ms));
  });
});
