import { given } from '@repasse/chassis/decider';
import * as cast from '../../../test/support/payments';
import { type PartialReceipt, receiptsOf, type Receipt } from '../../payments/domain/payment';
import { type PaymentCommand } from '../../payments/domain/payment-commands';
import { payment } from '../../payments/domain/payment.decide';
import { type PaymentEvent } from '../../payments/domain/payment-events';

const { now, offer, partial, partiallyReceived, requested, unknown, offered, confirming, received } = cast;
const { expired, failed, cancelRequested, canceled } = cast;
const { providerReference } = offer;
const later = cast.atSeconds(60);
const accept: PaymentCommand = { type: 'AcceptPartial', data: { now: later } };
const refusal = (code: string): object => expect.objectContaining({ rejected: true, code }) as object;

/** 60.00 of 100.00, as the cast has it. */
const part: Receipt = { providerReference, amountMinor: partial.receivedTotalMinor, receivedAt: now };
const accepted: PaymentEvent = {
  type: 'PaymentReceived',
  at: later,
  data: { receipt: part, isPartAccepted: true },
};
const history = [requested, offered, partiallyReceived, accepted];

const told = (receivedTotalMinor: number): PaymentCommand => {
  const more: PartialReceipt = { receivedTotalMinor, receivedPayAmount: String(receivedTotalMinor) };
  return { type: 'RecordPartialReceipt', data: { partial: more, now: later } };
};
const receipt = (reference: string, amountMinor: number, receivedAt = later): PaymentCommand => ({
  type: 'RecordReceipt',
  data: { receipt: { providerReference: reference, amountMinor, receivedAt }, now: later },
});
const booked = (reference: string, amountMinor: number): PaymentEvent => ({
  type: 'PaymentReceived',
  at: later,
  data: { receipt: { providerReference: reference, amountMinor, receivedAt: later }, isPartAccepted: true },
});

describe('accepting what has come', () => {
  it('makes it a receipt of when it came', () => {
    expect(given(payment, requested, offered, partiallyReceived).when(accept)).toEqual([accepted]);
  });

  it('takes all that was told of before it', () => {
    const more = { receivedTotalMinor: 9_000, receivedPayAmount: '0.9' };
    const told: PaymentEvent = {
      type: 'PaymentPartiallyReceived',
      at: later,
      data: { partial: more },
    };

    expect(given(payment, requested, offered, partiallyReceived, told).when(accept)).toMatchObject([
      { data: { receipt: { amountMinor: 9_000, receivedAt: later } } },
    ]);
  });

  it('is no news the second time, also when the rest has come since', () => {
    expect(given(payment, ...history).when(accept)).toEqual([]);
    expect(given(payment, ...history, booked(`${providerReference}/2`, 4_000)).when(accept)).toEqual([]);
  });

  it.each([
    ['asked for', [requested]],
    ['in doubt', [requested, unknown]],
    ['waiting', [requested, offered]],
    ['being confirmed', [requested, offered, confirming]],
    ['being confirmed after a part', [requested, offered, partiallyReceived, confirming]],
    ['paid in full', [requested, offered, received]],
    ['paid in full after a part', [requested, offered, partiallyReceived, received]],
    ['expired', [requested, offered, expired]],
    ['canceled', [requested, offered, cancelRequested, canceled]],
    ['failed', [requested, failed]],
  ])('is refused for a payment that is %s', (_, events) => {
    expect(given(payment, ...events).when(accept)).toEqual(refusal('payment.not_partially_paid'));
  });

  it('is refused while the provider’s name for the payment is not known', () => {
    const blind: PaymentEvent = {
      type: 'PaymentPartiallyReceived',
      at: now,
      data: { partial },
    };
    const named: PaymentEvent = { type: 'PaymentOfferedLate', at: now, data: { offer } };

    expect(given(payment, requested, blind).when(accept)).toEqual(refusal('payment.not_partially_paid'));
    expect(given(payment, requested, blind, named).when(accept)).toEqual([accepted]);
  });

  it('is refused for what is worth less than a cent, and for nothing', () => {
    const dust: PaymentEvent = {
      type: 'PaymentPartiallyReceived',
      at: now,
      data: { partial: { receivedTotalMinor: 0, receivedPayAmount: '0.00001' } },
    };

    expect(given(payment, requested, offered, dust).when(accept)).toEqual(refusal('payment.part_too_small'));
    expect(given(payment).when(accept)).toEqual(refusal('payment.not_found'));
  });
});

