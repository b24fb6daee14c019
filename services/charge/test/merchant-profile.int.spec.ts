import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { eventually } from '@repasse/chassis/testing/eventually';
import { callApi, type TestAnswer } from '@repasse/chassis/testing/http-test';
import { buildPage } from '@repasse/checkout-kit/testing/built-page';
import { testMerchant } from '@repasse/checkout-kit/testing/merchant';
import { pageAt } from '@repasse/checkout-kit/testing/payer';
import { ChargeService, merchantId } from './support/charge-service';
import { nameMerchant } from './support/name-merchant';

describe('who is paid', () => {
  const charge = new ChargeService('merchant_profile');
  beforeAll(async () => {
    buildPage(join(__dirname, '..'));
    await charge.start();
  });
  afterAll(() => charge.stop());

  const open = async (query = ''): Promise<TestAnswer> => {
    const { body } = await charge.create({ paymentMethod: 'PIX' });
    return callApi(charge.url, 'GET', pageAt('', String(body['checkoutUrl'])) + query);
  };
  const openPage = async (query = ''): Promise<string> => (await open(query)).text;
  const stylesOf = ({ headers }: TestAnswer): string | undefined =>
    /style-src ([^;]*);/.exec(headers.get('content-security-policy') ?? '')?.[1];
  /** The style in a page, and what its policy says of it. */
  const openStyle = async (): Promise<readonly [style: string | undefined, allowed: string | undefined]> => {
    const page = await open();
    return [/<style>(.*)<\/style>/s.exec(page.text)?.[1], stylesOf(page)];
  };

  it('is the configured receiver while the merchant has not said', async () => {
    const page = await openPage();
    expect(page).not.toMatch(/class="(merchant|merchant-name|logo|support)"/);
    expect(page).toContain('Quem recebe: <b id="pix-receiver">');
  });

  it('stands on the page once identity has told it, with what the bank will show', async () => {
    await nameMerchant(charge, testMerchant);
    const page = await openPage();
    expect(page).toContain(`<p class="merchant-name">${testMerchant.displayName}</p>`);
    expect(page).toContain(`src="${testMerchant.logoPath}"`);
    expect(page).toContain(`href="mailto:${testMerchant.supportEmail}"`);
    expect(page).toContain(`href="${testMerchant.supportUrl}"`);
    expect(page).toContain('No seu banco aparece: <b id="pix-receiver">');
    expect(await openPage('&lang=en')).toContain('Your bank shows: <b id="pix-receiver">');
  });

  it('is no part of what the page is told afterwards', async () => {
    const { body } = await charge.create({ paymentMethod: 'PIX' });
    const headers = { 'x-checkout-token': String(body['checkoutToken']) };
    const id = String(body['chargeId'] ?? body['id']);
    expect((await charge.call('GET', `/checkout/${id}/state`, { headers })).text).not.toContain('padaria');
  });

  it('follows each change, whatever else becomes of the user', async () => {
    const at = '2026-11-20T10:00:00.000Z';
    await charge.publish('repasse.user.suspended.v1', String(merchantId), 3, { userId: merchantId, suspendedAt: at });
    await charge.publish('repasse.user.activated.v1', String(merchantId), 4, { userId: merchantId, activatedAt: at });
    const alone = { ...testMerchant, logoPath: null, supportEmail: null, supportUrl: null };
    await eventually(async () => (await openPage()).includes(testMerchant.displayName));
    await nameMerchant(charge, { ...alone, displayName: '<b>Padaria</b>' }, 5);
    const page = await openPage();
    expect(page).toContain('<p class="merchant-name">&lt;b&gt;Padaria&lt;/b&gt;</p>');
    expect(page).not.toMatch(/class="(logo|support)"/);
  });

  it('is the configured receiver again once the merchant took it back, until they say anew', async () => {
    const removed = { userId: merchantId, removedAt: '2026-11-20T11:00:00.000Z' };
    await charge.publish('repasse.user.profile_removed.v1', String(merchantId), 6, removed);
    await eventually(async () => !(await openPage()).includes('class="merchant"'));
    const page = await openPage();
    expect(page).not.toMatch(/class="(merchant|merchant-name|logo|support)"/);
    expect(page).toContain('Quem recebe: <b id="pix-receiver">');

    await nameMerchant(charge, testMerchant, 7);
    expect(await openPage()).toContain(`<p class="merchant-name">${testMerchant.displayName}</p>`);
  });

  it('has the merchant’s colour, in a style that the policy names by its hash and nothing else', async () => {
    expect(await openStyle()).toEqual([undefined, "'self'"]);

    await nameMerchant(charge, { ...testMerchant, displayName: 'Roxa', brandColor: '#7a1fa2' }, 8);
    const [style = '', allowed] = await openStyle();
    expect(style).toContain('--fill:#7a1fa2;--on-fill:#ffffff');
    expect(allowed).toBe(`'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`);

    // An identity that knows no colour tells of another change.
    await nameMerchant(charge, { ...testMerchant, displayName: 'Roxa e Branca' }, 9);
    expect(await openStyle()).toEqual([style, allowed]);
    await nameMerchant(charge, { ...testMerchant, displayName: 'Branca', brandColor: null }, 10);
    expect(await openStyle()).toEqual([undefined, "'self'"]);
  });

  it('lets nothing but a colour into the page, whatever lies in the table', async () => {
    const sql = `update users set merchant_profile = jsonb_set(merchant_profile, '{brandColor}', $2) where user_id = $1`;
    await charge.db.query(sql, [merchantId, JSON.stringify('#123456}body{display:none')]);

    expect(await openStyle()).toEqual([undefined, "'self'"]);
  });
});
