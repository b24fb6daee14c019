import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { makePayment, newDestination } from '../src/providers/nowpayments/make-payment';
import { coins, findCoin, usdUnitsOf, type Coin } from '../src/providers/nowpayments/coins';
import { depositInto, stepDue, type Deposit } from '../src/providers/nowpayments/deposit';
import { canonical, signIpn } from '../src/callbacks/carriers';
import { type CryptoPayment, type PaymentDecision } from '../src/providers/nowpayments/payment';
import { readPaymentTerms } from '../src/providers/nowpayments/payment-rules';
import { minUnitsOf, payUnitsOf } from '../src/providers/nowpayments/prices';
import { readUnits, toJsonNumber, writeUnits } from '../src/providers/units';

const coinOf = (code: string): Coin => {
  const coin = findCoin(code);
  if (coin === undefined) throw new Error(`${code} is no coin.`);
  return coin;
};
const body = { price_amount: 39.95, price_currency: 'usd', pay_currency: 'usdtbsc', order_id: 'pay_1' };
const start = new Date('2026-11-20T12:00:00.000Z');
const later = (ms: number) => new Date(start.getTime() + ms);
const minuteMs = 60_000;

const payment = (changes: object = {}): CryptoPayment => {
  const reading = readPaymentTerms({ ...body, ...changes });
  if (!('terms' in reading)) throw new Error(reading.message);
  return makePayment({ ...reading, paymentId: 1, payAddress: '0xA', memo: null, now: start });
};
const deposit = (units: number, changes: Partial<Deposit> = {}): Deposit => ({
  units,
  end: null,
  nextPaymentId: 3,
  now: start,
  ...changes,
});
const toldOf = (decision: PaymentDecision | undefined): CryptoPayment => {
  const told = decision?.told[0];
  if (told === undefined) throw new Error('Nobody was told of anything.');
  return told;
};
/** All the steps, each at its time, and the status after each. */
const walk = (from: CryptoPayment): string[] => {
  const statuses: string[] = [from.status];
  for (let at = from; at.dueAt !== null;) {
    at = toldOf(stepDue(at, new Date(at.dueAt)));
    statuses.push(at.status);
  }
  return statuses;
};

describe('an IPN', () => {
  const vector =
    '{"payment_id":123456789,"payment_status":"finished","price_amount":1,"price_currency":"usd","pay_amount":15,"actually_paid":15,"pay_currency":"usdtbsc","order_id":"o-1","fee":{"currency":"usdtbsc","depositFee":0.1,"serviceFee":0,"withdrawalFee":0}}';

  it('is signed as the published vector is', () => {
    expect(signIpn('test_ipn_secret', vector)).toBe(
      '05af0ca1b9fc2ea430e714e2cdc4f413a69612b4d4d10218a5aed3f4a1d6c7aa37ad354814bff7504dba9bc0fa9a782d83725db7c5ad54967e41cb5eb3590336',
    );
  });

  it('is signed over its keys in order, at every depth', () => {
    const text = '{"b":{"d":[{"z":1,"y":null}],"c":"é"},"a":1.0}';
    expect(canonical(JSON.parse(text))).toBe('{"a":1,"b":{"c":"é","d":[{"y":null,"z":1}]}}');
    const keys = Object.keys(JSON.parse(vector) as object).sort();
    const flat = createHmac('sha512', 'test_ipn_secret')
      .update(JSON.stringify(JSON.parse(vector), keys))
      .digest('hex');
    expect(signIpn('test_ipn_secret', vector)).not.toBe(flat);
  });
});

describe('amounts', () => {
  it.each([
    ['40.01', 4_001_000_000],
    [40.01, 4_001_000_000],
    ['0.00000001', 1],
    ['99999999.99999999', 9_999_999_999_999_999],
  ])('reads %p', (amount, units) => {
    // The widest is not a safe integer, and is refused further on for what it is worth.
    expect(readUnits(amount)).toBe(units);
  });

  it.each(['', '1.', '.5', '-1', '1e-7', '01', '0.000000001', null, {}])('does not read %p', (amount) => {
    expect(readUnits(amount)).toBeUndefined();
  });

  it('lose no digit on their way through JSON', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 15 }), (units) => {
        expect(readUnits(writeUnits(units))).toBe(units);
        expect(Math.round(toJsonNumber(units) * 10 ** 8)).toBe(units);
      }),
    );
  });
});

