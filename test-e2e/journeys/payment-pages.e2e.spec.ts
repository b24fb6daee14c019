import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { type Browser, type Page } from 'playwright-core';
import { MerchantApi, request, type Problem } from '../support/api';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { testCards } from '../support/cards';
import { describeOnShared } from '../support/on-each-bus';

interface Made {
  readonly response: {
    readonly id: number | string;
    readonly external_reference: string;
    readonly checkout_url: string;
  };
}

interface CardPayment {
  readonly response: {
    readonly id: string;
    readonly invoice_id: number;
    readonly status: string;
  };
}

interface SavedCards {
  readonly data: readonly { readonly card_token: string }[];
}

interface Invoices {
  readonly response: { readonly data: readonly { readonly status: string }[] };
}

const laptop = { width: 1280, height: 900 };
/** A phone of the narrowest kind that is still sold. */
const phone = { width: 360, height: 740 };
/** One step of a payer, on a machine that runs the whole system beside the browser. */
const stepTimeoutMs = 20_000;
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

describeWithChromium('the page of a payment', () => {
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

    const open = async (path: string, body: object, looks: object): Promise<Made['response']> => {
      const made = await merchant.post<Made>(path, body);
      expect(made.status).toBe(201);
      const { response } = made.body;
      page = await (await browser.newContext(looks)).newPage();
      page.setDefaultTimeout(stepTimeoutMs);
      await page.goto(response.checkout_url);
      return response;
    };

    it.each([
      { locale: 'pt-BR', viewport: phone, amount: 'R$\u00a099,90' },
      { locale: 'en-US', viewport: laptop, amount: 'R$99.90' },
    ])('asks who pays and is paid by PIX, in $locale', async ({ amount, ...looks }) => {
      const asked = { clientMode: 'requestCheckout', amount: 99.9, expire_at: inAnHour(), description: 'Pedido 4711' };
      const { id } = await open('/payments', asked, looks);
      expect(await page.textContent('h1')).toBe(amount);
      expect(await audit(page)).toEqual(faultless);

      await page.fill('#payer-name', 'Ana Souza');
      await page.fill('#payer-email', 'ana@example.com');
      await page.fill('#payer-document', '529.982.247-25');
      await page.click('#payer-tell');
      await page.waitForSelector('#panel-PIX[data-standing="ready"]:visible');
      expect((await merchant.pay(await page.inputValue('#pix-code'))).status).toBe(200);

      await page.waitForSelector('main[data-view="paid"]');
      const { body } = await merchant.get<Made>(`/payments/${id}`);
      expect(body.response).toMatchObject({ status: 'Pago', name_client: 'Ana Souza', document_client: '52998224725' });
    });

    const pay = async (number: string): Promise<void> => {
      const card = { number, holderName: 'Ana Souza', expiry: '1231', securityCode: '123' };
      for (const [field, value] of Object.entries(card)) await page.fill(`#card-${field}`, value);
      await page.click('#card-pay');
    };

    it('takes another card after one without funds, and each try is an invoice', async () => {
      const asked = { amount: 150, installments: 3, external_reference: 'order-4711', description: 'Pedido 4711' };
      await open('/payments/v1/card', asked, { locale: 'pt-BR', viewport: phone });
      expect(await audit(page)).toEqual(faultless);

      await pay(testCards.insufficientFunds);
      await page.waitForSelector('#card-declined:visible');
      await page.selectOption('#card-installments', '3');
      await pay(testCards.approved);
      await page.waitForSelector('main[data-view="paid"]');

      await eventuallyHolds(async () => {
        const { body } = await merchant.get<Invoices>(
          '/invoices/payment-gateway?query=order-4711&orderBy=createdAt.ASC',
        );
        expect(body.response.data.map(({ status }) => status)).toEqual(['FAILED', 'PAID']);
      });
    });

    const read = async (id: string): Promise<CardPayment['response']> =>
      (await merchant.get<CardPayment>(`/payments/v1/card/${id}`)).body.response;
    const savedCards = async (): Promise<SavedCards['data']> =>
      (await merchant.get<SavedCards>('/payments/v1/saved-cards')).body.data;

    it('saves a card whose payer agrees, which is charged again until its merchant erases it', async () => {
      const { id } = await open('/payments/v1/card', { amount: 80 }, { locale: 'pt-BR', viewport: phone });
      await pay(testCards.insufficientFunds);
      await page.waitForSelector('#card-declined:visible');
      await page.check('#card-save');
      await pay(testCards.approved);
      await page.waitForSelector('main[data-view="paid"]');

      // The page hears of the payment before the card is kept.
      const card_token = await eventually(async () => (await savedCards())[0]?.card_token);
      const { invoice_id } = await read(String(id));
      const again = await merchant.post<CardPayment>('/payments/v1/card', { amount: 25.9, card_token });
      expect([again.status, again.body.response.status]).toEqual([201, 'Pago']);
      expect(await savedCards()).toMatchObject([{ card_token, last4: '0040', charge_id: id, invoice_id }]);

      const path = `${merchant.stack.baseUrl}/payments/v1/saved-cards/${card_token}`;
      expect((await request('DELETE', path, { token: merchant.token })).status).toBe(204);

      expect(await savedCards()).toEqual([]);
      expect(await read(String(id))).toMatchObject({ status: 'Pago' });
      const refused = await merchant.post<Problem>('/payments/v1/card', { amount: 25.9, card_token });
      expect([refused.status, refused.body.errors?.map(({ field }) => field)]).toEqual([400, ['card_token']]);
    });
  });
});
