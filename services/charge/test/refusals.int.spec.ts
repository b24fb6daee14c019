import { callApi, type TestAnswer } from '@repasse/chassis/testing/http-test';
import { ChargeService } from './support/charge-service';

const pan = '4111 1111 1111 1111';

describe('refusals of POST /charge', () => {
  const charge = new ChargeService('refusals');
  beforeAll(() => charge.start());
  afterAll(async () => {
    await charge.stop();
  });

  const fieldsOf = ({ body }: TestAnswer): string[] =>
    ((body['errors'] ?? []) as { field: string }[]).map(({ field }) => field);
  const expectNothingMade = async (): Promise<void> => {
    expect(await charge.db.query('select stream_id from events')).toEqual([]);
    expect(charge.peers.payments).toEqual([]);
  };
  afterEach(expectNothingMade);

  it.each([
    ['a number', { grossAmount: 100 }],
    ['nothing', { grossAmount: '' }],
    ['three decimals', { grossAmount: '1.000' }],
    ['one decimal', { grossAmount: '1.0' }],
    ['no decimals', { grossAmount: '100' }],
    ['a negative amount', { grossAmount: '-1.00' }],
    ['a comma', { grossAmount: '1,00' }],
    ['a leading zero', { grossAmount: '01.00' }],
    ['an exponent', { grossAmount: '1e2' }],
    ['more than a provider can take', { grossAmount: '10000000000.00' }],
    ['10^12', { grossAmount: '1000000000000.00' }],
  ])('grossAmount: %s', async (_what, body) => {
    const answer = await charge.create(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    expect(fieldsOf(answer)).toContain('grossAmount');
  });

  it.each([
    ['zero', { grossAmount: '0.00' }, 'charge.amount_not_positive', 'grossAmount'],
    ['an unknown method', { paymentMethod: 'BOLETO' }, 'charge.payment_method_unknown', 'paymentMethod'],
    ['an empty method', { paymentMethod: '' }, 'charge.payment_method_unknown', 'paymentMethod'],
    ['a method in lower case', { paymentMethod: 'pix' }, 'charge.payment_method_unknown', 'paymentMethod'],
    [
      'INTERNATIONAL without its currency',
      { paymentMethod: 'INTERNATIONAL' },
      'charge.checkout_currency_missing',
      'checkoutCurrency',
    ],
    ['an expiry in the past', { expiresAt: '2026-11-21T11:59:59Z' }, 'charge.expires_in_past', 'expiresAt'],
    ['an expiry now', { expiresAt: '2026-11-21T12:00:00Z' }, 'charge.expires_in_past', 'expiresAt'],
    [
      'an attempt that expires in the past',
      { attemptExpiresAt: '2026-11-21T11:00:00Z' },
      'charge.expires_in_past',
      'attemptExpiresAt',
    ],
    [
      'FIXED shares above the amount',
      { split: [{ recipientEmail: 'a@b.example', kind: 'FIXED', amount: '100.01' }] },
      'charge.split_exceeds_amount',
      'split',
    ],
    [
      'PERCENT shares above the whole',
      {
        split: [
          { recipientEmail: 'a@b.example', kind: 'PERCENT', percent: 99.99 },
          { recipientEmail: 'c@b.example', kind: 'PERCENT', percent: 0.02 },
        ],
      },
      'charge.split_exceeds_amount',
      'split',
    ],
    ['plain http', { webhookUrl: 'http://merchant.example/h' }, 'charge.webhook_url_not_allowed', 'webhookUrl'],
    ['loopback', { webhookUrl: 'https://127.0.0.1/h' }, 'charge.webhook_url_not_allowed', 'webhookUrl'],
    ['a private address', { webhookUrl: 'https://10.1.2.3/h' }, 'charge.webhook_url_not_allowed', 'webhookUrl'],
    ['metadata', { webhookUrl: 'https://169.254.169.254/h' }, 'charge.webhook_url_not_allowed', 'webhookUrl'],
    ['loopback in IPv6', { webhookUrl: 'https://[::1]/h' }, 'charge.webhook_url_not_allowed', 'webhookUrl'],
    ['localhost', { webhookUrl: 'https://localhost/h' }, 'charge.webhook_url_not_allowed', 'webhookUrl'],
  ])('%s, by name', async (_what, body, code, field) => {
    const answer = await charge.create(body);
    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect(fieldsOf(answer)).toEqual([field]);
  });

  it.each([
    ['another currency', { currency: 'USD' }, 'currency'],
    ['no currency', { currency: undefined }, 'currency'],
    ['an expiry that is no time', { expiresAt: 'tomorrow' }, 'expiresAt'],
    ['an expiry years ahead', { expiresAt: '2036-01-01T00:00:00Z' }, 'expiresAt'],
    ['an attempt that outlives its charge', { attemptExpiresAt: '2026-11-22T12:00:01Z' }, 'attemptExpiresAt'],
    ['an address that is none', { webhookUrl: 'merchant.example' }, 'webhookUrl'],
    ['a split that is no list', { split: {} }, 'split'],
    ['a share without its e-mail', { split: [{ kind: 'FIXED', amount: '1.00' }] }, 'split[0].recipientEmail'],
    ['a share of no kind', { split: [{ recipientEmail: 'a@b.example', kind: 'HALF' }] }, 'split[0].kind'],
    [
      'FIXED with a percent beside it',
      { split: [{ recipientEmail: 'a@b.example', kind: 'FIXED', amount: '1.00', percent: 5 }] },
      'split[0].percent',
    ],
    [
      'PERCENT with an amount beside it',
      { split: [{ recipientEmail: 'a@b.example', kind: 'PERCENT', amount: '1.00', percent: 5 }] },
      'split[0].amount',
    ],
    ['FIXED without an amount', { split: [{ recipientEmail: 'a@b.example', kind: 'FIXED' }] }, 'split[0].amount'],
    ['PERCENT without a percent', { split: [{ recipientEmail: 'a@b.example', kind: 'PERCENT' }] }, 'split[0].percent'],
    [
      'a FIXED share of nothing',
      { split: [{ recipientEmail: 'a@b.example', kind: 'FIXED', amount: '0.00' }] },
      'split[0].amount',
    ],
    [
      'a percent of nothing',
      { split: [{ recipientEmail: 'a@b.example', kind: 'PERCENT', percent: 0 }] },
      'split[0].percent',
    ],
    [
      'a percent above the whole',
      { split: [{ recipientEmail: 'a@b.example', kind: 'PERCENT', percent: 100.01 }] },
      'split[0].percent',
    ],
    [
      'a percent with three decimals',
      { split: [{ recipientEmail: 'a@b.example', kind: 'PERCENT', percent: 33.333 }] },
      'split[0].percent',
    ],
    ['a description that is too long', { description: 'x'.repeat(501) }, 'description'],
    ['a payer’s e-mail that is none', { customerMeta: { email: 'ana' } }, 'customerMeta.email'],
  ])('%s, by field', async (_what, body, field) => {
    const answer = await charge.create(body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    expect(fieldsOf(answer)).toContain(field);
  });

  it('tells every fault at once', async () => {
    const answer = await charge.create({
      grossAmount: 'a lot',
      currency: 'USD',
      paymentMethod: 'CHEQUE',
      expiresAt: '2020-01-01T00:00:00Z',
      webhookUrl: 'http://10.0.0.1/',
      split: [
        { recipientEmail: 'nobody', kind: 'FIXED', amount: '1' },
        { recipientEmail: 'a@b.example', kind: 'PERCENT', percent: 12.345 },
      ],
    });
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    expect(fieldsOf(answer).sort()).toEqual([
      'currency',
      'expiresAt',
      'grossAmount',
      'paymentMethod',
      'split[0].amount',
      'split[0].recipientEmail',
      'split[1].percent',
      'webhookUrl',
    ]);
  });

  it.each([
    ['beside the method', { paymentMethod: 'CREDIT_CARD', card: { number: pan, securityCode: '737' } }, 'card'],
    ['with another method', { paymentMethod: 'PIX', card: { number: pan } }, 'card'],
    ['a field named like one', { customerMeta: { name: 'Ana', cvv: '737' } }, 'customerMeta.cvv'],
    ['a number in a text', { description: `please charge ${pan}` }, 'description'],
    [
      'a number deep inside',
      { gatewayOptions: { pix: { additionalInfo: [{ name: 'x', value: pan }] } } },
      'gatewayOptions.pix.additionalInfo[0].value',
    ],
    ['a number among other faults', { grossAmount: 'free', description: pan }, 'description'],
  ])('card data, without an echo: %s', async (_what, body, field) => {
    const answer = await charge.create(body, { headers: { 'idempotency-key': `card-${_what.replaceAll(' ', '-')}` } });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('1111');
    expect(answer.text).not.toContain('737');
    expect(fieldsOf(answer)).toEqual([field]);
    expect(answer.body['code']).toBe('request.card_data_refused');
    expect(await charge.db.query('select key from idempotency_keys')).toEqual([]);
  });

  it.each([
    ['nothing', '', 'application/json', 400],
    ['what is not JSON', '{"grossAmount":', 'application/json', 400],
    ['a list', '[]', 'application/json', 400],
    ['null', 'null', 'application/json', 400],
    ['a form', 'grossAmount=1', 'application/x-www-form-urlencoded', 415],
    ['too much', JSON.stringify({ description: 'x'.repeat(70_000) }), 'application/json', 413],
  ])('a body that is %s', async (_what, rawBody, contentType, status) => {
    const answer = await charge.call('POST', '/charge', { rawBody, headers: { 'content-type': contentType } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  it.each(['\u0000', 'a\ud800b'])('a text no database can keep: %j', async (text) => {
    for (const body of [
      { description: text },
      { externalReference: text },
      { customerMeta: { name: text } },
      { gatewayOptions: { [text]: 1 } },
      { split: [{ recipientEmail: `a${text}@b.example`, kind: 'PERCENT', percent: 1 }] },
    ]) {
      expect((await charge.create(body)).status).toBe(400);
    }
  });

  it('a caller without a token, or without the right', async () => {
    const body = { grossAmount: '1.00', currency: 'BRL' };
    expect(await callApi(charge.url, 'POST', '/charge', { body })).toMatchObject({ status: 401 });
    expect(await charge.call('POST', '/charge', { body, token: 'forged.token.here' })).toMatchObject({
      status: 401,
      body: { code: 'auth.token_invalid' },
    });
    const token = await charge.token({ scopes: ['charges:read'] });
    expect(await charge.call('POST', '/charge', { body, token })).toMatchObject({
      status: 403,
      body: { code: 'auth.scope_missing' },
    });
  });

  it('a token that has expired', async () => {
    const token = await charge.token();
    charge.clock.advance(2 * 60 * 60_000);
    const answer = await charge.create({}, { token });
    charge.clock.advance(-2 * 60 * 60_000);
    expect(answer).toMatchObject({ status: 401, body: { code: 'auth.token_invalid' } });
  });
});

describe('in the sandbox', () => {
  const charge = new ChargeService('sandbox_webhooks', { SANDBOX: 'true' });
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());

  it.each(['http://localhost:8090/sandbox/inbox/demo', 'http://127.0.0.1:9/hook', 'https://10.0.0.8/hook'])(
    '%s may be a webhook',
    async (webhookUrl) => {
      expect((await charge.create({ webhookUrl })).body).toMatchObject({ webhookUrl });
    },
  );
});
