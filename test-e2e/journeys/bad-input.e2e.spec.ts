import { randomUUID } from 'node:crypto';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { tokenFor } from '../../deploy/local/seed';
import { MerchantApi, request, type Problem } from '../support/api';
import { describeOn } from '../support/on-each-bus';
import { placesWith } from '../support/places-with';

const good = { grossAmount: '10.00', currency: 'BRL' };

describeOn('postgres', 'bad input', (stack) => {
  let merchant: MerchantApi;

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
  });

  const expectProblem = (
    answer: { status: number; headers: Headers; body: Problem },
    status: number,
    code: string,
  ): void => {
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(answer.body).toMatchObject({
      status,
      title: expect.any(String),
      detail: expect.any(String),
      requestId: expect.any(String),
    });
    expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|at .*\.js:\d+|select |postgres/i);
  };

  const send = (rawBody: string, headers: Readonly<Record<string, string>> = {}) =>
    request('POST', `${stack.file.baseUrl}/charge`, { token: merchant.token, rawBody, headers });

  it('refuses malformed JSON', async () =>
    expectProblem(await send('{"grossAmount": '), 400, 'request.malformed_json'));

  it('refuses a body that is no object', async () => expectProblem(await send('[]'), 400, 'request.invalid'));

  it('refuses another content type', async () =>
    expectProblem(
      await send('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      'request.unsupported_media_type',
    ));

  it('refuses a body over the limit', async () =>
    expectProblem(await send(JSON.stringify({ ...good, description: 'x'.repeat(200_000) })), 413, 'request.too_large'));

  it.each([
    ['a number', 10],
    ['a negative amount', '-1.00'],
    ['three decimals', '10.000'],
    ['no decimals', '10'],
    ['10^12', '1000000000000.00'],
    ['an exponent', '1e3'],
    ['a comma', '10,00'],
    ['nothing', null],
  ])('refuses %s as grossAmount', async (_, grossAmount) => {
    const answer = await merchant.post<Problem>('/charge', { ...good, grossAmount });

    expectProblem(answer, 400, 'request.invalid');
    expect(answer.body.errors?.map(({ field }) => field)).toContain('grossAmount');
  });

  it('refuses zero by a name of its own', async () => {
    const answer = await merchant.post<Problem>('/charge', { ...good, grossAmount: '0.00' });

    expectProblem(answer, 400, 'charge.amount_not_positive');
    expect(answer.body.errors?.map(({ field }) => field)).toContain('grossAmount');
  });

  it('says every fault at once', async () => {
    const answer = await merchant.post<Problem>('/charge', {
      grossAmount: 'ten',
      currency: 'USD',
      expiresAt: '2001-01-01T00:00:00Z',
      split: [{ recipientEmail: 'not an e-mail', kind: 'PERCENT', percent: 101 }, { kind: 'FIXED' }],
    });

    expectProblem(answer, 400, 'request.invalid');
    const fields = answer.body.errors?.map(({ field }) => field) ?? [];
    expect(fields).toEqual(
      expect.arrayContaining(['grossAmount', 'currency', 'expiresAt', 'split[0].percent', 'split[1].recipientEmail']),
    );
  });

  it.each([
    ['CREDIT_CARD', { paymentMethod: 'CREDIT_CARD' }, 400, 'charge.card_not_accepted_here'],
    ['an unknown method', { paymentMethod: 'BOLETO' }, 400, 'charge.payment_method_unknown'],
    [
      'INTERNATIONAL without checkoutCurrency',
      { paymentMethod: 'INTERNATIONAL' },
      400,
      'charge.checkout_currency_missing',
    ],
    [
      'INTERNATIONAL in an unsupported currency',
      { paymentMethod: 'INTERNATIONAL', checkoutCurrency: 'XAU' },
      400,
      'fx.currency_not_supported',
    ],
  ])('refuses %s', async (_, extra, status, code) => {
    expectProblem(await merchant.post<Problem>('/charge', { ...good, ...extra }), status, code);
  });

  it('refuses card data without echoing it', async () => {
    const number = '4111111111111111';
    const answer = await merchant.post<Problem>('/charge', { ...good, card: { number, securityCode: '987' } });

    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain(number);
    expect(answer.text).not.toContain('987');
  });

  it('leaves no trace of card data in any log, table or topic', async () => {
    const number = '5555555555554444';
    const securityCode = '90210';
    const marker = randomUUID();
    const headers = { 'idempotency-key': randomUUID() };

    await merchant.post('/charge', { ...good, card: { number, securityCode } }, headers);
    await merchant.post('/charge', { ...good, paymentMethod: 'CREDIT_CARD', number, description: `Card ${number}` });
    await request('POST', `${stack.file.baseUrl}/charge`, { token: merchant.token, rawBody: `{"number":"${number}"` });
    await merchant.post('/charge', { ...good, description: marker });

    // The control: data that may be kept is found, so a trace of the card would be too.
    await eventually(async () => (await placesWith(stack, marker)).includes('repasse_bus.bus_messages'));
    expect(await placesWith(stack, number)).toEqual([]);
    expect(await placesWith(stack, `"${securityCode}"`)).toEqual([]);
  });

  describe('tokens', () => {
    it.each([
      ['no token', undefined],
      ['a token that is none', 'nonsense'],
      [
        'a token of algorithm none',
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"1"}').toString('base64url')}.`,
      ],
    ])('refuses %s with 401', async (_, token) => {
      const answer = await request('POST', `${stack.file.baseUrl}/charge`, {
        body: good,
        ...(token !== undefined && { token }),
      });

      expectProblem(answer, 401, token === undefined ? 'auth.token_missing' : 'auth.token_invalid');
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    });

    it('refuses a forged token: another user under the old signature', async () => {
      const [head, payload, signature] = merchant.token.split('.');
      const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object;
      const forged = Buffer.from(JSON.stringify({ ...claims, sub: '1', profile: 'ADMIN' })).toString('base64url');

      const answer = await request('GET', `${stack.file.baseUrl}/charge/list`, {
        token: `${head!}.${forged}.${signature!}`,
      });

      expectProblem(answer, 401, 'auth.token_invalid');
    });

    it('refuses a token that was good until it expired', async () => {
      await stack.restartService('identity', { TOKEN_TTL_SECONDS: '1' });
      const brief = await MerchantApi.signIn(stack.file);
      expect((await brief.get('/charge/list')).status).toBe(200);

      await eventuallyHolds(async () =>
        expectProblem(await brief.get<Problem>('/charge/list'), 401, 'auth.token_invalid'),
      );
      await stack.restartService('identity');
    });

    it('refuses a scope that the key does not have', async () => {
      const admin = await tokenFor(stack.file.baseUrl, stack.file.admin.clientId, stack.file.admin.clientSecret);
      const key = await request<{ clientId: string; clientSecret: string }>(
        'POST',
        `${stack.file.baseUrl}/users/${String(stack.file.merchant.userId)}/api-keys`,
        { token: admin, body: { scopes: ['charges:read'] } },
      );
      const reader = await MerchantApi.signIn(stack.file, key.body);

      expectProblem(await reader.post<Problem>('/charge', good), 403, 'auth.scope_missing');
    });
  });

  it('hides another merchant’s charge behind 404', async () => {
    const admin = await tokenFor(stack.file.baseUrl, stack.file.admin.clientId, stack.file.admin.clientSecret);
    const [ana] = stack.file.recipients;
    const key = await request<{ clientId: string; clientSecret: string }>(
      'POST',
      `${stack.file.baseUrl}/users/${String(ana?.userId)}/api-keys`,
      { token: admin, body: {} },
    );
    const stranger = await MerchantApi.signIn(stack.file, key.body);
    const { body: charge } = await merchant.post<{ id: string }>('/charge', good);
    const { body: attempt } = await merchant.createPixCharge();

    for (const path of [
      `/charge/${charge.id}`,
      `/charge/${charge.id}/attempts`,
      `/charge/${charge.id}/timeline`,
      `/settlements/${charge.id}`,
    ]) {
      expect((await stranger.get(path)).status).toBe(404);
    }
    expect((await stranger.get(`/charge/attempts/${attempt.id}`)).status).toBe(404);
    // 409 for the moment in which the charge is known to nobody there.
    await eventuallyHolds(async () =>
      expect((await stranger.post(`/invoices/resend-webhook/${charge.id}`)).status).toBe(404),
    );
  });

  it('refuses paths, methods and keys it does not know', async () => {
    expectProblem(await merchant.get<Problem>('/nowhere'), 404, 'route.not_found');
    expectProblem(
      await request('DELETE', `${stack.file.baseUrl}/charge/list`, { token: merchant.token }),
      405,
      'route.method_not_allowed',
    );
    expectProblem(await merchant.get<Problem>(`/charge/ch_${randomUUID()}`), 404, 'charge.not_found');
    expectProblem(
      await merchant.post<Problem>('/charge', good, { 'idempotency-key': 'x'.repeat(300) }),
      400,
      'idempotency.key_invalid',
    );
  });

  it('keeps internal endpoints off the edge', async () => {
    expect((await merchant.post('/internal/payments', {})).status).toBe(404);
  });
});
