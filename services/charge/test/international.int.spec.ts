import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { ChargeService } from './support/charge-service';

describe('an INTERNATIONAL charge', () => {
  const charge = new ChargeService('international');
  const { gateway } = charge.peers;
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());
  afterEach(() => {
    gateway.mood = 'offer';
    gateway.quoteMood = 'quote';
  });

  const create = (checkoutCurrency: string, body: object = {}, key?: string): Promise<TestAnswer> =>
    charge.create(
      { paymentMethod: 'INTERNATIONAL', checkoutCurrency, ...body },
      key === undefined ? {} : { headers: { 'idempotency-key': key } },
    );
  const countStreams = async (): Promise<number> =>
    (await charge.db.query('select distinct stream_id from events')).length;

  it.each([
    ['USD', '18.98', '5.4321', '5.2691'],
    ['JPY', '2857', '0.0361', '0.0350'],
    ['KWD', '5.824', '17.7', '17.169'],
  ])('in %s is priced once, with the decimals of that currency', async (currency, amount, rate, rateWithSpread) => {
    const answer = await create(currency, { redirectUrl: 'https://merchant.example/thanks' });

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      paymentMethod: 'INTERNATIONAL',
      status: 'PENDING',
      grossAmount: '100.00',
      currency: 'BRL',
      checkoutMeta: {
        method: 'INTERNATIONAL',
        publicToken: expect.stringContaining('token-of-fxq_') as unknown,
        checkoutCurrency: currency,
        amount,
        provider: 'REVOLUT',
        mode: 'sandbox',
      },
      fxMeta: {
        sourceCurrency: 'BRL',
        targetCurrency: currency,
        rate,
        spreadPercent: 3,
        rateWithSpread,
        finalAmount: amount,
        quotedAt: '2026-11-21T11:59:00.000Z',
        expiresAt: '2026-11-21T13:00:00.000Z',
        source: 'BCB_PTAX',
      },
      checkoutUrl: expect.stringContaining('https://pay.example/checkout/ch_') as unknown,
    });
    // The gateway gets the quote to charge by, and a payer cannot pay by it after it has expired.
    expect(gateway.payments.at(-1)).toMatchObject({
      paymentMethod: 'INTERNATIONAL',
      amountMinor: 10_000,
      currency: 'BRL',
      fxQuoteId: expect.stringMatching(/^fxq_/) as unknown,
      redirectUrl: `https://merchant.example/thanks?chargeId=${String(answer.body['chargeId'])}`,
      expiresAt: '2026-11-21T13:00:00.000Z',
    });
    const read = await charge.call('GET', `/charge/attempts/${String(answer.body['id'])}`);
    expect(read.body['fxMeta']).toEqual(answer.body['fxMeta']);
    expect(read.body['checkoutMeta']).toEqual(answer.body['checkoutMeta']);
  });

  it('ends no later than the caller asked', async () => {
    const attemptExpiresAt = '2026-11-21T12:30:00Z';
    expect((await create('USD', { attemptExpiresAt })).body['expiresAt']).toBe('2026-11-21T12:30:00.000Z');
  });

  it.each([
    ['a charge', (expiry: object) => create('USD', expiry)],
    [
      'a further attempt',
      async (expiry: object) => {
        const made = await charge.create({});
        const body = { paymentMethod: 'INTERNATIONAL', currency: 'USD', ...expiry };
        return charge.call('POST', `/charge/${String(made.body['id'])}/attempts`, { body });
      },
    ],
  ])('is not made by %s beyond the hour of its quote, and the limit is named', async (_what, ask) => {
    const made = gateway.payments.length;
    const limit = '2026-11-21T13:00:00.000Z';

    expect(await ask({ attemptExpiresAt: '2026-11-21T10:00:01-03:00' })).toMatchObject({
      status: 400,
      body: {
        code: 'request.invalid',
        errors: [{ field: 'attemptExpiresAt', message: `must not be after ${limit}, when the quoted price ends.` }],
      },
    });
    expect(gateway.payments).toHaveLength(made);
    expect(await ask({ attemptExpiresAt: limit })).toMatchObject({ status: 200, body: { expiresAt: limit } });
  });

  it('has its fee and the reserve of its method', async () => {
    const { body } = await create('USD');
    expect((await charge.call('GET', `/charge/${String(body['chargeId'])}`)).body).toMatchObject({
      netAmount: '95.01',
      disputeReserve: '4.75',
      feesMeta: { fees: [{ code: 'INTERNATIONAL_FEE', percent: 4.99, amount: '4.99' }] },
    });
  });

  it.each([
    ['in an unsupported currency', 'XYZ', 'quote', 400, 'fx.currency_not_supported'],
    ['without a rate', 'USD', 'no_rate', 503, 'fx.rate_unavailable'],
    ['while the rates cannot be reached', 'USD', 'away', 503, 'fx.rate_unavailable'],
  ] as const)('%s is refused with nothing made', async (_what, currency, mood, status, code) => {
    gateway.quoteMood = mood;
    const before = await countStreams();
    const asked = gateway.payments.length;
    const answer = await create(currency, { attemptIdempotencyKey: `unmade-${code}-${mood}` });

    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.body['detail']).toContain(status === 400 ? 'Use USD, JPY, KWD. Nothing was created.' : 'send the');
    expect(await countStreams()).toBe(before);
    expect(gateway.payments).toHaveLength(asked);
    // Nothing was used up, so the same request can be sent again.
    gateway.quoteMood = 'quote';
    expect((await create('USD', { attemptIdempotencyKey: `unmade-${code}-${mood}` })).status).toBe(200);
  });

  it('for less than a unit of the currency is refused with the least amount, and nothing is made', async () => {
    const before = await countStreams();
    const refused = await create('USD', { grossAmount: '0.02' });

    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'payment.amount_out_of_range',
        detail: "By today's rate 0.03 to 9999999999.99 BRL can be paid in USD. Nothing was created.",
        errors: [{ field: 'grossAmount', message: 'needs 0.03 BRL at least to be paid in USD.' }],
      },
    });
    expect(await countStreams()).toBe(before);
    expect((await create('USD', { grossAmount: '0.03' })).status).toBe(200);
  });

  it('is refused to a further attempt by the amount that is left', async () => {
    const { body } = await charge.create({ grossAmount: '0.01' });
    const path = `/charge/${String(body['id'])}/attempts`;
    const refused = await charge.call('POST', path, { body: { paymentMethod: 'INTERNATIONAL', currency: 'USD' } });

    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'payment.amount_out_of_range', errors: [{ field: 'currency' }] },
    });
  });

  it.each([
    ['refuse', 502, 'provider.rejected', false],
    ['unavailable', 503, 'provider.unavailable', true],
    ['silent', 504, 'provider.timeout', true],
  ] as const)('when the provider answers %s, says what was kept', async (mood, status, code, retryable) => {
    gateway.mood = mood;
    const answer = await create('USD', {}, `kept-${mood}`);

    expect(answer).toMatchObject({ status, body: { code, retryable } });
    const { chargeId, attemptId } = answer.body;
    expect(answer.body['detail']).toContain(
      `Charge ${String(chargeId)} and its attempt ${String(attemptId)} are kept.`,
    );
    const read = await charge.call('GET', `/charge/attempts/${String(attemptId)}`);
    expect(read.body).toMatchObject({ chargeId, checkoutMeta: null, fxMeta: { targetCurrency: 'USD' } });
  });

  it('goes on at the price it began with when the request comes again', async () => {
    gateway.mood = 'silent';
    const first = await create('USD', {}, 'same-price');
    gateway.mood = 'offer';
    const second = await create('USD', {}, 'same-price');

    expect(second).toMatchObject({ status: 200, body: { id: first.body['attemptId'] } });
    const [one, other] = gateway.payments.slice(-2);
    expect(other).toEqual(one);
  });
});
