import { countingIds } from '@repasse/chassis/testing/ids';
import { eventCatalogue, validateEvent } from '@repasse/contracts';
import { type Offer, type PaymentFacts } from '../domain/payment';
import { type PaymentEvent } from '../domain/payment-events';
import { toPublic } from './public-events';

const now = '2026-11-21T12:00:00.000Z';
const facts: PaymentFacts = {
  paymentId: 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  invoiceId: 50_001,
  userId: 1_001,
  chargeId: 'ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  attemptId: 'att_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  paymentMethod: 'PIX',
  amountMinor: 10_000,
  currency: 'BRL',
  provider: 'PIX_BCB',
  fx: null,
  installments: null,
};
const offer: Offer = {
  providerReference: '01KAJ2E8V4N7Q0S6T3W9X5Y1Z2',
  instructions: { method: 'PIX', emv: 'the BR Code' },
};
const terms = {
  externalReference: 'order-42',
  description: 'the description',
  payerMessage: 'the message',
  additionalInfo: [{ name: 'the name', value: 'the value' }],
  statementDescriptor: null,
  redirectUrl: null,
  card: null,
  expiresAt: '2026-11-22T12:00:00.000Z',
};
const receipt = { providerReference: 'E12345678202611211203abcdEFGH123', amountMinor: 9_999, receivedAt: now };

const events: readonly PaymentEvent[] = [
  { type: 'PaymentRequested', data: { ...facts, ...terms, requestedAt: now } },
  { type: 'PaymentOffered', data: { ...facts, ...offer, expiresAt: terms.expiresAt, offeredAt: now } },
  { type: 'PaymentReceived', data: { ...facts, receipt, recordedAt: now } },
  { type: 'PaymentExpired', data: { ...facts, expiredAt: now } },
  { type: 'PaymentFailed', data: { ...facts, reason: 'DECLINED', detail: 'the detail', failedAt: now } },
  { type: 'PaymentOutcomeUnknown', data: { ...facts, outcomeUnknownAt: now } },
];
const publish = (event: PaymentEvent) => toPublic(event, { streamId: facts.paymentId, ids: countingIds(), version: 1 });

describe('the public form of a payment’s events', () => {
  it.each(events)('of $type fits its contract, alone or for a charge', (event) => {
    const published = publish(event);
    const standalone = publish({ ...event, data: { ...event.data, chargeId: null, attemptId: null } } as PaymentEvent);

    for (const each of [published, standalone]) {
      expect(each === null ? ['private'] : validateEvent(each.type, each.data)).toEqual([]);
    }
    expect(published).toMatchObject({ id: 'evt_00000000000000000000000001', key: facts.paymentId, time: now });
  });

  it.each(events)('of $type says nothing of the terms, the code or the details', (event) => {
    expect(JSON.stringify(publish(event))).not.toMatch(/the (BR Code|description|message|name|value|detail)/);
  });

  it('tells what was received beside what was expected', () => {
    const received = events.find(({ type }) => type === 'PaymentReceived');

    expect(received === undefined ? undefined : publish(received)?.data).toMatchObject({
      amountMinor: 9_999,
      expectedAmountMinor: 10_000,
      providerReference: receipt.providerReference,
    });
  });

  it('keeps a late offer private', () => {
    expect(publish({ type: 'PaymentOfferedLate', data: { ...facts, ...offer, offeredAt: now } })).toBeNull();
  });

  it('covers every event the catalogue names as this service’s', () => {
    const listed = eventCatalogue.filter(({ service }) => service === 'payment-gateway').map(({ type }) => type);

    expect(events.map((event) => publish(event)?.type).sort()).toEqual([...listed].sort());
  });
});