describe('a price', () => {
  it('is rounded up to the shown decimals of the coin', () => {
    const usd = { units: 39_95_000_000, usdUnits: 100_000_000 };
    expect(writeUnits(payUnitsOf(coinOf('usdtbsc'), usd))).toBe('39.95');
    expect(writeUnits(payUnitsOf(coinOf('btc'), usd))).toBe('0.00043662');
  });

  it('never asks for less than it is worth', () => {
    fc.assert(
      fc.property(fc.constantFrom(...coins), fc.integer({ min: 1, max: 10 ** 12 }), (coin, units) => {
        const asked = payUnitsOf(coin, { units, usdUnits: 100_000_000 });
        expect(BigInt(asked) * BigInt(coin.usdUnits) >= BigInt(units) * 100_000_000n).toBe(true);
      }),
    );
  });

  it('can be in US dollars and not in reais', () => {
    expect(['usd', 'EUR', 'cad', 'gbp', 'aud', 'ils', 'ron'].map(usdUnitsOf)).not.toContain(undefined);
    expect(usdUnitsOf('brl')).toBeUndefined();
    expect(usdUnitsOf('constructor')).toBeUndefined();
  });
});

describe('what is asked for', () => {
  it.each([
    ['INVALID_REQUEST_PARAMS', { price_amount: -1 }],
    ['INVALID_REQUEST_PARAMS', { price_amount: 20_000_000 }],
    ['INVALID_REQUEST_PARAMS', { price_amount: 100_000.01 }],
    ['CURRENCY_NOT_FOUND', { price_currency: 'brl' }],
    ['CURRENCY_NOT_FOUND', { pay_currency: 'doge' }],
    ['INVALID_REQUEST_PARAMS', { order_id: 7 }],
    ['INVALID_REQUEST_PARAMS', { ipn_callback_url: 'ftp://m.example' }],
    ['AMOUNT_MINIMAL_ERROR', { price_amount: 0.99 }],
  ])('is refused with %s: %j', (code, changes) => {
    expect(readPaymentTerms({ ...body, ...changes })).toMatchObject({ code });
  });

  it('may be the least that is possible, in any case', () => {
    expect(readPaymentTerms({ ...body, price_amount: 1, pay_currency: 'USDTBSC' })).toMatchObject({
      terms: { payCurrency: 'usdtbsc', priceUnits: minUnitsOf(coinOf('usdtbsc')) },
    });
  });
});

describe('an address', () => {
  it.each(coins)('of $code looks like one', (coin) => {
    const { payAddress, memo } = newDestination(coin);
    expect(payAddress).toMatch(new RegExp(coin.addressPattern));
    expect(memo !== null).toBe(coin.sharedAddress !== null);
  });
});

describe('a payment', () => {
  it('expires after twenty minutes', () => {
    expect(stepDue(payment(), later(20 * minuteMs - 1))).toBeUndefined();
    expect(toldOf(stepDue(payment(), later(20 * minuteMs)))).toMatchObject({ status: 'expired', dueAt: null });
  });

  it.each([
    ['what was asked for', payment().payUnits, null, ['confirmed', 'sending', 'finished']],
    ['more', payment().payUnits + 1, null, ['confirmed', 'sending', 'finished']],
    ['less', payment().payUnits - 1, null, ['confirmed', 'sending', 'partially_paid']],
    ['coins that are lost', payment().payUnits, 'failed', ['failed']],
    ['coins that go back', payment().payUnits, 'refunded', ['refunded']],
  ] as const)('goes on, when there come %s', (_what, units, end, steps) => {
    const paid = toldOf(depositInto(payment(), deposit(units, { end })));
    expect(paid).toMatchObject({ paymentId: 1, paidUnits: units });
    expect(walk(paid)).toEqual(['confirming', ...steps]);
  });

  it('takes coins that come late', () => {
    const expired = toldOf(stepDue(payment(), later(20 * minuteMs)));
    const paid = toldOf(depositInto(expired, deposit(expired.payUnits, { now: later(21 * minuteMs) })));
    expect(walk(paid).at(-1)).toBe('finished');
  });

  it('stays as it is when coins come again, which are a payment of their own', () => {
    const partial = { ...payment(), status: 'partially_paid' as const, paidUnits: 1_000, dueAt: null };
    const { payments, told } = depositInto(partial, deposit(2_000_000_000));
    expect(payments[0]).toEqual({ ...partial, extraIds: [3] });
    expect(told).toMatchObject([{ paymentId: 3, parentPaymentId: 1, status: 'confirming', paidUnits: 2_000_000_000 }]);
    expect(told[0]?.terms).toMatchObject({ orderId: 'pay_1', priceUnits: 2_000_000_000 });
    expect(walk(toldOf({ payments, told })).at(-1)).toBe('finished');
  });
});
