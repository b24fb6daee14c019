import { createHmac } from 'node:crypto';
import { describedBy } from '@repasse/chassis/testing/described-answers';
import { eventually } from '@repasse/chassis/testing/eventually';
import { Receiver } from './receiver';
import { ipnSecret, newTxid, TestSandbox, type Answer } from './sandbox';

let sandbox: TestSandbox;
let receiver: Receiver;

beforeAll(async () => {
  [receiver, sandbox] = await Promise.all([Receiver.start(), TestSandbox.start()]);
});
afterEach(async () => {
  await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 0 });
  receiver.reset();
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

const minuteMs = 60_000;
const assertDescribed = describedBy('provider-sandbox');
const wanted = {
  price_amount: 39.95,
  price_currency: 'usd',
  pay_currency: 'usdtbsc',
  is_fixed_rate: true,
  is_fee_paid_by_user: false,
};
const create = (changes: object = {}): Promise<Answer> =>
  sandbox.nowPayments('POST', '/payment', { ...wanted, ipn_callback_url: `${receiver.url}/ipn`, ...changes });
const created = async (changes: object = {}) => (await create(changes)).body;
const read = async (paymentId: unknown) => (await sandbox.nowPayments('GET', `/payment/${String(paymentId)}`)).body;
const reaches = (paymentId: unknown, status: string) =>
  eventually(async () => (await read(paymentId))['payment_status'] === status);
const deposit = async (body: object): Promise<Answer> => {
  const answer = await sandbox.call('POST', '/sandbox/crypto/deposit', body);
  assertDescribed('POST', '/sandbox/crypto/deposit', answer);
  return answer;
};
const ipnsOf = (paymentId: unknown) =>
  receiver.requests
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
    .filter((ipn) => String(ipn['payment_id']) === String(paymentId));
const toldOf = (paymentId: unknown) => ipnsOf(paymentId).map((ipn) => ipn['payment_status']);

describe('the endpoints of NOWPayments', () => {
  const get = (path: string) => sandbox.nowPayments('GET', path);

  it('are not there without the right key', async () => {
    const ask = (headers: Record<string, string>) =>
      sandbox.call('GET', '/nowpayments/v1/currencies', undefined, headers);
    expect((await ask({})).status).toBe(401);
    expect(await ask({ 'x-api-key': 'another' })).toMatchObject({ status: 403, body: { code: 'INVALID_API_KEY' } });
  });

  it('is its coins', async () => {
    expect((await get('/currencies?fixed_rate=true')).body['currencies']).toContainEqual({
      currency: 'btc',
      min_amount: 0.00010929,
      max_amount: 1,
    });
  });

  it('is the least amount, and an estimate', async () => {
    const least = '/min-amount?currency_from=usdttrc20&currency_to=usdttrc20&fiat_equivalent=usd';
    expect((await get(least)).body).toEqual({ min_amount: 5, fiat_equivalent: 5 });
    const estimate = '/estimate?amount=91500&currency_from=usd&currency_to=btc';
    expect((await get(estimate)).body).toEqual({ currency_to: 'btc', estimated_amount: 1 });
    for (const path of [
      '/min-amount?currency_from=doge&fiat_equivalent=usd',
      '/min-amount?currency_from=btc&fiat_equivalent=brl',
      '/estimate?amount=1&currency_from=brl&currency_to=btc',
    ])
      expect((await get(path)).status).toBe(400);
  });
});

