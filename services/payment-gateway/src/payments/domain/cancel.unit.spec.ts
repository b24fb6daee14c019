import { given } from '@repasse/chassis/decider';
import * as cast from '../../../test/support/payments';
import { offerUnderWayMs } from './cancel.decide';
import { type PaymentCommand } from './payment-commands';
import { payment } from './payment.decide';
import { type PaymentEvent } from './payment-events';

const { now, requested, unknown, offered, confirming, received, expired, failed } = cast;
const { cancelRequested, canceled, offer } = cast;
const refusal = (code: string): object => expect.objectContaining({ rejected: true, code }) as object;
const afterTheOffer = cast.atSeconds(offerUnderWayMs / 1_000);
const lateOffer: PaymentEvent = { type: 'PaymentOfferedLate', at: now, data: { offer } };

describe('asking to take a payment back', () => {
  const command: PaymentCommand = { type: 'CancelPayment', data: { reason: 'CHARGE_PAID', now } };

  it.each([
    ['requested', [requested]],
    ['in doubt', [requested, unknown]],
    ['offered', [requested, offered]],
    ['being confirmed', [requested, offered, confirming]],
  ])('is remembered for one that is %s, since the provider must be asked', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([cancelRequested]);
  });

  it('ends a payment that no provider was asked for at once', () => {
    const unmade: PaymentCommand = { type: 'CancelPayment', data: { reason: 'CHARGE_PAID', isUnmade: true, now } };

    expect(given(payment, requested).when(unmade)).toEqual([cancelRequested, canceled]);
    expect(given(payment, requested, cancelRequested).when(unmade)).toEqual([]);
    // Another process has asked meanwhile, so it may be made.
    expect(given(payment, requested, unknown).when(unmade)).toEqual([cancelRequested]);
    expect(given(payment, requested, offered).when(unmade)).toEqual([cancelRequested]);
  });

  it('refuses a payment that does not exist', () => {
    expect(given(payment).when(command)).toEqual(refusal('payment.not_found'));
  });

  it.each([
    ['to be taken back already', [requested, offered, cancelRequested]],
    ['paid', [requested, offered, received]],
    ['expired', [requested, offered, expired]],
    ['canceled', [requested, offered, cancelRequested, canceled]],
    ['failed', [requested, failed]],
  ])('says nothing about one that is %s', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([]);
  });
});

describe('a provider that has taken a payment back', () => {
  const command: PaymentCommand = { type: 'ConfirmCancellation', data: { isMissing: false, now } };

  it.each([
    ['requested', [requested, cancelRequested]],
    ['in doubt', [requested, cancelRequested, unknown]],
    ['offered', [requested, offered, cancelRequested]],
    ['being confirmed', [requested, offered, confirming, cancelRequested]],
    ['paid by card and canceled before, then opened again', [requested, offered, cancelRequested, confirming]],
  ])('ends one that was %s', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([canceled]);
  });

  it('is refused when no cancellation was requested', () => {
    expect(given(payment, requested, offered).when(command)).toEqual(refusal('payment.cancel_not_requested'));
    expect(given(payment).when(command)).toEqual(refusal('payment.not_found'));
  });

  it.each([
    ['paid', [requested, offered, cancelRequested, received]],
    ['expired', [requested, offered, cancelRequested, expired]],
    ['canceled', [requested, offered, cancelRequested, canceled]],
    ['failed', [requested, cancelRequested, failed]],
  ])('says nothing about one that is %s', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([]);
  });
});

describe('a provider that knows nothing of a payment to be taken back', () => {
  const missing = (at: string): PaymentCommand => ({ type: 'ConfirmCancellation', data: { isMissing: true, now: at } });

  it('is not believed while it may still be making it', () => {
    const justBefore = new Date(Date.parse(afterTheOffer) - 1).toISOString();
    const decision = given(payment, requested, cancelRequested).when(missing(justBefore));

    expect(decision).toEqual(refusal('payment.offer_under_way'));
  });

  it.each([
    ['requested', [requested, cancelRequested]],
    ['in doubt', [requested, unknown, cancelRequested]],
  ])('ends one that was %s once the question must be over', (_, history) => {
    expect(given(payment, ...history).when(missing(afterTheOffer))).toEqual([
      { type: 'PaymentCanceled', at: afterTheOffer, data: { reason: 'CHARGE_PAID' } },
    ]);
  });
});

describe('a payment whose charge has expired', () => {
  const ofExpired: PaymentEvent = { type: 'PaymentCancelRequested', at: now, data: { reason: 'CHARGE_EXPIRED' } };

  it('has expired as well, whichever service sees the end first', () => {
    const confirm: PaymentCommand = { type: 'ConfirmCancellation', data: { isMissing: false, now } };
    const unmade: PaymentCommand = { type: 'CancelPayment', data: { reason: 'CHARGE_EXPIRED', isUnmade: true, now } };

    expect(given(payment, requested, offered, ofExpired).when(confirm)).toEqual([expired]);
    expect(given(payment, requested, offered, ofExpired, expired).when(confirm)).toEqual([]);
    expect(given(payment, requested).when(unmade)).toEqual([ofExpired, expired]);
  });
});

describe('an offer that arrives on a canceled payment', () => {
  const history = [requested, cancelRequested, canceled];

  it('is kept, so that it can be withdrawn, and then is withdrawn once', () => {
    const withdrawn: PaymentEvent = { type: 'LateOfferWithdrawn', at: now, data: {} };
    const command: PaymentCommand = { type: 'ConfirmCancellation', data: { isMissing: false, now } };

    expect(given(payment, ...history).when({ type: 'OfferPayment', data: { offer, now } })).toEqual([lateOffer]);
    expect(given(payment, ...history, lateOffer).when(command)).toEqual([withdrawn]);
    expect(given(payment, ...history, lateOffer, withdrawn).when(command)).toEqual([]);
  });

  it('does not keep money from being recorded', () => {
    const receipt = cast.receipt();

    expect(given(payment, ...history, lateOffer).when({ type: 'RecordReceipt', data: { receipt, now } })).toEqual([
      received,
    ]);
  });
});
