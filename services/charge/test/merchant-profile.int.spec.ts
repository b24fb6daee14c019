import { join } from 'node:path';
import { eventually } from '@repasse/chassis/testing/eventually';
import { callApi } from '@repasse/chassis/testing/http-test';
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

  const openPage = async (query = ''): Promise<string> => {
    const { body } = await charge.create({ paymentMethod: 'PIX' });
    return (await callApi(charge.url, 'GET', pageAt('', String(body['checkoutUrl'])) + query)).text;
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
});