describe('a payment', () => {
  it('is created with text for its id, and read with a number', async () => {
    const orderId = newTxid();
    const { status, body } = await create({ order_id: orderId });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        payment_id: expect.stringMatching(/^\d{10}$/) as string,
        payment_status: 'waiting',
        pay_address: expect.stringMatching(/^0x[0-9a-f]{40}$/) as string,
        price_amount: 39.95,
        pay_amount: 39.95,
        payin_extra_id: null,
        smart_contract: '0x55d398326f99059fF775485246999027B3197955',
        network: 'bsc',
        network_precision: 18,
        order_id: orderId,
      },
    });
    expect(await read(body['payment_id'])).toMatchObject({
      payment_id: Number(body['payment_id']),
      payment_status: 'waiting',
      actually_paid: 0,
      payment_extra_ids: null,
    });
  });

  it('is made twice when it is sent twice, and both are in the list', async () => {
    const orderId = newTxid();
    const before = new Date().toISOString();
    const made = [await created({ order_id: orderId }), await created({ order_id: orderId })];
    const { body } = await sandbox.nowPayments(
      'GET',
      `/payment/?limit=2&page=0&sortBy=created_at&orderBy=asc&dateFrom=${before}`,
    );
    expect(body).toMatchObject({ limit: 2, page: 0, pagesCount: 1, total: 2 });
    expect(body['data']).toMatchObject(
      made.map((payment) => ({ payment_id: Number(payment['payment_id']), order_id: orderId })),
    );
    const until = `/payment/?dateTo=${before}&orderBy=desc`;
    expect((await sandbox.nowPayments('GET', until)).body['data']).not.toContainEqual(
      expect.objectContaining({ order_id: orderId }),
    );
  });

  it.each([
    ['/payment/none', 400],
    ['/payment/1', 404],
    ['/payment/?limit=0', 400],
    ['/payment/?dateFrom=yesterday', 400],
    ['/nothing', 404],
  ])('is not at %s: %i', async (path, status) => {
    expect(await sandbox.nowPayments('GET', path)).toMatchObject({ status, body: { statusCode: status } });
  });

  it('is refused in reais, and below the least', async () => {
    expect(await create({ price_currency: 'brl' })).toMatchObject({
      status: 400,
      body: { code: 'CURRENCY_NOT_FOUND', message: 'Currency BRL was not found' },
    });
    expect(await create({ price_amount: 0.5 })).toMatchObject({ status: 400, body: { code: 'AMOUNT_MINIMAL_ERROR' } });
    expect(await sandbox.nowPayments('POST', '/payment', '{')).toMatchObject({ status: 400 });
  });
});

