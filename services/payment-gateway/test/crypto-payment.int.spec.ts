import { type WirePayment } from '@repasse/provider-sandbox/testing/coin-account';
import { randomIds } from '@repasse/chassis/ids';
import { eventually } from '@repasse/chassis/testing/eventually';
import { signatureOf } from '../src/providers/nowpayments/ipn-signature';
import { type Bank, startBank } from './support/bank';
import { type CentralBank, startCentralBank } from './support/central-bank';
import { apiKey, type CoinApi, ipnSecret, startCoinApi } from './support/coin-api';
import { type Answer, fromInside, type Gateway, startGateway } from './support/gateway';

let bank: Bank;
let centralBank: CentralBank;
let api: CoinApi;
let gateway: Gateway;

beforeAll(async () => {
  [bank, centralBank, api] = await Promise.all([startBank(), startCentralBank({ USD: '5,40000000' }), startCoinApi()]);
  gateway = await startGateway(bank, {}, envOf());
});
afterAll(async () => {
  await gateway.stop();
  await Promise.all([bank.stop(), centralBank.stop(), api.stop()]);
});

const envOf = (): Record<string, string> => ({
  FX_BASE_URL: centralBank.url,
  NOWPAYMENTS_BASE_URL: api.url,
  NOWPAYMENTS_API_KEY: apiKey,
  NOWPAYMENTS_IPN_SECRET: ipnSecret,
  NOWPAYMENTS_CALLBACK_URL: 'https://pay.example.com/callbacks/nowpayments',
});

const inDollars = {
  amount: 39.95,
  fiat_currency: 'usd',
  pay_currency: 'usdtBSC',
  customer_name: 'Ana Lima',
  customer_email: 'ana@example.com',
  external_reference: 'order-42',
};

const inReais = { ...inDollars, fiat_currency: 'BRL' };

