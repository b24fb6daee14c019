import { Unreadable } from '../wire/schema';
import { readSale, readSaleIds } from './sale';
import { standingOf } from './standing';

const payment = {
  PaymentId: '24bc8366-fc31-4d6c-8555-17049a836a07',
  Amount: 15_700,
  Status: 2,
  ReturnCode: '6',
  CreditCard: { Brand: 'Master' },
  ReceivedDate: '2026-11-20 22:16:21',
};
const read = (other: object = {}) => readSale({ MerchantOrderId: 'order1', Payment: { ...payment, ...other } });
const now = '2026-11-21T12:00:00.000Z';

describe('reading a sale', () => {
  it('takes what is needed and ignores what is new', () => {
    expect(read({ Novo: { campo: 1 } })).toEqual({
      saleId: payment.PaymentId,
      orderId: 'order1',
      status: 'captured',
      brand: 'MASTERCARD',
      amountMinor: 15_700,
      capturedMinor: 15_700,
      voidedMinor: 0,
      // Brasília's evening is UTC's next day.
      capturedAt: '2026-11-21T01:16:21.000Z',
      voidedAt: undefined,
      chargebacks: [],
      decline: undefined,
    });
  });

  it.each([
    [0, 'pending'],
    [1, 'authorized'],
    [2, 'captured'],
    [3, 'denied'],
    [10, 'voided'],
    [11, 'voided'],
    [12, 'pending'],
    [13, 'aborted'],
    [20, 'pending'],
    [99, 'pending'],
    ['2', 'pending'],
    [undefined, 'pending'],
  ])('goes by the status alone: %p is %s', (Status, status) => {
    expect(read({ Status, ReturnCode: '6' }).status).toBe(status);
  });

  it('goes by what was captured and given back, where the acquirer says so', () => {
    expect(read({ CapturedAmount: 15_000, VoidedAmount: 4_000 })).toMatchObject({
      capturedMinor: 15_000,
      voidedMinor: 4_000,
    });
    expect(read({ Status: 10 })).toMatchObject({ capturedMinor: 15_700, voidedMinor: 15_700 });
    expect(read({ Status: 1 })).toMatchObject({ capturedMinor: 0, voidedMinor: 0 });
  });

  it.each([
    ['with a T', '2026-11-20T22:16:21.36', '2026-11-21T01:16:21.360Z'],
    ['in UTC, if it says so', '2026-11-20T22:16:21Z', '2026-11-20T22:16:21.000Z'],
    ['with an offset', '2026-11-20T22:16:21-04:00', '2026-11-21T02:16:21.000Z'],
    ['not at all', 'ontem', undefined],
    ['of no calendar', '2026-13-40 22:16:21', undefined],
  ])('reads a time %s', (_, CapturedDate, capturedAt) => {
    expect(read({ CapturedDate, ReceivedDate: undefined }).capturedAt).toBe(capturedAt);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'sale'],
    ['no payment', { MerchantOrderId: 'order1' }],
    ['no name', { Payment: { ...payment, PaymentId: undefined } }],
    ['an amount that is none', { Payment: { ...payment, Amount: '157.00' } }],
    ['a negative amount', { Payment: { ...payment, Amount: -1 } }],
  ])('concludes nothing from %s', (_, body) => {
    expect(() => readSale(body)).toThrow(Unreadable);
  });

  it('finds the sales of an order, and none where there are none', () => {
    expect(readSaleIds({ Payment: [{ PaymentId: 'a', ReceveidDate: 'x' }, { PaymentId: 'b' }] })).toEqual(['a', 'b']);
    expect(readSaleIds({ Payment: null })).toEqual([]);
    expect(() => readSaleIds({ Payment: 'a' })).toThrow(Unreadable);
  });
});

describe('a chargeback', () => {
  const chargeback = {
    Amount: 15_700,
    CaseNumber: '123456',
    Date: '2026-11-21',
    ReasonCode: '104',
    ReasonMessage: 'Outras Fraudes',
    Status: 'Received',
  };
  const disputesOf = (...Chargebacks: object[]) => standingOf([read({ Chargebacks })], now).disputes;

  it('is a dispute from the day it came in', () => {
    expect(disputesOf(chargeback)).toEqual([
      {
        providerReference: '123456',
        status: 'open',
        amountMinor: 15_700,
        receiptReference: read({}).saleId,
        reason: 'Outras Fraudes',
        respondBy: '2026-11-29T03:00:00.000Z',
        at: '2026-11-21T03:00:00.000Z',
      },
    ]);
  });

  it.each([
    ['ContestedByMerchant', 'open', '2026-11-21T03:00:00.000Z'],
    ['AcceptedByMerchant', 'lost', now],
    ['Reversed', 'won', now],
    ['SomethingNew', 'open', '2026-11-21T03:00:00.000Z'],
  ])('that is %s is %s', (Status, status, at) => {
    expect(disputesOf({ ...chargeback, Status })).toMatchObject([{ status, at }]);
  });

  it('that cannot be booked does not hide the money', () => {
    const standing = standingOf([read({ Chargebacks: [{ ...chargeback, CaseNumber: undefined }, null] })], now);

    expect(standing.disputes).toEqual([]);
    expect(standing.receipts).toHaveLength(1);
  });
});