describe('a deposit', () => {
  it('is finished step by step, and the merchant is notified of each, signed', async () => {
    const { payment_id: paymentId, pay_address: payAddress } = await created();
    expect((await deposit({ payAddress })).body).toEqual({
      detected: true,
      amount: '39.95',
      paymentId,
      parentPaymentId: null,
      status: 'confirming',
    });
    await reaches(paymentId, 'finished');
    await eventually(() => toldOf(paymentId).length === 4);
    expect(toldOf(paymentId)).toEqual(['confirming', 'confirmed', 'sending', 'finished']);
    expect(ipnsOf(paymentId).at(-1)).toMatchObject({
      payment_id: Number(paymentId),
      actually_paid: 39.95,
      fee: { currency: 'usdtbsc', depositFee: 0 },
    });
    const [first] = receiver.requests;
    const { fee, ...rest } = JSON.parse(first?.body ?? '') as Record<string, unknown>;
    const keys = [...Object.keys(rest), ...Object.keys(Object(fee) as object), 'fee'].sort();
    // A replacer of all the names there are sorts both depths.
    const sorted = JSON.stringify({ ...rest, fee }, keys);
    expect(first?.headers['x-nowpayments-sig']).toBe(createHmac('sha512', ipnSecret).update(sorted).digest('hex'));
  });

  it('that is too little is not paid, and later coins are a payment with a parent', async () => {
    const { payment_id: paymentId, pay_address: payAddress } = await created();
    await deposit({ payAddress, amount: '20.5' });
    await reaches(paymentId, 'partially_paid');
    const again = (await deposit({ payAddress, amount: 19.45 })).body;
    expect(again).toMatchObject({ parentPaymentId: paymentId, amount: '19.45' });
    await reaches(again['paymentId'], 'finished');
    expect(await read(again['paymentId'])).toMatchObject({
      parent_payment_id: Number(paymentId),
      actually_paid: 19.45,
      price_amount: 19.45,
    });
    expect(await read(paymentId)).toMatchObject({
      payment_status: 'partially_paid',
      actually_paid: 20.5,
      payment_extra_ids: [Number(again['paymentId'])],
    });
    await eventually(() => toldOf(again['paymentId']).includes('finished'));
    expect(ipnsOf(again['paymentId'])[0]).toMatchObject({ parent_payment_id: Number(paymentId) });
  });

  it('without the right memo belongs to no payment', async () => {
    const {
      payment_id: paymentId,
      pay_address: payAddress,
      payin_extra_id: memo,
    } = await created({
      pay_currency: 'XRP',
    });
    const other = await created({ pay_currency: 'xrp' });
    expect(other['pay_address']).toBe(payAddress);
    for (const wrong of [{}, { memo: '1' }])
      expect((await deposit({ payAddress, ...wrong })).body).toMatchObject({ detected: false, paymentId: null });
    expect(await read(paymentId)).toMatchObject({ payment_status: 'waiting', payin_extra_id: memo });
    expect((await deposit({ payAddress, memo })).body).toMatchObject({ detected: true, paymentId });
    expect(await read(other['payment_id'])).toMatchObject({ payment_status: 'waiting' });
  });

  it('is sent to the text of a QR code, with the amount it names unless another is given', async () => {
    const { payment_id: paymentId, pay_address: payAddress } = await created({ pay_currency: 'btc' });
    const uri = `bitcoin:${String(payAddress)}?amount=0.00044`;
    expect((await deposit({ payAddress: uri })).body).toMatchObject({ paymentId, amount: '0.00044' });
    expect((await deposit({ payAddress: uri, amount: '0.001' })).body).toMatchObject({ amount: '0.001' });
    expect((await deposit({ payAddress: `${String(payAddress)}?amount=0.1&label=shop` })).status).toBe(200);
    expect((await deposit({ payAddress: 'bitcoin:bc1q?amount=0.1' })).status).toBe(400);
  });

  it('can be late: the rate’s time is up by the sandbox’s clock', async () => {
    const { payment_id: paymentId, pay_address: payAddress } = await created();
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 20 * minuteMs });
    await reaches(paymentId, 'expired');
    await eventually(() => toldOf(paymentId).includes('expired'));
    await deposit({ payAddress });
    await reaches(paymentId, 'finished');
  });

  it.each(['failed', 'refunded'])('can be %s', async (outcome) => {
    const { payment_id: paymentId, pay_address: payAddress } = await created();
    await deposit({ payAddress, outcome });
    await reaches(paymentId, outcome);
  });

  it('of many at once pays once', async () => {
    const { payment_id: paymentId, pay_address: payAddress } = await created();
    const answers = await Promise.all(Array.from({ length: 8 }, () => deposit({ payAddress })));
    expect(answers.filter(({ body }) => body['paymentId'] === paymentId)).toHaveLength(1);
    expect((await read(paymentId))['payment_extra_ids']).toHaveLength(7);
  });

  it('goes on after a restart', async () => {
    const { payment_id: paymentId, pay_address: payAddress } = await created();
    await deposit({ payAddress });
    await sandbox.restart();
    await reaches(paymentId, 'finished');
  });

  it.each([
    [404, { payAddress: '0x0000000000000000000000000000000000000000' }],
    [400, { payAddress: 'short' }],
    [400, { payAddress: '0x0000000000000000000000000000000000000000', amount: '0' }],
    [400, {}],
  ])('answers %i to %j', async (status, body) => {
    expect((await deposit(body)).status).toBe(status);
  });

  it('is not worth more than all the money there is', async () => {
    const { pay_address: payAddress } = await created();
    expect((await deposit({ payAddress, amount: '99999999' })).status).toBe(400);
  });
});
