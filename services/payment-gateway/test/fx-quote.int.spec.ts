import { createFxQuotes } from '../src/fx/store/fx-quotes';
import { endRowsAt } from '@repasse/chassis/testing/end-rows';
import { newRequest } from './support/gateway';
import { inReais, type InternationalGateway, startInternational } from './support/international-gateway';

let international: InternationalGateway;

beforeAll(async () => {
  international = await startInternational();
});
afterAll(() => international.stop());

describe('POST /internal/fx-quotes', () => {
  it.each([
    ['USD', '5.4', '5.238', 1_909],
    ['JPY', '0.0342', '0.033174', 3_014],
    ['KWD', '17.6', '17.072', 5_858],
  ])('quotes in %s, rounded once to its own minor unit', async (targetCurrency, rate, rateWithSpread, expected) => {
    const { status, body } = await international.quote({ ...inReais, targetCurrency });

    expect({ status, body }).toMatchObject({
      status: 200,
      body: { ...inReais, targetCurrency, rate, rateWithSpread, spreadBps: 300, finalAmountMinor: expected },
    });
    expect(Date.parse(String(body['expiresAt'])) - Date.parse(String(body['quotedAt']))).toBe(3_600_000);
    expect(await createFxQuotes(international.gateway.db).find(String(body['quoteId']))).toEqual(body);
  });

  it('asks for the rates once', async () => {
    await international.quote({ ...inReais, targetCurrency: 'USD' });
    await international.quote({ ...inReais, targetCurrency: 'JPY' });

    expect(new Set(international.centralBank.asked).size).toBe(international.centralBank.asked.length);
  });

  it.each([
    ['a currency the provider does not take', { ...inReais, targetCurrency: 'CHF' }, 'fx.currency_not_supported'],
    ['a currency without a rate', { ...inReais, targetCurrency: 'EUR' }, 'fx.currency_not_supported'],
    [
      'a price below a cent',
      { ...inReais, sourceAmountMinor: 2, targetCurrency: 'USD' },
      'payment.amount_out_of_range',
    ],
    ['another source', { ...inReais, sourceCurrency: 'USD', targetCurrency: 'EUR' }, 'request.invalid'],
  ])('refuses %s', async (_, body, code) => {
    expect(await international.quote(body)).toMatchObject({ status: 400, body: { code } });
  });

  it('names the amounts that can be paid in a currency', async () => {
    const { body } = await international.quote({ ...inReais, sourceAmountMinor: 1, targetCurrency: 'USD' });
    const least = Number(body['leastAmountMinor']);
    const [below, exact] = await Promise.all(
      [least - 1, least].map((sourceAmountMinor) =>
        international.quote({ ...inReais, sourceAmountMinor, targetCurrency: 'USD' }),
      ),
    );

    expect(body).toMatchObject({ code: 'payment.amount_out_of_range', mostAmountMinor: 999_999_999_999 });
    expect([below?.status, exact?.status, exact?.body['finalAmountMinor']]).toEqual([400, 200, 1]);
  });

  it('is forgotten some time after it has expired', async () => {
    const { body } = await international.quote({ ...inReais, targetCurrency: 'USD' });
    const quotes = createFxQuotes(international.gateway.db);

    const { db } = international.gateway;

    await endRowsAt(db, 'payment-gateway', new Date(Date.parse(String(body['expiresAt'])) + 29 * 24 * 60 * 60_000));
    expect(await quotes.find(String(body['quoteId']))).toEqual(body);
    await endRowsAt(db, 'payment-gateway', new Date('2100-01-01T00:00:00.000Z'));
    expect(await quotes.find(String(body['quoteId']))).toBeNull();
  });
});

describe('a payment that names a quote', () => {
  it('is charged exactly the quoted amount, however the rates moved since', async () => {
    const { body: quote } = await international.quote({ ...inReais, targetCurrency: 'JPY' });
    international.centralBank.rates.set('JPY', '0,05000000');
    const { paymentId, body } = newRequest({ paymentMethod: 'INTERNATIONAL', fxQuoteId: quote['quoteId'] });

    const answer = await international.gateway.requestPayment(body);

    const order = await international.api.orderOf(paymentId);
    expect(order.terms).toMatchObject({ amount: 3_014, currency: 'JPY' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        amountMinor: 10_000,
        currency: 'BRL',
        fx: quote,
        pix: null,
        international: {
          publicToken: order.token,
          provider: 'REVOLUT',
          mode: 'sandbox',
          checkoutCurrency: 'JPY',
          amountMinor: 3_014,
        },
      },
    });
  });
});

it('without an international provider nothing is quoted', async () => {
  const none = await startInternational({
    REVOLUT_BASE_URL: '',
    REVOLUT_SECRET_KEY: '',
    REVOLUT_MODE: '',
    REVOLUT_CALLBACK_URL: '',
  });

  expect(await none.quote({ ...inReais, targetCurrency: 'USD' })).toMatchObject({
    status: 400,
    body: { code: 'fx.currency_not_supported' },
  });
  await none.stop();
});

it('without rates to use nothing is quoted and nothing kept', async () => {
  const other = await startInternational();
  other.centralBank.rates.clear();

  const { status, headers, body } = await other.quote({ ...inReais, targetCurrency: 'USD' });

  expect({ status, body }).toMatchObject({ status: 503, body: { code: 'fx.rate_unavailable', retryable: true } });
  expect(headers.get('retry-after')).toBe('5');
  expect(await other.gateway.db.query('select quote_id from fx_quotes')).toEqual([]);
  await other.stop();
});
