import { captureSale, finishSale, makeSale, type NewSale, type Sale, toBrasilia } from '../src/providers/cielo/sale';
import { readSaleRequest } from '../src/providers/cielo/sale-rules';
import { judgeCard, saveCard, verdictOf } from '../src/providers/cielo/test-cards';
import { voidSale } from '../src/providers/cielo/void-sale';

const now = '2026-11-20T12:00:00.000Z';
const verdictOn = (number: string) => verdictOf(judgeCard(number).verdict, 0);
const request: NewSale = {
  paymentId: 'payment',
  merchantOrderId: 'order1',
  amount: 15_700,
  isCapturedAtOnce: true,
  brand: 'Visa',
  verdict: verdictOn('4024007100000024'),
  isLate: false,
  now,
};
const denied = verdictOn('4024007100000032');
const confirmed = makeSale(request);
const authorized = makeSale({ ...request, isCapturedAtOnce: false });

describe('a card', () => {
  it.each([
    ['4024007100000040', '4'],
    ['4024007100000081', '4'],
    ['4024007100000032', '05'],
    ['4024007100000073', '57'],
    ['4024007100000024', '4'],
    ['4024007100000065', '78'],
    ['4024007100000016', '99'],
    ['4024007100000057', '77'],
    ['4024007100000008', '70'],
  ])('%s is answered %s', (number, returnCode) => {
    const verdict = { returnCode, isAuthorized: returnCode === '4' };
    expect(judgeCard(number)).toEqual({ verdict, delivery: 'answered' });
  });

  it('that ends with nine goes either way', () => {
    expect(judgeCard('4024007100000099').verdict).toBeNull();
    expect(verdictOf(null, 0.49).isAuthorized).toBe(true);
    expect(verdictOf(null, 0.5).isAuthorized).toBe(false);
  });

  it('says more by our own digits', () => {
    expect(verdictOn('4024007101510012')).toEqual({ isAuthorized: false, returnCode: '51' });
    expect(verdictOn('5555007101540011')).toEqual({ isAuthorized: false, returnCode: '54' });
    expect(['0001', '0002', '0003'].map((control) => judgeCard(`40240071${control}0001`).delivery)).toEqual([
      'withheld',
      'lost',
      'late',
    ]);
  });

  it('that is saved is kept as what its number is answered', () => {
    expect(saveCard('4024007100000024')).toEqual(judgeCard('4024007100000024'));
    expect(saveCard('4024007102510061').verdict).toEqual({ isAuthorized: false, returnCode: '51' });
    expect(verdictOn('4024007102510061').isAuthorized).toBe(true);
    expect(saveCard('4024007100000099').verdict).toBeNull();
  });
});

describe('a sale', () => {
  it('is confirmed, authorised or denied', () => {
    expect(confirmed).toMatchObject({ status: 2, returnCode: '6', capturedAt: now });
    expect(authorized).toMatchObject({ status: 1, returnCode: '4', capturedAt: null });
    expect(makeSale({ ...request, verdict: denied })).toMatchObject({
      status: 3,
      returnCode: '05',
      capturedAt: null,
    });
  });

  it('that is late is not finished, and is five minutes later', () => {
    const late = makeSale({ ...request, isLate: true });
    expect(late).toMatchObject({ status: 0, returnCode: '', finish: { dueAt: '2026-11-20T12:05:00.000Z' } });
    expect(finishSale(late, now)).toEqual(confirmed);
    expect(finishSale(confirmed, now)).toBe(confirmed);
  });

  it('is captured once', () => {
    expect(captureSale(authorized, now)).toMatchObject({ status: 2, capturedAt: now });
    expect(captureSale(confirmed, now)).toBeUndefined();
  });
});

