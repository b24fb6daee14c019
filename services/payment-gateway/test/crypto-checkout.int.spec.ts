import { join } from 'node:path';
import { randomIds } from '@repasse/chassis/ids';
import { describedBy } from '@repasse/chassis/testing/described-answers';
import { eventually } from '@repasse/chassis/testing/eventually';
import { streamsPerIdMax } from '@repasse/checkout-kit/server/event-streams';
import { buildPage } from '@repasse/checkout-kit/testing/built-page';
import { pageAt } from '@repasse/checkout-kit/testing/payer';
import { type CoinMerchant, type CoinSale, startCoinMerchant } from './support/coin-merchant';

/** Compiling the page on a busy machine. */
const startTimeoutMs = 90_000;
const assertDescribed = describedBy('payment-gateway');

describe('what the page of a payment in coins asks for', () => {
  let merchant: CoinMerchant;
  /** With their answers: one that nothing refers to is collected as garbage, and its stream closes. */
  const open: { readonly controller: AbortController; readonly response: Response }[] = [];

  beforeAll(async () => {
    buildPage(join(__dirname, '..'));
    merchant = await startCoinMerchant();
  }, startTimeoutMs);
  afterAll(() => merchant.stop());
  afterEach(() => open.splice(0).forEach(({ controller }) => controller.abort()));

  const urlOf = (path: string): string => `${merchant.world.gateway.url}${path}`;
  const tokenOf = ({ checkoutUrl }: CoinSale): string => new URL(checkoutUrl).searchParams.get('token') ?? '';
  const pathOf = ({ paymentId }: CoinSale, below = ''): string => `/checkout/crypto/${paymentId}${below}`;
  const openPage = (sale: CoinSale, query = '', headers: Record<string, string> = {}): Promise<Response> =>
    fetch(urlOf(pageAt('', sale.checkoutUrl) + query), { headers });
  const getJson = async (path: string, token: string) => {
    const response = await fetch(urlOf(path), { headers: { 'x-checkout-token': token } });
    const body = (await response.json()) as Record<string, unknown>;
    assertDescribed('GET', path, { status: response.status, body, contentType: response.headers.get('content-type') });
    return { status: response.status, body };
  };
  const stateOf = (sale: CoinSale, token = tokenOf(sale)) => getJson(pathOf(sale, '/state'), token);
  const stream = async (sale: CoinSale, address = '198.51.100.1'): Promise<Response> => {
    const controller = new AbortController();
    const response = await fetch(urlOf(pathOf(sale, `/events?token=${tokenOf(sale)}`)), {
      headers: { 'x-forwarded-for': address },
      signal: controller.signal,
    });
    open.push({ controller, response });
    return response;
  };

  it('is a page that loads nothing but its own files, and that nobody keeps or frames', async () => {
    const page = await openPage(await merchant.sell());

    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; ` +
        `frame-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    const text = await page.text();
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?! type="module" src=)|https?:\/\/(?!www\.w3\.org)/);
    const files = [...text.matchAll(/(?:href|src)="(\/checkout\/crypto\/assets\/[^"]+)"/g)].map(
      ([, file = '']) => file,
    );
    expect(files).toHaveLength(2);
    for (const file of files) {
      const asset = await fetch(urlOf(file));
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  it.each([
    ['', 'en-GB,en;q=0.9', 'en'],
    ['&lang=pt', 'en', 'pt-BR'],
  ])('speaks by choice (%s) or by the browser (%s): %s', async (query, accepted, lang) => {
    const page = await openPage(await merchant.sell(), query, { 'accept-language': accepted });
    expect(await page.text()).toContain(`<html lang="${lang}">`);
  });

  it('tells what to send where, and nothing of who pays', async () => {
    const sale = await merchant.sell({ description: 'Pedido 4711', redirect_url: 'https://shop.example/thanks' });
    const { status, body } = await stateOf(sale);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ paymentId: sale.paymentId, invoiceId: sale.id, status: 'PENDING', amount: '100.00', currency: 'USD' },
      ...{ description: 'Pedido 4711', externalReference: 'order-42', payCurrency: 'USDTBSC', paidAmount: null },
      ...{ redirectUrl: `https://shop.example/thanks?invoiceId=${sale.id}`, receiverName: 'Repasse Demonstração' },
      transfer: {
        network: 'bsc',
        payAddress: sale.payment.pay_address,
        memo: null,
        payAmount: '100',
        duePayAmount: '100',
      },
    });
    const page = await (await openPage(sale)).text();
    for (const secret of ['Ana Lima', 'ana@example.com']) expect(JSON.stringify(body) + page).not.toContain(secret);
  });

  it('turns away who has no token, or one of another payment, with a page and with problems', async () => {
    const [mine, other] = [await merchant.sell(), await merchant.sell()];
    const nobodys = { ...mine, paymentId: `pay_${randomIds.ulid()}` };
    for (const path of [
      pathOf(mine),
      `${pathOf(mine)}?token=forged`,
      `${pathOf(mine)}?token=${tokenOf(other)}`,
      `${pathOf(nobodys)}?token=${tokenOf(mine)}`,
    ]) {
      const page = await fetch(urlOf(path));
      expect([page.status, page.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
      const text = await page.text();
      expect(text).toContain('Link de pagamento inválido');
      expect(text).not.toContain(mine.payment.pay_address);
    }
    for (const token of ['', 'forged', tokenOf(other)]) {
      for (const below of ['/state', '/events']) {
        const { status, body } = await getJson(pathOf(mine, below), token);
        expect([status, body['code']]).toEqual([401, 'auth.checkout_token_invalid']);
      }
    }
  });

  it('tells over the stream what comes of it, and ends when it is paid', async () => {
    const sale = await merchant.sell();
    const response = await stream(sale);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const told: string[] = [];
    const reading = readAll(response, told);
    await eventually(() => told.join('').includes('"duePayAmount":"100"'));
    await merchant.deposit(sale, 60);
    await eventually(() => told.join('').includes('"receivedPayAmount":"60","duePayAmount":"40"'));
    await merchant.deposit(sale, 40, 'finished');
    await reading;
    expect(told.join('')).toContain('"status":"PAID"');
    expect((await stateOf(sale)).body).toMatchObject({ status: 'PAID', paidAmount: '100.00' });
  });

  it('tells that the time is over, also to a token that ended with it', async () => {
    const sale = await merchant.sell();
    merchant.clock.advance(25 * 60_000);
    await eventually(async () => (await stateOf(sale)).body['status'] === 'EXPIRED');
    const page = await openPage(sale);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('data-view="ended"');
  });

  it('tells what a merchant accepted', async () => {
    const sale = await merchant.sell();
    await merchant.deposit(sale, 60);
    await eventually(async () => (await merchant.accept(sale)).status === 200);
    expect((await stateOf(sale)).body).toMatchObject({ status: 'PAID', amount: '100.00', paidAmount: '60.00' });
  });

  it('has so many streams, and another payment has its own', async () => {
    const sale = await merchant.sell();
    for (let reader = 0; reader < streamsPerIdMax; reader += 1) {
      expect((await stream(sale, `198.51.100.${reader}`)).status).toBe(200);
    }
    const refused = await stream(sale, '203.0.113.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '15']);
    expect((await stream(await merchant.sell(), '203.0.113.1')).status).toBe(200);
  });
});

const readAll = async (stream: Response, told: string[]): Promise<void> => {
  for await (const text of stream.body!.pipeThrough(new TextDecoderStream())) told.push(text);
};
