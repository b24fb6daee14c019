import { join } from 'node:path';
import { callApi, type TestAnswer } from '@repasse/chassis/testing/http-test';
import { buildPage } from '@repasse/checkout-kit/testing/built-page';
import { testMerchant } from '@repasse/checkout-kit/testing/merchant';
import { pageAt } from '@repasse/checkout-kit/testing/payer';
import { ChargeService, merchantId } from './support/charge-service';
import { nameMerchant } from './support/name-merchant';

const shops = ['https://shop.example', 'http://localhost:3000'];

/** What a shop loads before its own first picture should be small. */
const elementBytesMax = 3_000;

describe('a PIX code in a frame of the shop', () => {
  const charge = new ChargeService('pix_frame', { INTERNATIONAL_SDK_URL: 'https://sdk.example/embed.js' });
  beforeAll(async () => {
    buildPage(join(__dirname, '..'));
    await charge.start();
  });
  afterAll(() => charge.stop());

  const open = async (body: object = {}, change = (address: string) => address): Promise<TestAnswer> => {
    const made = (await charge.create(body)).body;
    const address = pageAt('', String(made['checkoutUrl'])).replace('?', '/pix?');
    return callApi(charge.url, 'GET', change(address));
  };
  const ancestorsOf = ({ headers }: TestAnswer): string | undefined =>
    /frame-ancestors (.*)$/.exec(headers.get('content-security-policy') ?? '')?.[1];

  it('is for no page while the merchant has named none', async () => {
    const page = await open();

    expect([page.status, ancestorsOf(page)]).toEqual([200, "'none'"]);
    expect(page.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });

  it('is for the pages of the merchant’s origins, and loads nothing but its own files', async () => {
    await nameMerchant(charge, { ...testMerchant, frameOrigins: shops });
    const page = await open();

    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        `frame-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors ${shops.join(' ')}`,
    );
    expect(page.headers.has('x-frame-options')).toBe(false);
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it('has no card form, no other way to pay, and no way back', async () => {
    const { text } = await open({ redirectUrl: 'https://shop.example/thanks', client: { name: 'Ana Souza' } });

    expect(text).toContain('id="panel-PIX"');
    expect(text).not.toMatch(/panel-CREDIT_CARD|panel-INTERNATIONAL|id="card-|thanks|Ana Souza|sdk\.example/);
  });

  it('leaves every other page as it was', async () => {
    const made = (await charge.create({})).body;
    const page = await callApi(charge.url, 'GET', pageAt('', String(made['checkoutUrl'])));

    expect([ancestorsOf(page), page.headers.get('x-frame-options')]).toEqual(["'none'", 'SAMEORIGIN']);
  });

  it('refuses a charge that cannot be paid by PIX, on a page that says so', async () => {
    const page = await open({ allowedMethods: ['CREDIT_CARD'] });

    expect([page.status, ancestorsOf(page)]).toEqual([409, shops.join(' ')]);
    expect(page.text).toContain('Este pagamento não aceita PIX');
    expect(page.text).not.toMatch(/panel-|id="card-/);
  });

  it.each([
    ['no token', (address: string) => address.replace(/\?.*/, '')],
    ['a token that was altered', (address: string) => `${address}x`],
  ])('is no page to be framed with %s', async (_what, change) => {
    const page = await open({}, change);

    expect([page.status, ancestorsOf(page)]).toEqual([401, "'none'"]);
    expect(page.text).not.toContain(testMerchant.displayName);
  });

  it('keeps the origins when an older identity tells of another change, and none once there are none', async () => {
    await nameMerchant(charge, { ...testMerchant, displayName: 'Padaria' }, 3);
    expect(ancestorsOf(await open())).toBe(shops.join(' '));

    await nameMerchant(charge, { ...testMerchant, displayName: 'Loja', frameOrigins: [] }, 4);
    expect(ancestorsOf(await open())).toBe("'none'");
  });

  it('lets nothing but origins into a header, whatever lies in the table', async () => {
    const sql = `update users set merchant_profile = jsonb_set(merchant_profile, '{frameOrigins}', $2) where user_id = $1`;
    const stored = ['*', "https://a.example;script-src 'unsafe-inline'", 'https:', 'https://b.example'];
    await charge.db.query(sql, [merchantId, JSON.stringify(stored)]);

    expect(ancestorsOf(await open())).toBe('https://b.example');
  });

  it('comes by a small script that pages of every origin may load, and that browsers ask for anew', async () => {
    const at = '/checkout/elements/v1/repasse-pix.js';
    const script = await callApi(charge.url, 'GET', at);
    const known = { headers: { 'if-none-match': script.headers.get('etag') ?? '' } };

    expect(script.status).toBe(200);
    expect(Buffer.byteLength(script.text)).toBeLessThanOrEqual(elementBytesMax);
    expect(Object.fromEntries(script.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    expect((await callApi(charge.url, 'GET', at, known)).status).toBe(304);
  });
});
