import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { type Browser, type Page } from 'playwright-core';
import { MerchantApi } from '../support/api';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { createCryptoPayment, halvesOf, type CryptoPayment } from '../support/coins';
import { describeOnShared } from '../support/on-each-bus';
import { sandboxWorld } from '../support/sandbox-world';

interface Invoice {
  readonly response: { readonly status: string };
}

const laptop = { width: 1280, height: 800 };
/** A phone of the narrowest kind that is still sold. */
const phone = { width: 360, height: 740 };
/** One step of a payer, on a machine that runs the whole system beside the browser. */
const stepTimeoutMs = 20_000;

describeWithChromium('the page of a payment in coins', () => {
  describeOnShared('postgres', 'in a payer’s browser', (stack) => {
    let merchant: MerchantApi;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      merchant = await MerchantApi.signIn(stack.file);
      browser = await launchBrowser();
    });
    afterAll(() => browser.close());
    afterEach(() => page.context().close());

    const open = async (asked: object, looks: object): Promise<CryptoPayment> => {
      const { status, body } = await createCryptoPayment(merchant, asked);
      expect(status).toBe(201);
      page = await (await browser.newContext(looks)).newPage();
      page.setDefaultTimeout(stepTimeoutMs);
      await page.goto(body.checkout_url);
      await page.evaluate("document.body.id = 'not-reloaded'");
      return body;
    };
    const deposit = (payment: CryptoPayment, amount?: string) =>
      sandboxWorld(stack.file).depositCoins(payment.pay_address, amount);
    const isPaid = async ({ id }: CryptoPayment): Promise<void> => {
      await page.waitForSelector('main[data-view="paid"]');
      expect(await audit(page)).toEqual(faultless);
      expect(await page.getAttribute('body', 'id')).toBe('not-reloaded');
      await eventuallyHolds(async () => {
        const { body } = await merchant.get<Invoice>(`/invoices/payment-gateway/${id}`);
        expect(body.response.status).toBe('PAID');
      });
    };

    it.each([
      { locale: 'pt-BR', viewport: phone, price: 'R$\u00a0400,00', left: 'Falta enviar' },
      { locale: 'en-US', viewport: laptop, price: 'R$400.00', left: 'is left to send' },
    ])('shows what is left after a part, and the rest as paid, in $locale', async ({ price, left, ...looks }) => {
      const payment = await open({ fiat_currency: 'BRL', amount: 400, description: 'Pedido 4711' }, looks);
      const [half, rest] = halvesOf(payment);
      expect(new URL(payment.checkout_url).origin).toBe(stack.file.baseUrl);
      expect(await page.textContent('h1')).toBe(price);
      expect(await page.textContent('.description')).toBe('Pedido 4711');
      expect(await page.inputValue('#coin-amount')).toBe(payment.pay_amount);
      expect(await page.inputValue('#coin-address')).toBe(payment.pay_address);
      expect(await audit(page)).toEqual(faultless);

      await deposit(payment, half);
      await page.waitForSelector('#remainder:visible');
      expect(await audit(page)).toEqual(faultless);
      expect(await page.textContent('#remainder')).toContain(left);
      const due = await page.inputValue('#coin-amount');
      expect(Number(due)).toBe(Number(rest));

      await deposit(payment, due);
      await isPaid(payment);
    });
  });
});
