import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { type Browser, type Page } from 'playwright-core';
import { MerchantApi, type Charge } from '../support/api';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { testCards } from '../support/cards';
import { describeOnMovingClock } from '../support/on-each-bus';
import { sandboxWorld } from '../support/sandbox-world';

type Created = Charge & { readonly checkoutUrl: string };

/** A phone of the narrowest kind that is still sold. */
const phone = { width: 360, height: 740 };
/** One step of a payer, on a machine that runs the whole system beside the browser. */
const stepTimeoutMs = 20_000;
const minuteMs = 60_000;

const languages = [
  {
    locale: 'pt-BR',
    lang: 'pt',
    amount: 'R$\u00a0150,00',
    remainder: 'Recebemos R$\u00a060,00. Falta pagar R$\u00a090,00.',
    ended: 'O prazo para pagar acabou',
  },
  {
    locale: 'en-US',
    lang: 'en',
    amount: 'R$150.00',
    remainder: 'We received R$60.00. R$90.00 is left to pay.',
    ended: 'The time to pay is over',
  },
] as const;

describeWithChromium('the checkout page', () => {
  describeOnMovingClock('in a payer’s browser', (stack) => {
    let merchant: MerchantApi;
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      merchant = await MerchantApi.signIn(stack.file);
      browser = await launchBrowser();
    });
    afterAll(() => browser.close());
    afterEach(() => page.context().close());

    const open = async (locale: string, extra: object = {}): Promise<Created> => {
      const { body } = await merchant.post<Created>('/charge', {
        grossAmount: '150.00',
        currency: 'BRL',
        description: 'Pedido 4711',
        ...extra,
      });
      const context = await browser.newContext({ locale, viewport: phone });
      page = await context.newPage();
      page.setDefaultTimeout(stepTimeoutMs);
      await page.goto(body.checkoutUrl);
      await page.evaluate("document.body.id = 'not-reloaded'");
      return body;
    };
    const isPaid = async ({ id }: Created): Promise<void> => {
      await page.waitForSelector('main[data-view="paid"]');
      expect(await audit(page)).toEqual(faultless);
      expect((await merchant.charge(id)).status).toBe('PAID');
    };
    const makeCode = async (): Promise<string> => {
      await page.click('#panel-PIX [data-action="create-pix"]:visible');
      await page.waitForSelector('#panel-PIX[data-standing="ready"]');
      return page.inputValue('#pix-code');
    };
    const isNotReloaded = async (): Promise<void> => expect(await page.getAttribute('body', 'id')).toBe('not-reloaded');
    const choose = (method: string) => page.click(`.method:has([value="${method}"])`);

    it.each(languages)(
      'is paid by PIX in $lang, and sees the payment without reloading',
      async ({ locale, lang, amount }) => {
        const charge = await open(locale);
        expect(await page.getAttribute('html', 'lang')).toMatch(new RegExp(`^${lang}`));
        expect(await page.textContent('h1')).toBe(amount);
        expect(await audit(page)).toEqual(faultless);

        await choose('PIX');
        expect((await merchant.pay(await makeCode())).status).toBe(200);

        await isPaid(charge);
        await isNotReloaded();
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
      expect(await audit(page)).toEqual(faultless);
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

    it.each(languages)('is told in $lang what is left when it paid too little, and pays the rest', async (words) => {
      const charge = await open(words.locale);
      await choose('PIX');
      const first = await makeCode();
      expect((await merchant.pay(first, '60.00')).status).toBe(200);

      await page.waitForSelector('#remainder:visible');
      expect(await audit(page)).toEqual(faultless);
      expect(await page.textContent('#remainder')).toBe(words.remainder);
      expect(await page.textContent('#announcer')).toBe(words.remainder);
      await page.waitForSelector('#panel-PIX[data-standing="none"]');
      const rest = await makeCode();
      expect(rest).not.toBe(first);
      // The bank's app pays what the code asks for.
      expect((await merchant.pay(rest)).status).toBe(200);

      await isPaid(charge);
      expect(await page.textContent('#paid-text')).toContain(words.amount);
      expect(await merchant.charge(charge.id)).toMatchObject({ statusReason: null, paidAmount: '150.00' });
      await isNotReloaded();
    });

    // Last, because they move the clock of the whole system, and it never goes back.
    it.each(languages)('is told in $lang that the time to pay is over', async ({ locale, ended }) => {
      const world = sandboxWorld(stack.file);
      const startMs = await world.nowMs();
      const charge = await open(locale, { expiresAt: new Date(startMs + 10 * minuteMs).toISOString() });
      await choose('PIX');
      await makeCode();
      await page.focus('#pix-copy');
      merchant = await world.moveClockBy(20 * minuteMs);

      await page.waitForSelector('main[data-view="ended"]');
      expect(await audit(page)).toEqual(faultless);
      expect(await page.textContent('#ended-heading')).toBe(ended);
      expect(await page.textContent('#announcer')).toBe(ended);
      expect(await page.evaluate('document.activeElement.className')).toContain('view-ended');
      expect(await page.locator('main :is(button, input, select):visible').count()).toBe(0);
      await eventuallyHolds(async () => expect((await merchant.charge(charge.id)).status).toBe('EXPIRED'));
      expect(await page.isVisible('#ended-heading')).toBe(true);
      await isNotReloaded();
    });
  });
});
