import { given } from '@repasse/chassis/decider';
import * as cast from '../../../test/support/payments';
import { type PaymentCommand } from '../../payments/domain/payment-commands';
import { payment } from '../../payments/domain/payment.decide';

const { now, partial, partiallyReceived } = cast;
const { requested, unknown, offered, confirming, received, expired, failed, cancelRequested, canceled } = cast;
const command: PaymentCommand = { type: 'RecordPartialReceipt', data: { partial, now } };
const refusal = (code: string): object => expect.objectContaining({ rejected: true, code }) as object;

describe('less than the price', () => {
  it.each([
    ['offered', [requested, offered]],
    ['being confirmed', [requested, offered, confirming]],
    ['expired', [requested, offered, expired]],
    ['canceled', [requested, offered, cancelRequested, canceled]],
  ])('is recorded for a payment that was %s', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([partiallyReceived]);
  });

  it.each([
    ['in doubt', [requested, unknown]],
    ['failed', [requested, failed]],
  ])('is recorded for a payment that was %s and never offered', (_, history) => {
    const blind = {
      type: 'PaymentPartiallyReceived',
      at: now,
      data: { partial },
    };

    expect(given(payment, ...history).when(command)).toEqual([blind]);
  });

  it('is no news when it is told again, and is when more has come', () => {
    const more = { receivedTotalMinor: 9_000, receivedPayAmount: '0.9' };
    const history = [requested, offered, partiallyReceived];

    expect(given(payment, ...history).when(command)).toEqual([]);
    expect(given(payment, ...history).when({ type: 'RecordPartialReceipt', data: { partial: more, now } })).toEqual([
      { type: 'PaymentPartiallyReceived', at: now, data: { partial: more } },
    ]);
  });

  it('is a part of the price once that has come', () => {
    expect(given(payment, requested, offered, received).when(command)).toEqual([]);
  });

  it('is refused for a payment that does not exist', () => {
    expect(given(payment).when(command)).toEqual(refusal('payment.not_found'));
  });

  it('does not expire, and is not taken back', () => {
    const history = [requested, offered, partiallyReceived];
    const later = '2030-01-01T00:00:00.000Z';

    expect(given(payment, ...history).when({ type: 'ExpirePayment', data: { now: later } })).toEqual([]);
    expect(given(payment, ...history).when({ type: 'CancelPayment', data: { reason: 'MERCHANT', now } })).toEqual([]);
  });

  it('gives way to the price', () => {
    const receipt = cast.receipt();

    expect(
      given(payment, requested, offered, partiallyReceived).when({ type: 'RecordReceipt', data: { receipt, now } }),
    ).toEqual([received]);
  });
});
