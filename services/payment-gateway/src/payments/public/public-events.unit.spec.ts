import { eventCatalogue, validateEvent } from '@repasse/contracts';
import * as cast from '../../../test/support/payments';
import { type Offer, type PaymentFacts, type PaymentTerms } from '../domain/payment';
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
const at = now;
const paid = { ...cast.received, data: { receipt } } as PaymentEvent;
const before: readonly PaymentEvent[] = [{ type: 'PaymentRequested', at, data: { facts, terms } }];
const received = [...before, paid];
const { refundId } = refund;
const { disputeId } = dispute;

const opened: PaymentEvent = {
  type: 'DisputeOpened',
  at,
  data: { dispute, reason: null, openedAt: cast.atSeconds(-5) },
};

const evidenceId = 'evd_01KAJ2F5V4N7Q0S6T3W9X5Y1Z2';
const evidenceAdded: PaymentEvent = {
  type: 'DisputeEvidenceAdded',
  at,
  data: { disputeId, evidenceId, sha256: 'a'.repeat(64) },
};

/** Each event after the history it needs. */
const told: readonly { readonly event: PaymentEvent; readonly history: readonly PaymentEvent[] }[] = [
  { history: [], event: { type: 'PaymentRequested', at, data: { facts, terms } } },
  { history: before, event: { type: 'PaymentOffered', at, data: { offer } } },
  { history: before, event: { type: 'PaymentConfirming', at, data: { offer } } },
  { history: before, event: { type: 'PaymentPartiallyReceived', at, data: { partial: cast.partial } } },
  { history: before, event: { type: 'PaymentReopened', at, data: { offer, declineCode: 'insufficient_funds' } } },
  { history: before, event: paid },
  { history: before, event: { type: 'PaymentExpired', at, data: {} } },
  { history: before, event: { type: 'PaymentCanceled', at, data: { reason: 'CHARGE_PAID' } } },
  {
    history: before,
    event: {
      type: 'PaymentFailed',
      at,
      data: { reason: 'DECLINED', detail: 'the detail', decline: null, offer: null },
    },
  },
  { history: before, event: { type: 'PaymentOutcomeUnknown', at, data: {} } },
  {
    history: received,
    event: {
      type: 'RefundRequested',
      at,
      data: { refund: { ...refund, splitRefund: [{ userId: 7, amountMinor: 1 }] } },
    },
  },
  {
    history: [...received, cast.refundRequested],
    event: { type: 'RefundSettled', at, data: { refundId, providerReference: 'D1', settledAt: cast.atSeconds(-5) } },
  },
  {
    history: [...received, cast.refundRequested],
    event: { type: 'RefundFailed', at, data: { refundId, failure: '' } },
  },
  { history: received, event: opened },
  {
    history: [...received, opened],
    event: { type: 'DisputeWon', at, data: { disputeId, decidedAt: cast.atSeconds(-5) } },
  },
  {
    history: [...received, opened],
    event: { type: 'DisputeLost', at, data: { disputeId, decidedAt: cast.atSeconds(-5) } },
  },
  { history: [...received, opened], event: evidenceAdded },
  {
    history: [...received, opened, evidenceAdded],
    event: { type: 'DisputeEvidenceRemoved', at, data: { disputeId, evidenceId } },
  },
  {
    history: [...received, opened, evidenceAdded],
    event: { type: 'DisputeAnswered', at, data: { disputeId, decision: 'CONTEST' } },
  },
];

/** With the first event's facts changed. */
const publicOf = (history: readonly PaymentEvent[], event: PaymentEvent, other: Partial<PaymentFacts> = {}) => {
  const [first, ...rest] = [...history, event].map((each) =>
    each.type === 'PaymentRequested' ? { ...each, data: { ...each.data, facts: { ...facts, ...other } } } : each,
  );
  if (first === undefined) throw new Error('A history begins with the request.');
  return toPublic(event, cast.stateAfter(first, ...rest));
};
const faultsOf = (published: ReturnType<typeof toPublic>) =>
  published === null ? ['private'] : validateEvent(published.type, published.data);