describe('a void', () => {
  const later = '2026-11-20T12:00:05.000Z';
  const cancel = (sale: Sale, amount: number | null, at = now) => voidSale(sale, { amount, isDenied: false, now: at });
  const voided = (sale: Sale, amount: number | null, at = now): Sale => {
    const voiding = cancel(sale, amount, at);
    if (voiding.kind !== 'voided') throw new Error(voiding.kind);
    return voiding.sale;
  };

  it('of all is 10 on the same day, 11 on a later one, in Brasília', () => {
    expect(voided(confirmed, null)).toMatchObject({ status: 10, voidedAmount: 15_700, voidedAt: now });
    expect(voided(confirmed, 15_700, '2026-11-21T02:59:59.000Z').status).toBe(10);
    expect(voided(confirmed, 15_700, '2026-11-21T03:00:00.000Z').status).toBe(11);
    expect(voided(authorized, null)).toMatchObject({ status: 10, voidedAmount: 15_700 });
  });

  it('of a part leaves the sale as it is, and adds up', () => {
    const part = voided(confirmed, 5_000);
    expect(part).toMatchObject({ status: 2, voidedAmount: 5_000 });
    expect(cancel(part, 10_701, later)).toMatchObject({ kind: 'denied', returnCode: '51' });
    expect(voided(part, 10_700, later)).toMatchObject({ status: 10, voidedAmount: 15_700 });
    expect(voided(part, null, later)).toMatchObject({ status: 10, voidedAmount: 15_700 });
  });

  it('waits five seconds for another', () => {
    const part = voided(confirmed, 5_000);
    expect(cancel(part, 1, '2026-11-20T12:00:04.999Z')).toMatchObject({ kind: 'denied', returnCode: '10' });
    expect(cancel(part, 1, later).kind).toBe('voided');
  });

  it('has its time', () => {
    expect(cancel(confirmed, null, '2027-10-16T12:00:00.000Z').kind).toBe('voided');
    expect(cancel(confirmed, null, '2027-10-16T12:00:00.001Z')).toMatchObject({ kind: 'denied', returnCode: '40' });
  });

  it('is denied where the acquirer will not', () => {
    const voiding = voidSale(confirmed, { amount: null, isDenied: true, now });
    expect(voiding).toMatchObject({ kind: 'denied', returnCode: '56' });
  });

  it.each([
    ['a part of what is only authorised', authorized, 1],
    ['nothing', confirmed, 0],
    ['what was denied', makeSale({ ...request, verdict: denied }), null],
    ['what is void', voided(confirmed, null), null],
  ])('is not available for %s', (_what, sale, amount) => {
    expect(cancel(sale, amount, later)).toEqual({ kind: 'not_available' });
  });
});

describe('a sale’s request', () => {
  const card = {
    CardNumber: '4024007100000024',
    Holder: 'A B',
    ExpirationDate: '12/2030',
    SecurityCode: '123',
    Brand: 'Visa',
  };
  const payment = { Type: 'CreditCard', Amount: 15_700, Installments: 1, CreditCard: card };
  const read = (changes: object) =>
    readSaleRequest({ MerchantOrderId: 'order1', Payment: payment, ...changes }, new Date(now));
  const codesOf = (changes: object) => {
    const reading = read(changes);
    return 'faults' in reading ? reading.faults.map(({ Code }) => Code) : [];
  };
  const withPayment = (changes: object) => ({ Payment: { ...payment, ...changes } });
  const withCard = (changes: object) => withPayment({ CreditCard: { ...card, ...changes } });

  it('does not capture unless it says so', () => {
    expect(read({})).toMatchObject({ request: { isCapturedAtOnce: false } });
    expect(read(withPayment({ Capture: true }))).toMatchObject({ request: { isCapturedAtOnce: true } });
  });

  it.each([
    [122, { MerchantOrderId: undefined }],
    [107, { MerchantOrderId: 'has-a-dash' }],
    [107, { MerchantOrderId: 'x'.repeat(51) }],
    [105, { Customer: { Name: 'Bot 2' } }],
    [119, { Payment: undefined }],
    [102, withPayment({ Type: undefined })],
    [108, withPayment({ Amount: 0 })],
    [108, withPayment({ Amount: '157.00' })],
    [110, withPayment({ Currency: 'USD' })],
    [123, withPayment({ Installments: 0 })],
    [124, withPayment({ CreditCard: undefined })],
    [118, withCard({ CardNumber: undefined })],
    [128, withCard({ CardNumber: '4'.repeat(20) })],
    [213, withCard({ CardNumber: '4024 0071 0000 0024' })],
    [117, withCard({ Holder: '' })],
    [214, withCard({ Holder: 'José' })],
    [125, withCard({ ExpirationDate: undefined })],
    [126, withCard({ ExpirationDate: '12/30' })],
    [126, withCard({ ExpirationDate: '10/2026' })],
    [146, withCard({ SecurityCode: '12345' })],
    [182, withCard({ Brand: undefined })],
    [185, withCard({ Brand: 'Mastercard' })],
  ])('is refused with %i: %j', (code, changes) => {
    expect(codesOf(changes)).toEqual([code]);
  });

  it('hears of all its faults, and a card is good to the end of its month', () => {
    expect(codesOf({ MerchantOrderId: '!', ...withCard({ Holder: '', Brand: '' }) })).toEqual([107, 117, 182]);
    expect(codesOf(withCard({ ExpirationDate: '11/2026' }))).toEqual([]);
  });
});

it('tells the time of Brasília', () => {
  expect(toBrasilia('2026-11-21T02:16:21.999Z')).toBe('2026-11-20 23:16:21');
});