/** The body as text, where the digits of an amount matter. */
const create = async (body: object | string, key = randomIds.ulid()): Promise<Answer> =>
  gateway.call('POST', '/payments/v2/crypto', {
    token: await gateway.token({ userId: 1_001, scopes: ['payments:write'] }),
    key,
    rawBody: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

/** The recorded payments, in any status. */
const requestedCount = async (): Promise<number> => (await gateway.db.query('select from payments')).length;

const notify = async (payment: WirePayment, secret = ipnSecret): Promise<number> => {
  const headers = { 'x-nowpayments-sig': signatureOf(secret, payment) };
  return (await gateway.call('POST', '/callbacks/nowpayments', { body: payment, headers })).status;
};

const offered = async (): Promise<{ paymentId: string; payment: WirePayment }> => {
  const key = randomIds.ulid();
  const { status, body } = await create(inDollars, key);
  if (status !== 201) throw new Error(`The payment was answered by ${status}.`);
  const payment = await api.payment(Number(body['payment_id']));
  return { paymentId: payment.order_id, payment };
};

describe('POST /payments/v2/crypto', () => {
  it('answers where to send how much of the coin', async () => {
    const { status, body } = await create(inDollars);
    const { pay_address: payAddress } = await api.payment(Number(body['payment_id']));

    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'WAITING_PAYMENT',
      pay_address: payAddress,
      pay_amount: '39.95',
      pay_currency: 'USDTBSC',
      network: 'bsc',
      memo: null,
      payment_uri: `ethereum:0x55d398326f99059fF775485246999027B3197955@56/transfer?address=${payAddress}&uint256=39950000000000000000`,
      amount: 39.95,
      currency: 'USD',
      redirect_url: null,
      description: '',
      checkout_url: expect.stringMatching(
        /^https:\/\/pay\.example\/checkout\/crypto\/pay_[0-9A-Z]{26}\?token=/,
      ) as string,
      fx: null,
    });
    expect(Buffer.from(String(body['qr_code']), 'base64').subarray(1, 4).toString()).toBe('PNG');
  });

  it('shows the memo of a coin that is lost without it', async () => {
    const { body } = await create({ ...inDollars, pay_currency: 'XRP' });
    const { payin_extra_id: memo } = await api.payment(Number(body['payment_id']));

    expect(memo).toMatch(/^\d+$/);
    expect(body).toMatchObject({ memo });
  });

  it('converts reais by our quote, and stays in reais', async () => {
    const { body } = await create({ ...inDollars, amount: 100, fiat_currency: 'BRL' });

    expect(body).toMatchObject({
      amount: 100,
      currency: 'BRL',
      fx: { targetCurrency: 'USD', finalAmountMinor: 1_909 },
    });
    expect(await api.payment(Number(body['payment_id']))).toMatchObject({ price_amount: 19.09, price_currency: 'usd' });
  });

  it('answers the same when it is repeated, and makes one payment', async () => {
    const key = randomIds.ulid();
    const [first, again] = [await create(inDollars, key), await create(inDollars, key)];

    expect(again.body).toEqual(first.body);
    const { order_id: orderId, payment_id } = await api.payment(Number(first.body['payment_id']));
    expect(await api.paymentOf(orderId)).toMatchObject({ payment_id });
  });

  it('finishes a request without an answer, at the price it had', async () => {
    const key = randomIds.ulid();
    for (let count = 0; count < 2; count++) api.next('create', { kind: 'cut', isDone: false });
    const first = await create({ ...inDollars, amount: 77, fiat_currency: 'BRL' }, key);
    const again = await create({ ...inDollars, amount: 77, fiat_currency: 'BRL' }, key);

    expect([first.status, again.status]).toEqual([503, 201]);
    expect((await api.payments()).filter(({ price_amount }) => price_amount === 14.7)).toHaveLength(1);
  });

  it.each([
    ['an amount finer than the currency', JSON.stringify(inDollars).replace('39.95', '39.955'), 'request.invalid'],
    ['an amount finer than a float can tell', JSON.stringify(inDollars).replace('39.95', '39.9500000000000000001')],
    ['too little', { ...inDollars, amount: 0.99 }, 'payment.amount_below_minimum'],
    ['too little for a price', { ...inReais, amount: 0.01 }, 'payment.amount_below_minimum'],
    ['too much', { ...inDollars, amount: 100_000.01 }, 'payment.amount_above_maximum'],
    ['too much in reais', { ...inReais, amount: 99_999_999 }, 'payment.amount_above_maximum'],
    ['an unknown coin', { ...inDollars, pay_currency: 'FOO' }, 'payment.coin_not_supported'],
    ['a currency without prices', { ...inDollars, fiat_currency: 'JPY', amount: 4_000 }, 'fx.currency_not_supported'],
  ])('refuses %s and makes nothing', async (_, body, code = 'request.invalid') => {
    const [madeBefore, askedBefore] = [await requestedCount(), api.count('create')];
    const answer = await create(body);

    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect([await requestedCount(), api.count('create')]).toEqual([madeBefore, askedBefore]);
  });

  it('names the limits in the currency of the payment', async () => {
    expect((await create({ ...inReais, amount: 0.01 })).body).toMatchObject({
      detail: 'A payment in USDTBSC is for at least 5.24 BRL (1 USDTBSC); this is 0.01 BRL.',
      minimumAmount: '5.24',
      currency: 'BRL',
    });
    expect((await create({ ...inReais, amount: 99_999_999 })).body).toMatchObject({
      detail: 'A payment in USDTBSC is for at most 523800.00 BRL (100000 USDTBSC); this is 99999999.00 BRL.',
      maximumAmount: '523800.00',
      currency: 'BRL',
    });
  });
});

