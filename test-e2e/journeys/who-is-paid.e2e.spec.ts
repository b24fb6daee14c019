import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { type Browser, type Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { MerchantApi, request, type Charge, type Problem } from '../support/api';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { createCryptoPayment } from '../support/coins';
import { describeOnShared } from '../support/on-each-bus';

interface Profile {
  readonly displayName: string;
  readonly logoPath: string | null;
}

/** Of this run only, by one corner: a logo stays while any merchant has the same bytes. */
const pictureOfThisRun = (): Buffer => {
  const png = PNG.sync.read(readFileSync(join(__dirname, '../../deploy/local/demo-logo.png')));
  randomBytes(12).copy(png.data);
  return PNG.sync.write(png);
};
const picture = pictureOfThisRun();
const said = {
  displayName: 'Padaria São João',
  supportEmail: 'ajuda@padaria.example',
  supportUrl: 'https://padaria.example/ajuda',
};
/** One step of a payer, on a machine that runs the whole system beside the browser. */
const stepTimeoutMs = 20_000;

const looks = [
  { locale: 'pt-BR', viewport: { width: 360, height: 740 }, atBank: 'No seu banco aparece:', alt: 'Logotipo de' },
  { locale: 'en-US', viewport: { width: 1280, height: 800 }, atBank: 'Your bank shows:', alt: 'Logo of' },
] as const;

describeWithChromium('who is paid', () => {
  describeOnShared('postgres', 'stands on the payer’s page', (stack) => {
    let merchant: MerchantApi;
    let browser: Browser;
    let page: Page;
    let logoPath = '';

    beforeAll(async () => {
      merchant = await MerchantApi.signIn(stack.file);
      browser = await launchBrowser();
      const put = await change('PUT', '/profile', { body: said });
      expect([put.status, put.body]).toMatchObject([200, { ...said, logoPath: null }]);
      logoPath = (await putLogo()).logoPath ?? '';
    });
    afterAll(() => browser.close());
    afterEach(() => page.context().close());

    const change = (method: string, path: string, options: object = {}) =>
      request<Profile & Problem>(method, `${stack.file.baseUrl}${path}`, { token: merchant.token, ...options });
    const putLogo = async (): Promise<Profile> => {
      const headers = { authorization: `Bearer ${merchant.token}`, 'content-type': 'image/png' };
      const init = { method: 'PUT', headers, body: new Uint8Array(picture) };
      const answer = await fetch(`${stack.file.baseUrl}/profile/logo`, init);
      expect(answer.status).toBe(200);
      return (await answer.json()) as Profile;
    };

    /** The page once the profile has come to the service that serves it. Whatever the browser refuses is a fault. */
    const open = async (url: string, { locale, viewport }: (typeof looks)[number], isThere: string): Promise<void> => {
      page = await (await browser.newContext({ locale, viewport })).newPage();
      page.setDefaultTimeout(stepTimeoutMs);
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await eventuallyHolds(async () => {
        await page.goto(url);
        expect(await page.locator(isThere).count()).toBe(1);
      });
      expect(complaints).toEqual([]);
    };
    const isNamed = async (alt: string): Promise<void> => {
      expect(await page.innerText('.merchant-name')).toBe(said.displayName);
      expect(await page.getAttribute('.logo', 'alt')).toBe(`${alt} ${said.displayName}`);
      await page.waitForFunction("document.querySelector('.logo').naturalWidth === 256");
      const addresses = await page.evaluate("[...document.querySelectorAll('.support a')].map(({ href }) => href)");
      expect(addresses).toEqual([`mailto:${said.supportEmail}`, said.supportUrl]);
      expect(await audit(page)).toEqual(faultless);
    };
    const newCharge = async (): Promise<string> => {
      const asked = { grossAmount: '150.00', currency: 'BRL', description: 'Pedido 4711' };
      return (await merchant.post<Charge & { checkoutUrl: string }>('/charge', asked)).body.checkoutUrl;
    };

    it.each(looks)('of a charge, with the name that the bank shows, in $locale', async (look) => {
      await open(await newCharge(), look, '.logo');
      await isNamed(look.alt);
      await page.click('#panel-PIX [data-action="create-pix"]:visible');
      await page.waitForSelector('#panel-PIX[data-standing="ready"]');
      expect(await page.innerText('.receiver')).toMatch(new RegExp(`^${look.atBank} \\S+`));

      expect((await merchant.pay(await page.inputValue('#pix-code'))).status).toBe(200);
      await page.waitForSelector('main[data-view="paid"]');
      expect(await page.isVisible('.merchant-name')).toBe(true);
    });

    it.each(looks)('of a payment in coins, in $locale', async (look) => {
      const { body } = await createCryptoPayment(merchant, { fiat_currency: 'BRL', amount: 400 });
      await open(body.checkout_url, look, '.logo');
      await isNamed(look.alt);
    });

    it('with a logo that browsers keep, until the merchant takes it back', async () => {
      const logo = `${stack.file.baseUrl}${logoPath}`;
      const first = await fetch(logo);
      expect(Buffer.from(await first.arrayBuffer()).equals(picture)).toBe(true);
      expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const again = await fetch(logo, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
      expect(again.status).toBe(304);

      expect((await change('DELETE', '/profile/logo')).status).toBe(204);
      expect((await change('GET', '/profile')).body).toMatchObject({ ...said, logoPath: null });
      expect((await change('GET', logoPath)).body.code).toBe('logo.not_found');
      await open(await newCharge(), looks[0], '.merchant:not(:has(.logo))');
      expect(await page.innerText('.merchant-name')).toBe(said.displayName);
      await putLogo();
    });
  });
});