describe('the public form of a payment’s events', () => {
  it.each(told)('of $event.type fits its contract, alone or for a charge', ({ history, event }) => {
    expect(faultsOf(publicOf(history, event))).toEqual([]);
    expect(faultsOf(publicOf(history, event, { chargeId: null, attemptId: null }))).toEqual([]);
  });

  it.each(told)('of $event.type says nothing of the terms or the details', ({ history, event }) => {
    const text = JSON.stringify(publicOf(history, event));

    expect(text).not.toMatch(/the (description|message|name|value|detail)/);
    expect(text.includes('the BR Code')).toBe(event.type === 'PaymentOffered');
  });

  it('tells of money whose receipt has a longer name than a contract takes', () => {
    const long = { ...receipt, providerReference: 'E'.repeat(300) };
    const published = publicOf(before, { type: 'PaymentReceived', at, data: { receipt: long } });

    expect(faultsOf(published)).toEqual([]);
    expect(published?.data).toMatchObject({ providerReference: 'E'.repeat(128) });
  });

  it('tells what was received beside what was expected', () => {
    expect(publicOf(before, paid)?.data).toMatchObject({
      amountMinor: 9_999,
      expectedAmountMinor: 10_000,
      providerReference: receipt.providerReference,
    });
  });

  it('tells of a refund what goes back, and not what the payment was for', () => {
    const published = publicOf([...received, cast.refundRequested], cast.refundSettled);

    expect(published?.data).toMatchObject({ amountMinor: 3_000, refundId });
  });

  it('tells of the payer’s currency and of installments where there are any', () => {
    const { targetCurrency, finalAmountMinor, rate, spreadBps, source, quotedAt } = cast.quote;
    const fx = { targetCurrency, finalAmountMinor, rate, spreadBps, source, quotedAt };

    for (const [history, event] of [
      [[], cast.requested],
      [before, paid],
    ] as const) {
      const published = publicOf(history, event, { fx: cast.quote, installments: 3 });
      expect(published?.data).toMatchObject({ fx, installments: 3 });
      expect(faultsOf(published)).toEqual([]);
    }
  });

  it('tells why it was declined', () => {
    const decline = { declineCode: 'card_expired', isRetryable: false } as const;
    const data = { reason: 'DECLINED', detail: 'no', decline, offer } as const;
    const published = publicOf(before, { type: 'PaymentFailed', at, data });

    expect(published?.data).toMatchObject(decline);
    expect(faultsOf(published)).toEqual([]);
  });

  it.each<[PaymentEvent, readonly PaymentEvent[]]>([
    [{ type: 'PaymentOfferedLate', at, data: { offer } }, received],
    [{ type: 'LateOfferWithdrawn', at, data: {} }, [...before, cast.canceled]],
    [cast.cancelRequested, before],
    [
      { type: 'RefundAcknowledged', at, data: { refundId, providerReference: 'D1' } },
      [...received, cast.refundRequested],
    ],
  ])('of %j is that it stays private', (event, history) => {
    expect(publicOf(history, event)).toBeNull();
  });

  it('says of a receipt that a part was accepted, and nothing of any other', () => {
    const accepted = publicOf(before, { type: 'PaymentReceived', at, data: { receipt, isPartAccepted: true } });

    expect(faultsOf(accepted)).toEqual([]);
    expect(accepted?.data).toEqual({ ...publicOf(before, paid)?.data, isPartAccepted: true });
  });

  it('covers every event the catalogue names as this service’s, but for payouts, which have their own', () => {
    const listed = eventCatalogue
      .filter(({ service, topic }) => service === 'payment-gateway' && topic === 'payment.events.v1')
      .map(({ type }) => type);

    expect(told.map(({ history, event }) => publicOf(history, event)?.type).sort()).toEqual([...listed].sort());
  });
});
