import { eventually } from '@repasse/chassis/testing/eventually';
import type { TestAnswer } from '@repasse/chassis/testing/http-test';
import type { Browser, Page } from 'playwright-core';
import QRCode from 'qrcode';
import { describeWithChromium, launchBrowser } from '../../../test-e2e/support/browser';
import { buildCheckoutAssets } from './support/built-assets';
import { ChargeService, merchantId } from './support/charge-service';
import { laptop, openPayer, pageOf, phone, type Payer } from './support/payer';
import { SdkStandIn } from './support/sdk-stand-in';

const shots = process.env['SHOTS'];
const shoot = async (page: Page, name: string): Promise<void> => {
  if (shots === undefined) return;
  await page.waitForTimeout(150);
  await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
};

describeWithChromium('shots', () => {
  const sdk = new SdkStandIn();
  let charge: ChargeService;
  let browser: Browser;
  beforeAll(async () => {
    buildCheckoutAssets();
    await sdk.start();
    charge = new ChargeService('checkout_page', { INTERNATIONAL_SDK_URL: `${sdk.url}/embed.js` });
    await charge.start();
    browser = await launchBrowser();
  }, 90_000);
  afterAll(async () => {
    await browser.close();
    await charge.stop();
    await sdk.stop();
  });
  for (const lang of ['pt', 'en'] as const)
    for (const [size, viewport] of [
      ['phone', phone],
      ['laptop', laptop],
    ] as const) {
      it(`${lang} ${size}`, async () => {
        const made = await charge.create({
          description: 'Pedido 4711 · Livraria do João',
          redirectUrl: `${sdk.url}/thanks`,
          customerMeta: { name: 'Ana Souza', email: 'ana@customer.example', source: 'PRE_FILLED' },
        });
        const payer = await openPayer(browser, { viewport, locale: lang === 'pt' ? 'pt-BR' : 'en-US' });
        const { page } = payer;
        const url = pageOf(charge.url, made.body);
        await page.goto(url);
        await shoot(page, `${lang}-${size}-1-start`);
        await page.click('[data-action="create-pix"]');
        await page.waitForSelector('#panel-PIX[data-standing="ready"]');
        const emv = await page.inputValue('#pix-code');
        const png = (await QRCode.toBuffer(emv)).toString('base64');
        await charge.db.query(
          `update attempts set checkout_meta = jsonb_set(checkout_meta, '{qrCodeBase64}', to_jsonb($2::text)), updated_at = updated_at + interval '1 second' where charge_id = $1`,
          [String(made.body['id']), png],
        );
        await page.reload();
        await page.waitForSelector('#panel-PIX[data-standing="ready"]');
        await shoot(page, `${lang}-${size}-2-pix`);
        await page.click('.method:has([value=CREDIT_CARD])');
        await page.click('#card-pay');
        await shoot(page, `${lang}-${size}-3-card-faults`);
        await page.fill('#card-number', '4024007100000024');
        await page.fill('#card-holderName', 'Ana Souza');
        await page.fill('#card-expiry', '1230');
        await page.fill('#card-securityCode', '123');
        charge.peers.gateway.cardMood = 'decline';
        await page.click('#card-pay');
        await page.waitForSelector('#card-declined:not([hidden])');
        await shoot(page, `${lang}-${size}-4-declined`);
        await page.click('.method:has([value=INTERNATIONAL])');
        await page.click('#international-quote');
        await page.waitForSelector('#panel-INTERNATIONAL[data-standing="ready"]');
        await shoot(page, `${lang}-${size}-5-international`);
        charge.peers.gateway.cardMood = 'approve';
        await page.click('.method:has([value=CREDIT_CARD])');
        await page.fill('#card-securityCode', '123');
        await page.click('#card-pay');
        await page.waitForSelector('main[data-view=paid]');
        await shoot(page, `${lang}-${size}-6-paid`);
        process.stderr.write(`${lang} ${size} shift ${await payer.layoutShift()} ${JSON.stringify(payer.complaints)}\n`);
        await payer.close();
      });
    }
});
