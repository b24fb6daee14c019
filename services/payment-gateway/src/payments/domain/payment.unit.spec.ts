import { given } from '@repasse/chassis/decider';
import { facts, failed, now, offer, offered, requested, terms, unknown } from '../../../test/support/payments';
import { type PaymentFacts, type PaymentTerms } from './payment';
import { type PaymentEvent } from './payment-events';
import { type PaymentCommand } from './payment-commands';
import { expiryGraceMs, payment } from './payment.decide';

const later = '2026-11-21T12:00:05.000Z';
const afterGrace = new Date(Date.parse('2026-11-22T12:00:00.000Z') + expiryGraceMs).toISOString();

const receipt = { providerReference: 'E1', amountMinor: 10_000, receivedAt: '2026-11-21T12:03:10.000Z' };

const received: PaymentEvent = { type: 'PaymentReceived', at: now, data: { receipt } };
const expired: PaymentEvent = { type: 'PaymentExpired', at: afterGrace, data: {} };

const request = (other: Partial<PaymentFacts> = {}, otherTerms: Partial<PaymentTerms> = {}): PaymentCommand => ({
  type: 'RequestPayment',
  data: { facts: { ...facts, ...other }, terms: { ...terms, ...otherTerms }, now },
});
const refusal = (code: string): object => expect.objectContaining({ rejected: true, code }) as object;

describe('requesting a payment', () => {
  it('opens it', () => {
    expect(given(payment).when(request())).toEqual([requested]);
  });

  it('says nothing the second time, whatever number and provider the repeat was given', () => {
    expect(given(payment, requested).when(request({ invoiceId: 50_002, provider: 'OTHER' }))).toEqual([]);
  });

  it.each([
    ['amountMinor', 9_999],
    ['currency', 'USD'],
    ['userId', 7],
    ['chargeId', null],
    ['attemptId', null],
  ])('refuses the same id with another %s, and names it', (field, value) => {
    const decision = given(payment, requested, offered).when(request({ [field]: value }));

    expect(decision).toEqual(refusal('payment.exists_with_different_content'));
    expect(decision).toHaveProperty('detail', expect.stringContaining(field));
  });

  it.each([0, -1, 0.5, 1_000_000_000_000, Number.NaN])('refuses %p minor units', (amountMinor) => {
    expect(given(payment).when(request({ amountMinor }))).toEqual(refusal('payment.amount_out_of_range'));
  });

  it.each([now, '2026-11-21T11:59:59.999Z'])('refuses an expiry at %s', (expiresAt) => {
    expect(given(payment).when(request({}, { expiresAt }))).toEqual(refusal('payment.expires_in_past'));
  });
});

describe('offering a payment', () => {
  const command: PaymentCommand = { type: 'OfferPayment', data: { offer, now } };

  it.each([
    ['requested', [requested]],
    ['in doubt', [requested, unknown]],
  ])('records what the provider gave for one %s', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([offered]);
  });

  it('keeps the code privately when the money was faster', () => {
    const decision = given(payment, requested, received).when(command);

    expect(decision).toEqual([{ type: 'PaymentOfferedLate', at: now, data: { offer } }]);
  });

  it('refuses an ended payment', () => {
    expect(given(payment, requested, expired).when(command)).toEqual(refusal('payment.closed'));
    expect(given(payment, requested, failed).when(command)).toEqual(refusal('payment.closed'));
    expect(given(payment).when(command)).toEqual(refusal('payment.not_found'));
  });

  it('says nothing the second time, also after the money', () => {
    expect(given(payment, requested, offered).when(command)).toEqual([]);
    expect(given(payment, requested, offered, received).when(command)).toEqual([]);
    const late: PaymentEvent = { type: 'PaymentOfferedLate', at: now, data: { offer } };
    expect(given(payment, requested, received, late).when(command)).toEqual([]);
  });
});