describe('what comes after a part was accepted', () => {
  it.each([
    ['more, and not all', told(9_000), 3_000],
    ['a cent', told(6_001), 1],
    ['the whole', receipt(providerReference, 10_000), 4_000],
  ])('is booked less what was booked: %s', (_, command, amountMinor) => {
    expect(given(payment, ...history).when(command)).toEqual([booked(`${providerReference}/2`, amountMinor)]);
  });

  it('is counted up', () => {
    const twice = [...history, booked(`${providerReference}/2`, 3_000)];

    expect(given(payment, ...twice).when(told(9_500))).toEqual([booked(`${providerReference}/3`, 500)]);
    expect(given(payment, ...twice).when(receipt(providerReference, 10_000))).toEqual([
      booked(`${providerReference}/3`, 1_000),
    ]);
  });

  it.each([
    ['the same', told(6_000)],
    ['less, which was told earlier', told(5_000)],
    ['the same as a whole', receipt(providerReference, 6_000)],
  ])('is no news when it is %s', (_, command) => {
    expect(given(payment, ...history).when(command)).toEqual([]);
  });

  it('is no news when the whole was booked, however it is told', () => {
    const whole = [...history, booked(`${providerReference}/2`, 4_000)];

    for (const command of [receipt(providerReference, 10_000), told(10_000), told(9_999)]) {
      expect(given(payment, ...whole).when(command)).toEqual([]);
    }
  });

  it('is booked by itself when it is on top, once', () => {
    const onTop = booked('another deposit', 2_500);

    expect(given(payment, ...history).when(receipt('another deposit', 2_500))).toEqual([onTop]);
    expect(given(payment, ...history, onTop).when(receipt('another deposit', 2_500))).toEqual([]);
    expect(given(payment, ...history, onTop).when(receipt('another deposit', 2_400))).toEqual(
      refusal('payment.receipt_differs'),
    );
    // Money on top is not of the price, so the rest of that is as much as before.
    expect(given(payment, ...history, onTop).when(receipt(providerReference, 10_000))).toEqual([
      booked(`${providerReference}/2`, 4_000),
    ]);
  });

  it.each<PaymentCommand>([
    { type: 'ConfirmPayment', data: { offer, now } },
    { type: 'ReopenPayment', data: { declineCode: null, now } },
    { type: 'ExpirePayment', data: { now: '2030-01-01T00:00:00.000Z' } },
    { type: 'CancelPayment', data: { reason: 'MERCHANT', now } },
    { type: 'ConfirmCancellation', data: { isMissing: false, now } },
    { type: 'FailPayment', data: { reason: 'PROVIDER_ERROR', detail: 'refunded', now } },
  ])('does not undo it: $type', (command) => {
    expect(given(payment, ...history).when(command)).toEqual([]);
  });
});

describe('a payment from before a part could be accepted', () => {
  const events = JSON.parse(JSON.stringify([requested, offered, received])) as PaymentEvent[];

  it('is as it was, and a whole of another amount is still refused', () => {
    expect(receiptsOf(cast.stateAfter(...events))).toEqual([cast.receipt()]);
    expect(cast.stateAfter(...events)).toMatchObject({ status: 'received', acceptedReference: null });
    expect(given(payment, ...events).when(receipt('E1', 12_000))).toEqual(refusal('payment.receipt_differs'));
    expect(given(payment, ...events).when(told(9_000))).toEqual([]);
  });
});
