import { given } from '@repasse/chassis/decider';
import * as cast from '../../../test/support/payments';
import { type PaymentCommand } from './payment-commands';
import { payment } from './payment.decide';
import { type PaymentEvent } from './payment-events';

const { facts, now, offer, requested, unknown, offered, confirming, received, expired, failed } = cast;
const { cancelRequested, canceled } = cast;
const refusal = (code: string): object => expect.objectContaining({ rejected: true, code }) as object;

describe('a payer whose part is done', () => {
  const command: PaymentCommand = { type: 'ConfirmPayment', data: { offer, now } };

  it.each([
    ['requested', [requested]],
    ['in doubt', [requested, unknown]],
    ['offered', [requested, offered]],
    ['expired, since they may have paid in the last moment', [requested, offered, expired]],
    ['canceled, since they may have been faster', [requested, offered, cancelRequested, canceled]],
  ])('is told of when the payment was %s', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([confirming]);
  });

  it('keeps the first offer', () => {
    const other = { ...offer, providerReference: 'another' };

    expect(given(payment, requested, offered).when({ type: 'ConfirmPayment', data: { offer: other, now } })).toEqual([
      confirming,
    ]);
  });

  it('is refused for a payment that failed, and for none', () => {
    expect(given(payment, requested, failed).when(command)).toEqual(refusal('payment.closed'));
    expect(given(payment).when(command)).toEqual(refusal('payment.not_found'));
  });

  it.each([
    ['known', [requested, offered, confirming]],
    ['paid', [requested, offered, received]],
  ])('is no news when it is %s', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([]);
  });
});

describe('a payer whose try failed', () => {
  const command: PaymentCommand = { type: 'ReopenPayment', data: { declineCode: 'insufficient_funds', now } };

  it('may try again', () => {
    expect(given(payment, requested, offered, confirming).when(command)).toEqual([
      { type: 'PaymentReopened', at: now, data: { offer, declineCode: 'insufficient_funds' } },
    ]);
  });

  it('cannot where nothing was offered', () => {
    const blind: PaymentEvent = { type: 'PaymentConfirming', at: now, data: { offer: null } };

    expect(given(payment, requested, blind).when(command)).toEqual(refusal('payment.not_offered'));
    expect(given(payment).when(command)).toEqual(refusal('payment.not_found'));
  });

  it.each([
    ['requested', [requested]],
    ['in doubt', [requested, unknown]],
    ['offered', [requested, offered]],
    ['paid', [requested, offered, received]],
    ['expired', [requested, offered, expired]],
    ['canceled', [requested, offered, cancelRequested, canceled]],
    ['failed', [requested, failed]],
  ])('is no news when the payment is %s', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([]);
  });
});

describe('a quote', () => {
  const withQuote = (other: object): PaymentCommand => ({
    type: 'RequestPayment',
    data: {
      facts: { ...facts, paymentMethod: 'INTERNATIONAL', fx: { ...cast.quote, ...other } },
      terms: cast.terms,
      now,
    },
  });

  it('is kept with the payment it was given for', () => {
    expect(given(payment).when(withQuote({}))).toMatchObject([
      { type: 'PaymentRequested', data: { facts: { fx: cast.quote } } },
    ]);
  });

  it.each([
    ['of another amount', { sourceAmountMinor: 9_999 }],
    ['that has expired', { expiresAt: now }],
  ])('%s cannot be used', (_, other) => {
    expect(given(payment).when(withQuote(other))).toEqual(refusal('fx.quote_unusable'));
  });

  it('that expired meanwhile does not matter to a repeat, and another one does', () => {
    const first = given(payment).when(withQuote({}));
    const history = Array.isArray(first) ? (first as PaymentEvent[]) : [];
    const later: PaymentCommand = {
      ...withQuote({}),
      data: { ...withQuote({}).data, now: cast.atSeconds(7_200) },
    } as PaymentCommand;

    expect(given(payment, ...history).when(later)).toEqual([]);
    expect(given(payment, ...history).when(withQuote({ quoteId: 'fxq_01KAJ2E8V4N7Q0S6T3W9X5Y1Z9' }))).toEqual(
      refusal('payment.exists_with_different_content'),
    );
  });
});
