import { eventCatalogue, validateEvent } from '@repasse/contracts';
import * as cast from '../../../test/support/payments';
import { type Offer, type PaymentTerms } from '../domain/payment';
import { type PaymentEvent } from '../domain/payment-events';
import { toPublic } from './public-events';

const { now, facts, refund } = cast;
const offer: Offer = {
  providerReference: '01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  instructions: { method: 'PIX', emv: 'the BR Code' },
};
const terms: PaymentTerms = {
  ...cast.terms,
  description: 'the description',
  payerMessage: 'the message',
  additionalInfo: [{ name: 'the name', value: 'the value' }],
};
const receipt = { providerReference: 'E12345678202611211203abcdEFGH123', amountMinor: 9_999, receivedAt: now };
const dispute = { disputeId: 'dsp_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2', providerReference: 'C1', amountMinor: 9_999 };
const disputed = { ...facts, dispute, recordedAt: now };

const events: readonly PaymentEvent[] = [
  { type: 'PaymentRequested', data: { ...facts, ...terms, requestedAt: now } },
  { type: 'PaymentOffered', data: { ...facts, ...offer, expiresAt: terms.expiresAt, offeredAt: now } },
  { type: 'PaymentConfirming', data: { ...facts, offer, confirmingAt: now } },
  { type: 'PaymentPartiallyReceived', data: { ...facts, offer, partial: cast.partial, partiallyReceivedAt: now } },
  { type: 'PaymentReopened', data: { ...facts, offer, declineCode: 'insufficient_funds', reopenedAt: now } },
  { type: 'PaymentReceived', data: { ...facts, receipt, recordedAt: now } },
  { type: 'PaymentExpired', data: { ...facts, expiredAt: now } },
  { type: 'PaymentCanceled', data: { ...facts, reason: 'CHARGE_PAID', canceledAt: now } },
  {
    type: 'PaymentFailed',
    data: { ...facts, reason: 'DECLINED', detail: 'the detail', decline: null, offer: null, failedAt: now },
  },
  { type: 'PaymentOutcomeUnknown', data: { ...facts, outcomeUnknownAt: now } },
  { type: 'RefundRequested', data: { ...facts, refund: { ...refund, splitRefund: [{ userId: 7, amountMinor: 1 }] } } },
  {
    type: 'RefundSettled',
    data: { ...facts, refund, providerReference: 'D1', settledAt: cast.atSeconds(-5), recordedAt: now },
  },
  { type: 'RefundFailed', data: { ...facts, refund, failure: '', failedAt: now } },
  { type: 'DisputeOpened', data: { ...disputed, reason: null, openedAt: cast.atSeconds(-5) } },
  { type: 'DisputeWon', data: { ...disputed, decidedAt: cast.atSeconds(-5) } },
  { type: 'DisputeLost', data: { ...disputed, decidedAt: cast.atSeconds(-5) } },
];

describe('the public form of a payment’s events', () => {
  it.each(events)('of $type fits its contract, alone or for a charge', (event) => {
    const published = toPublic(event);
    const standalone = toPublic({ ...event, data: { ...event.data, chargeId: null, attemptId: null } } as PaymentEvent);

    for (const each of [published, standalone]) {
      expect(each === null ? ['private'] : validateEvent(each.type, each.data)).toEqual([]);
    }
    expect(published).toMatchObject({ key: facts.paymentId, time: now });
  });

  it.each(events)('of $type says nothing of the terms, the code or the details', (event) => {
    expect(JSON.stringify(toPublic(event))).not.toMatch(/the (BR Code|description|message|name|value|detail)/);
  });

  it('tells what was received beside what was expected', () => {
    const received = events.find(({ type }) => type === 'PaymentReceived');

    expect(received === undefined ? undefined : toPublic(received)?.data).toMatchObject({
      amountMinor: 9_999,
      expectedAmountMinor: 10_000,
      providerReference: receipt.providerReference,
    });
  });

  it('tells of a refund what goes back, and not what the payment was for', () => {
    expect(toPublic(cast.refundSettled)?.data).toMatchObject({ amountMinor: 3_000, refundId: refund.refundId });
  });

  it('tells of the payer’s currency and of installments where there are any', () => {
    const foreign = { ...facts, fx: cast.quote, installments: 3 };
    const { targetCurrency, finalAmountMinor, rate, spreadBps, source, quotedAt } = cast.quote;
    const fx = { targetCurrency, finalAmountMinor, rate, spreadBps, source, quotedAt };
    const receivedThere = toPublic({ type: 'PaymentReceived', data: { ...foreign, receipt, recordedAt: now } });
    const requestedThere = toPublic({ type: 'PaymentRequested', data: { ...foreign, ...terms, requestedAt: now } });

    for (const each of [receivedThere, requestedThere]) {
      expect(each?.data).toMatchObject({ fx, installments: 3 });
      expect(each === null ? ['private'] : validateEvent(each.type, each.data)).toEqual([]);
    }
  });

  it('tells why it was declined', () => {
    const decline = { declineCode: 'card_expired', isRetryable: false };
    const published = toPublic({
      type: 'PaymentFailed',
      data: { ...facts, reason: 'DECLINED', detail: 'no', decline, offer, failedAt: now },
    });

    expect(published?.data).toMatchObject(decline);
    expect(published === null ? ['private'] : validateEvent(published.type, published.data)).toEqual([]);
  });

  it.each<PaymentEvent>([
    { type: 'PaymentOfferedLate', data: { ...facts, ...offer, offeredAt: now } },
    { type: 'LateOfferWithdrawn', data: { ...facts, withdrawnAt: now } },
    cast.cancelRequested,
    { type: 'RefundAcknowledged', data: { ...facts, refund, providerReference: 'D1', acknowledgedAt: now } },
  ])('of $type is that it stays private', (event) => {
    expect(toPublic(event)).toBeNull();
  });

  it('says of a receipt that a part was accepted, and nothing of any other', () => {
    const accepted = toPublic({
      type: 'PaymentReceived',
      data: { ...facts, receipt, isPartAccepted: true, recordedAt: now },
    });
    const whole = toPublic({ type: 'PaymentReceived', data: { ...facts, receipt, recordedAt: now } });

    expect(validateEvent('repasse.payment.received.v1', accepted?.data)).toEqual([]);
    expect(accepted?.data).toEqual({ ...whole?.data, isPartAccepted: true });
  });

  it('covers every event the catalogue names as this service’s, but for payouts, which have their own', () => {
    const listed = eventCatalogue
      .filter(({ service, topic }) => service === 'payment-gateway' && topic === 'payment.events.v1')
      .map(({ type }) => type);

    expect(events.map((event) => toPublic(event)?.type).sort()).toEqual([...listed].sort());
  });
});