describe('the events of a payment', () => {
  it('is paid by coins that make up the price', async () => {
    const { paymentId, payment } = await offered();
    await api.change(payment, { status: 'confirming' });
    expect(await notify(payment)).toBe(204);
    await gateway.expectPublished(paymentId, ['requested', 'offered', 'confirming']);
    await api.change(payment, { status: 'waiting' });
    await api.deposit(payment, 39.95);
    await notify(payment);
    const events = await gateway.expectPublished(paymentId, ['requested', 'offered', 'confirming', 'received']);

    const { pay_address: payAddress } = payment;
    expect(events[1]?.data).toMatchObject({ crypto: { payAddress, payAmount: '39.95', memo: null } });
    expect(events[3]?.data).toMatchObject({
      amountMinor: 3_995,
      expectedAmountMinor: 3_995,
      currency: 'USD',
      providerReference: String(payment.payment_id),
    });
  });

  it('is paid in part by too little, and in full by the rest, once', async () => {
    const { paymentId, payment } = await offered();
    await api.deposit(payment, 25);
    await notify(payment);
    const [, , partial] = await gateway.expectPublished(paymentId, ['requested', 'offered', 'partially_received']);
    expect(partial?.data).toMatchObject({ receivedPayAmount: '25', receivedTotalMinor: 2_500 });

    const rest = await api.deposit(payment, 14.95, 'finished');
    await notify(rest);
    await notify(payment);
    const events = await gateway.expectPublished(paymentId, ['requested', 'offered', 'partially_received', 'received']);
    expect(events[3]?.data).toMatchObject({ amountMinor: 3_995 });
  });

  it('has all that came in its receipt, also twice the price', async () => {
    const { paymentId, payment } = await offered();
    await api.deposit(payment, 79.9);
    await notify(payment);
    const [, , received] = await gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);

    expect(received?.data).toMatchObject({ amountMinor: 7_990, expectedAmountMinor: 3_995 });
  });

  it('is not paid by a further deposit that calls itself finished', async () => {
    const { paymentId, payment } = await offered();
    await api.deposit(payment, 25);
    await notify(payment);
    await gateway.expectPublished(paymentId, ['requested', 'offered', 'partially_received']);
    await notify(await api.deposit(payment, 1, 'finished'));
    const events = await gateway.expectPublished(paymentId, [
      'requested',
      'offered',
      'partially_received',
      'partially_received',
    ]);

    expect(events[3]?.data).toMatchObject({ receivedPayAmount: '26' });
  });

  it('is taken from the provider’s answer, not from the notification', async () => {
    const { paymentId, payment } = await offered();
    const lie = { ...payment, payment_status: 'finished', actually_paid: 39.95 };

    expect(await notify(lie)).toBe(204);
    await eventually(() => api.questions.filter(({ operation }) => operation === 'get').length > 0);
    await gateway.expectPublished(paymentId, ['requested', 'offered']);
  });

  it('is not accepted without the secret', async () => {
    const { paymentId, payment } = await offered();
    await api.deposit(payment, 39.95);

    expect(await notify(payment, 'another secret')).toBe(403);
    await gateway.expectPublished(paymentId, ['requested', 'offered']);
  });

  it('is failed where the provider says so', async () => {
    const { paymentId, payment } = await offered();
    await api.change(payment, { status: 'failed' });
    await notify(payment);

    await gateway.expectPublished(paymentId, ['requested', 'offered', 'failed']);
  });
});

it.each([
  [{}, 422, 'refund.address_needed'],
  [{ refundAddress: '0xB' }, 501, 'payment.method_not_supported'],
])('a refund with %j is answered by %d', async (body, status, code) => {
  const { body: created } = await create(inDollars);
  const path = `/refunds/invoice/${String(created['id'])}`;
  const token = await gateway.token({ userId: 1_001, scopes: ['refunds:write'] });
  const answer = await gateway.call('POST', path, { token, body });

  expect([answer.status, answer.body['code']]).toEqual([status, code]);
});

describe('GET /payments/v2/crypto', () => {
  const find = async (query: string, userId = 1_001): Promise<Answer> =>
    gateway.call('GET', `/payments/v2/crypto?${query}`, {
      token: await gateway.token({ userId, scopes: ['payments:read'] }),
    });

  it('finds a merchant’s payments by their payer’s e-mail, page by page, until the payer is erased', async () => {
    const payer = { customer_email: 'Zuleica@Coins.example', customer_name: 'Zuleica Prado' };
    const ids: unknown[] = [];
    for (const external_reference of ['order-1', 'order-2']) {
      ids.unshift((await create({ ...inDollars, ...payer, external_reference })).body['id']);
    }
    const found = await find('customer_email=zuleica@coins.EXAMPLE');
    expect(found).toMatchObject({
      status: 200,
      body: {
        data: [
          { id: ids[0], external_reference: 'order-2', customer_name: 'Zuleica Prado', amount: 39.95, currency: 'USD' },
          { id: ids[1], external_reference: 'order-1' },
        ],
        pagination: { nextCursor: null },
      },
    });
    const first = await find('customer_email=zuleica@coins.example&limit=1');
    const { nextCursor } = first.body['pagination'] as { nextCursor: string };
    expect((await find(`customer_email=zuleica@coins.example&cursor=${nextCursor}`)).body).toMatchObject({
      data: [{ id: ids[1] }],
    });
    expect((await find('customer_email=zuleica@coins.example', 2_002)).body).toMatchObject({ data: [] });

    const erasure = { userId: 1_001, email: 'zuleica@coins.example', chargeIds: [] };
    await gateway.call('POST', '/internal/payer-erasures', { body: erasure, headers: fromInside });
    expect((await find('customer_email=zuleica@coins.example')).body).toMatchObject({ data: [] });
  });

  it.each(['', 'customer_email=zuleica', 'customer_email=a@b.c&cursor=garbage'])('refuses %j', async (query) => {
    expect((await find(query)).status).toBe(400);
  });
});