describe('recording a receipt', () => {
  const command: PaymentCommand = { type: 'RecordReceipt', data: { receipt, now } };

  it.each([
    ['requested', [requested]],
    ['in doubt', [requested, unknown]],
    ['offered', [requested, offered]],
    ['expired', [requested, offered, expired]],
    ['failed', [requested, failed]],
  ])('takes the money for a payment that is %s', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([received]);
  });

  it('records a second payment of the same charge beside the first', () => {
    const second = { ...receipt, providerReference: 'E2' };
    const decision = given(payment, requested, offered, received).when({
      type: 'RecordReceipt',
      data: { receipt: second, now: later },
    });

    expect(decision).toEqual([{ type: 'PaymentReceived', at: later, data: { receipt: second } }]);
  });

  it('refuses a known receipt with another amount, and money for an unknown payment', () => {
    const other = { ...receipt, amountMinor: 1 };
    const contradicting: PaymentCommand = { type: 'RecordReceipt', data: { receipt: other, now } };

    expect(given(payment, requested, received).when(contradicting)).toEqual(refusal('payment.receipt_differs'));
    expect(given(payment).when(command)).toEqual(refusal('payment.not_found'));
  });

  it('refuses an impossible amount', () => {
    const nothing: PaymentCommand = { type: 'RecordReceipt', data: { receipt: { ...receipt, amountMinor: 0 }, now } };

    expect(given(payment, requested).when(nothing)).toEqual(refusal('payment.amount_out_of_range'));
  });

  it('says nothing the second time', () => {
    expect(given(payment, requested, offered, received).when(command)).toEqual([]);
  });
});

describe('expiring a payment', () => {
  const command: PaymentCommand = { type: 'ExpirePayment', data: { now: afterGrace } };

  it.each([
    ['requested', [requested]],
    ['in doubt', [requested, unknown]],
    ['offered', [requested, offered]],
  ])('ends one that is %s', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([expired]);
  });

  it('refuses while the grace after its expiry lasts', () => {
    const early = new Date(Date.parse(afterGrace) - 1).toISOString();
    const tooEarly: PaymentCommand = { type: 'ExpirePayment', data: { now: early } };

    expect(given(payment, requested, offered).when(tooEarly)).toEqual(refusal('payment.not_due_to_expire'));
    expect(given(payment).when(command)).toEqual(refusal('payment.not_found'));
  });

  it.each([
    ['paid', [requested, offered, received]],
    ['expired', [requested, offered, expired]],
    ['failed', [requested, failed]],
  ])('says nothing about one that is %s', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([]);
  });
});

describe('failing a payment', () => {
  const command: PaymentCommand = { type: 'FailPayment', data: { reason: 'DECLINED', detail: 'no', now } };

  it.each([
    ['requested', [requested]],
    ['in doubt', [requested, unknown]],
    ['offered', [requested, offered]],
  ])('ends one that is %s', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([failed]);
  });

  it('refuses a payment that does not exist', () => {
    expect(given(payment).when(command)).toEqual(refusal('payment.not_found'));
  });

  it.each([
    ['paid', [requested, received]],
    ['expired', [requested, expired]],
    ['failed', [requested, failed]],
  ])('says nothing about one that is %s', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([]);
  });
});

describe('recording an unknown outcome', () => {
  const command: PaymentCommand = { type: 'RecordUnknownOutcome', data: { now } };

  it('says that the outcome of a requested payment is unknown', () => {
    expect(given(payment, requested).when(command)).toEqual([unknown]);
  });

  it('refuses a payment that does not exist', () => {
    expect(given(payment).when(command)).toEqual(refusal('payment.not_found'));
  });

  it.each([
    ['in doubt already', [requested, unknown]],
    ['offered', [requested, offered]],
    ['paid', [requested, received]],
    ['expired', [requested, expired]],
    ['failed', [requested, failed]],
  ])('says nothing about one that is %s', (_, history) => {
    expect(given(payment, ...history).when(command)).toEqual([]);
  });
});

it('refuses a history that does not begin with the request', () => {
  expect(() => given(payment, offered).when({ type: 'OfferPayment', data: { offer, now } })).toThrow('Corrupt history');
});
