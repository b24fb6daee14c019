import { eventually } from '@repasse/chassis/testing/eventually';
import { callApi, type TestAnswer } from '@repasse/chassis/testing/http-test';
import { join } from 'node:path';
import { buildPage } from '@repasse/checkout-kit/testing/built-page';
import { ChargeService } from './support/charge-service';
import { pageAt } from '@repasse/checkout-kit/testing/payer';

const sdkOrigin = 'https://sdk.example';

describe('the endpoints of the checkout page', () => {
  const charge = new ChargeService('checkout_endpoints', { INTERNATIONAL_SDK_URL: `${sdkOrigin}/embed.js` });
  beforeAll(async () => {
    buildPage(join(__dirname, '..'));
    await charge.start();
  });
  afterAll(() => charge.stop());

  const made = async (body: object = {}): Promise<TestAnswer['body']> => (await charge.create(body)).body;
  const tokenOf = (body: TestAnswer['body']) => ({ 'x-checkout-token': String(body['checkoutToken']) });
  const idOf = (body: TestAnswer['body']): string => String(body['chargeId'] ?? body['id']);
  const stateOf = (body: TestAnswer['body'], headers: Record<string, string> = tokenOf(body)) =>
    charge.call('GET', `/checkout/${idOf(body)}/state`, { headers });
  const choose = (body: TestAnswer['body'], wanted: object) =>
    charge.call('POST', `/checkout/${idOf(body)}/attempts`, { headers: tokenOf(body), body: wanted });
  const openPage = (body: TestAnswer['body'], query = '', headers: Record<string, string> = {}) =>
    callApi(charge.url, 'GET', pageAt('', String(body['checkoutUrl'])) + query, { headers });

  it('is a page that loads only its own files and the SDK, and must not be cached or framed', async () => {
    const page = await openPage(await made());

    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self' ${sdkOrigin}; style-src 'self'; img-src 'self' data:; ` +
        `connect-src 'self'; frame-src ${sdkOrigin}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! type="module" src=)/);
  });

  it('says nothing of a test where real money is taken', async () => {
    expect((await openPage(await made())).text).not.toContain('class="test"');
  });

  it('has files that a browser may keep for ever, under the hash of this build only', async () => {
    const { text } = await openPage(await made());
    const files = [...text.matchAll(/(?:href|src)="(\/checkout\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files.map((file) => file.split('/').slice(-2).join('/'))).toEqual([
      'styles/checkout.css',
      'browser/main.js',
    ]);
    for (const file of files) {
      const asset = await callApi(charge.url, 'GET', file);
      expect([file, asset.status]).toEqual([file, 200]);
      expect(asset.headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/);
      expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    const other = await callApi(charge.url, 'GET', '/checkout/assets/0123456789abcdef/browser/main.js');
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const escape = await callApi(charge.url, 'GET', '/checkout/assets/0123456789abcdef/browser/..%2f..%2fmain.js');
    expect(escape.status).toBe(404);
  });

  it.each([
    ['', 'pt-BR', 'pt-BR'],
    ['', 'en-GB,en;q=0.9', 'en'],
    ['&lang=en', 'pt-BR', 'en'],
    ['&lang=pt', 'en', 'pt-BR'],
  ])('speaks by choice (%s) or by the browser (%s): %s', async (query, accepted, lang) => {
    const { text } = await openPage(await made(), query, { 'accept-language': accepted });
    expect(text).toContain(`<html lang="${lang}">`);
  });

  it('writes the merchant’s text as text, never as markup', async () => {
    const { text } = await openPage(await made({ description: '</main><script>alert(1)</script>"\'' }));
    expect(text).toContain('&lt;/main&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script>alert');
  });

  it('shows only the payer’s data the merchant filled in, and none to an expired link', async () => {
    const customerMeta = { name: 'Ana Souza', email: 'ana@customer.example', source: 'PRE_FILLED' };
    expect((await openPage(await made({ customerMeta }))).text).toContain('value="ana@customer.example"');
    const collected = await made({ customerMeta: { ...customerMeta, source: 'COLLECT_AT_CHECKOUT' } });
    expect((await openPage(collected)).text).not.toContain('ana@customer.example');
  });

  it('refuses a missing token or one of another charge, with a page and with problems', async () => {
    const [mine, other] = [await made(), await made()];
    for (const query of ['', `?token=${String(other['checkoutToken'])}`, '?token=forged']) {
      const page = await callApi(charge.url, 'GET', `/checkout/${idOf(mine)}${query}`);
      expect([page.status, page.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
      expect(page.text).toContain('Link de pagamento inválido');
      expect(page.text).not.toContain('100,00');
    }
    for (const headers of [{}, tokenOf(other)]) {
      expect((await stateOf(mine, headers)).body['code']).toBe('auth.checkout_token_invalid');
      const events = await callApi(charge.url, 'GET', `/checkout/${idOf(mine)}/events`, { headers });
      expect([events.status, events.body['code']]).toEqual([401, 'auth.checkout_token_invalid']);
    }
    const attempt = await charge.call('POST', `/checkout/${idOf(mine)}/attempts`, {
      headers: tokenOf(other),
      body: { paymentMethod: 'PIX' },
    });
    expect(attempt.status).toBe(401);
  });

  it('gives one PIX code, however often it is asked for', async () => {
    const body = await made();
    const asked = charge.peers.payments.length;
    const first = await choose(body, { paymentMethod: 'PIX' });
    expect(first.body).toMatchObject({ status: 'PENDING', pix: { status: 'PENDING', amount: '100.00' } });
    const again = await choose(body, { paymentMethod: 'PIX' });
    expect(again.body['pix']).toEqual(first.body['pix']);
    expect(charge.peers.payments).toHaveLength(asked + 1);
    expect((await stateOf(body)).body['pix']).toEqual(first.body['pix']);
  });

  it('prices another currency once, and anew for another one', async () => {
    const body = await made();
    const inDollars = await choose(body, { paymentMethod: 'INTERNATIONAL', currency: 'USD' });
    expect(inDollars.body['international']).toMatchObject({ checkoutCurrency: 'USD', mode: 'sandbox' });
    const asked = charge.peers.gateway.quotes.length;
    await choose(body, { paymentMethod: 'INTERNATIONAL', currency: 'USD' });
    expect(charge.peers.gateway.quotes).toHaveLength(asked);
    const inYen = await choose(body, { paymentMethod: 'INTERNATIONAL', currency: 'JPY' });
    expect(inYen.body['international']).toMatchObject({ checkoutCurrency: 'JPY', checkoutAmount: '2857' });
  });

  it('prices the remainder anew when a part has come, since the first price was for the whole', async () => {
    const body = await made();
    const wanted = { paymentMethod: 'INTERNATIONAL', currency: 'USD' };
    const whole = await choose(body, wanted);
    const { body: attempt } = await charge.call('POST', `/charge/${idOf(body)}/attempts`, {
      body: { paymentMethod: 'PIX' },
    });
    await charge.receive(attempt, { amountMinor: 6_000 });
    await eventually(async () => (await stateOf(body)).body['dueAmount'] === '40.00');

    expect((await choose(body, wanted)).body['international']).toMatchObject({ status: 'PENDING', amount: '40.00' });
    expect(whole.body['international']).toMatchObject({ amount: '100.00' });
  });

  it('refuses a method that cannot be chosen', async () => {
    const body = await made();
    expect(await choose(body, { paymentMethod: 'CREDIT_CARD' })).toMatchObject({ status: 400 });
    expect((await choose(body, { paymentMethod: 'INTERNATIONAL' })).body).toMatchObject({
      errors: [{ field: 'currency', message: 'is required for INTERNATIONAL.' }],
    });
    expect((await choose(body, { paymentMethod: 'INTERNATIONAL', currency: 'XXX' })).body['code']).toBe(
      'fx.currency_not_supported',
    );
    await charge.call('POST', `/charge/${idOf(body)}/cancel`);
    expect(await choose(body, { paymentMethod: 'PIX' })).toMatchObject({
      status: 409,
      body: { code: 'charge.not_payable' },
    });
  });

  it.each([
    ['decline', true],
    ['refuse', false],
  ] as const)(
    'tells a declined card from one that was not charged for another reason: %s',
    async (mood, isDeclined) => {
      const body = await made();
      charge.peers.gateway.cardMood = mood;
      const number = '4024007100000040';
      const card = { number, holderName: 'ANA', expirationMonth: 12, expirationYear: 2030, securityCode: '123' };
      await charge.pay(idOf(body), String(body['checkoutToken']), { card });
      charge.peers.gateway.cardMood = 'approve';
      expect((await stateOf(body)).body['card']).toMatchObject({ status: 'FAILED', isDeclined });
    },
  );

  it('waits with the payer for a provider that is slow', async () => {
    charge.peers.mood = 'unavailable';
    const body = await made();
    const { status, body: state } = await choose(body, { paymentMethod: 'PIX' });
    charge.peers.mood = 'offer';
    expect([status, state['pix']]).toMatchObject([200, { status: 'PENDING', emv: null }]);
  });

  it('sends changes over the stream, which ends with the charge', async () => {
    const body = await made();
    const stream = await fetch(`${charge.url}/checkout/${idOf(body)}/events?token=${String(body['checkoutToken'])}`);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const told: string[] = [];
    const reading = readAll(stream, told);
    await eventually(() => told.join('').includes('"status":"PENDING"'));
    await choose(body, { paymentMethod: 'PIX' });
    await eventually(() => told.join('').includes('"emv":"0002'));
    await charge.call('POST', `/charge/${idOf(body)}/cancel`);
    await reading;
    expect(told.join('')).toContain('"status":"CANCELED"');
  });
});

const readAll = async (stream: Response, told: string[]): Promise<void> => {
  for await (const text of stream.body!.pipeThrough(new TextDecoderStream())) told.push(text);
};
