import type { Browser, Page } from 'playwright-core';
import { MerchantApi, type Charge } from '../support/api';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { testCards } from '../support/cards';
import { describeOn } from '../support/on-each-bus';

type Created = Charge & { readonly checkoutUrl: string };

/** A phone of the narrowest kind that is still sold. */
const phone = { width: 360, height: 740 };
/** One step of a payer, on a machine that runs the whole system beside the browser. */
const stepTimeoutMs = 20_000;

const languages = [
  { locale: 'pt-BR', lang: 'pt', amount: 'R$\u00a0150,00' },
  { locale: 'en-US', lang: 'en', amount: 'R$150.00' },
] as const;

describeWithChromium('the checkout page', () => {
  describeOn('postgres', 'in a payer’s browser', (stack) => {
    let merchant: MerchantApi;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      merchant = await MerchantApi.signIn(stack.file);
      browser = await launchBrowser();
    });
    afterAll(() => browser.close());
    afterEach(() => page.context().close());

    const open = async (locale: string): Promise<Created> => {
      const { body } = await merchant.post<Created>('/charge', {
        grossAmount: '150.00',
        currency: 'BRL',
        description: 'Pedido 4711',
      });
      const context = await browser.newContext({ locale, viewport: phone });
      page = await context.newPage();
      page.setDefaultTimeout(stepTimeoutMs);
      await page.goto(body.checkoutUrl);
      return body;
    };
    const isPaid = async ({ id }: Created): Promise<void> => {
      await page.waitForSelector('main[data-view="paid"]');
      expect((await merchant.charge(id)).status).toBe('PAID');
    };
    const choose = (method: string) => page.click(`.method:has([value="${method}"])`);

    it.each(languages)(
      'is paid by PIX in $lang, and sees the payment without reloading',
      async ({ locale, lang, amount }) => {
        const charge = await open(locale);
        expect(await page.getAttribute('html', 'lang')).toMatch(new RegExp(`^${lang}`));
        expect(await page.textContent('h1')).toBe(amount);

        await choose('PIX');
        await page.click('#panel-PIX [data-action="create-pix"]:visible');
        await page.waitForSelector('#panel-PIX[data-standing="ready"]');
        expect((await merchant.pay(await page.inputValue('#pix-code'))).status).toBe(200);

        await isPaid(charge);
      },
    );

    it.each(languages)('is paid by card in $lang after a card without funds', async ({ locale }) => {
      const charge = await open(locale);
      await choose('CREDIT_CARD');
      const pay = async (number: string): Promise<void> => {
        for (const [field, value] of Object.entries({
          number,
          holderName: 'Ana Souza',
          expiry: '1231',
          securityCode: '123',
        })) {
          await page.fill(`#card-${field}`, value);
        }
        await page.click('#card-pay');
      };

      await pay(testCards.insufficientFunds);
      await page.waitForSelector('#card-declined:visible');
      await pay(testCards.approved);

      await isPaid(charge);
    });

    it('is paid from abroad through the provider’s own page', async () => {
      const charge = await open('en-US');
      await choose('INTERNATIONAL');
      await page.selectOption('#international-currency', 'USD');
      await page.click('#international-quote');
      await page.waitForSelector('#panel-INTERNATIONAL[data-standing="ready"]');
      await page.click('#international-pay');

      const widget = page.frameLocator('iframe');
      await widget.locator('#number').fill('4929420573595709');
      await widget.locator('#expiry').fill('12/31');
      await widget.locator('#cvv').fill('123');
      await widget.locator('button[type="submit"]').click();

      await isPaid(charge);
    });
  });
});
