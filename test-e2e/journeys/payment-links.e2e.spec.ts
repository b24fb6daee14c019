import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { laptop, openPayer, phone, type Payer } from '@repasse/checkout-kit/testing/payer';
import { type Browser, type Page } from 'playwright-core';
import { MerchantApi, request } from '../support/api';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { inviteTo, openScreen, password } from '../support/console';
import { describeOnShared } from '../support/on-each-bus';

interface PaymentLink {
  readonly id: string;
  readonly url: string;
  readonly status: string;
  readonly usesTaken: number;
  readonly chargesCreated: number;
  readonly chargesPaid: number;
  readonly paidAmount: string;
}

interface Charges {
  readonly data: readonly { readonly id: string; readonly status: string; readonly grossAmount: string }[];
}

describeWithChromium('a payment link', () => {
  describeOnShared('postgres', 'from the console to the receipt', (stack) => {
    let browser: Browser;
    let owner: Payer;
    let merchant: MerchantApi;
    let stockId: string;

    beforeAll(async () => {
      browser = await launchBrowser();
      merchant = await MerchantApi.signIn(stack.file);
      owner = await openPayer(browser, { viewport: laptop });
      const { secret } = await inviteTo(stack.file, stack.file.merchant.userId, 'OWNER');
      await owner.page.goto(`${stack.file.consoleUrl}/invitation?secret=${secret}`);
      await owner.page.fill('#name', 'Ana Souza');
      await owner.page.fill('#password', password);
      await owner.page.click('button[type=submit]');
      await owner.page.waitForSelector('main.screen h1');
    });
    afterAll(() => browser.close());

    const read = async (id: string): Promise<PaymentLink> =>
      (await merchant.get<PaymentLink>(`/payment-links/${id}`)).body;
    const change = (id: string, body: object) =>
      request<PaymentLink>('PATCH', `${stack.file.baseUrl}/payment-links/${id}`, { token: merchant.token, body });
    const chargesOf = async (id: string): Promise<Charges['data']> =>
      (await merchant.get<Charges>(`/charge/list?paymentLinkId=${id}`)).body.data;
    const visit = async (url: string, options: object = {}): Promise<Payer> => {
      const payer = await openPayer(browser, { viewport: phone, ...options });
      await payer.page.goto(url);
      return payer;
    };
    const goOn = (page: Page): Promise<void> => page.click('form button[type=submit]');
    const payByPix = async (page: Page): Promise<void> => {
      // One way alone needs no choice.
      const choice = page.locator('.method:has([value="PIX"])');
      if (await choice.isVisible()) await choice.click();
      await page.click('#panel-PIX [data-action="create-pix"]:visible');
      await page.waitForSelector('#panel-PIX[data-standing="ready"]');
      expect((await merchant.pay(await page.inputValue('#pix-code'))).status).toBe(200);
      await page.waitForSelector('main[data-view="paid"]');
    };

    it('is created on a screen, which gives its address', async () => {
      const { page } = owner;
      await openScreen(page, stack.file, '/payment-links');
      await page.click('button:has-text("Criar link de pagamento")');
      await page.fill('input[name=title]', 'Curso de pão');
      await page.fill('input[name=amount]', '150,00');
      await page.fill('input[name=usesMax]', '2');
      await page.check('input[name=method-PIX]');
      await page.click('button:has-text("Adicionar uma parte")');
      await page.fill('input[name=recipientEmail-0]', stack.file.recipients[0]?.email ?? '');
      await page.fill('input[name=value-0]', '10');
      expect(await audit(page)).toEqual(faultless);
      await page.click('form button[type=submit]');
      await page.waitForSelector('h1:has-text("Curso de pão")');
      expect(await audit(page)).toEqual(faultless);
      stockId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const link = await read(stockId);
      expect(link).toMatchObject({ status: 'OPEN', amount: '150.00', usesMax: 2, allowedMethods: ['PIX'] });
      expect(await page.textContent('main section code')).toBe(link.url);
    });

    it('is paid by PIX on a phone, and its receipt prints', async () => {
      const { url } = await read(stockId);
      const payer = await visit(url);
      const { page, complaints } = payer;
      expect(await page.textContent('h1')).toBe('Curso de pão');
      expect(await audit(page)).toEqual(faultless);
      await goOn(page);
      await payByPix(page);
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator(':is(button, a, nav):visible').count()).toBe(0);
      expect((await page.innerText('main')).replaceAll('\u00a0', ' ')).toMatch(
        /R\$ 150,00[^]*Curso de pão|Curso de pão[^]*R\$ 150,00/,
      );
      await eventuallyHolds(async () => {
        expect(await read(stockId)).toMatchObject({ usesTaken: 1, chargesPaid: 1, paidAmount: '150.00' });
      });
      expect(complaints).toEqual([]);
      await payer.close();
    });

    it('gives the last piece to one of two payers who press at once, and it comes back when that one gives up', async () => {
      const { url } = await read(stockId);
      const payers = await Promise.all([visit(url), visit(url, { locale: 'en-US', viewport: laptop })]);
      await Promise.all(payers.map(({ page }) => goOn(page)));
      await Promise.all(payers.map(({ page }) => page.waitForSelector('main[data-view], h1.invalid')));
      const soldOut = payers.filter(({ page }) => page.url().includes('/pay/'));
      expect(soldOut).toHaveLength(1);
      const [late] = soldOut;
      expect(await late?.page.textContent('h1')).toMatch(/Esgotado|Sold out/);
      expect(late && (await audit(late.page))).toEqual(faultless);
      expect(await read(stockId)).toMatchObject({ status: 'SOLD_OUT', usesTaken: 2, chargesCreated: 2 });

      const open = (await chargesOf(stockId)).find(({ status }) => status === 'PENDING');
      expect((await merchant.post(`/charge/${open?.id ?? ''}/cancel`)).status).toBe(200);
      expect(await read(stockId)).toMatchObject({ status: 'OPEN', usesTaken: 1 });
      await Promise.all(payers.map((payer) => payer.close()));
    });

    it('takes an amount of the payer’s choice, between its limits', async () => {
      const asked = { title: 'Doação', minAmount: '5.00', maxAmount: '50.00', currency: 'BRL' };
      const { body: link } = await merchant.post<PaymentLink>('/payment-links', asked);
      const payer = await visit(link.url);
      const { page } = payer;
      await page.fill('#link-amount', '4,99');
      await goOn(page);
      await page.waitForSelector('#link-amount[aria-invalid=true]');
      expect(await audit(page)).toEqual(faultless);
      await page.fill('#link-amount', '49,90');
      await goOn(page);
      await payByPix(page);
      await eventuallyHolds(async () => {
        expect(await chargesOf(link.id)).toMatchObject([{ status: 'PAID', grossAmount: '49.90' }]);
      });
      await payer.close();
    });

    it('ends at its date, and by its merchant’s word', async () => {
      const validUntil = new Date(Date.now() + 1_500).toISOString();
      const asked = { title: 'Rifa', amount: '10.00', currency: 'BRL', validUntil };
      const { body: link } = await merchant.post<PaymentLink>('/payment-links', asked);
      await eventuallyHolds(async () => expect((await read(link.id)).status).toBe('ENDED'));
      const payer = await visit(link.url);
      const { page } = payer;
      expect(await page.textContent('h1')).toBe('Este link terminou');
      await change(link.id, { validUntil: null, active: false });
      await page.reload();
      expect(await page.textContent('h1')).toBe('Este link foi desativado');
      await payer.close();
    });

    it.each([
      ['a laptop', {}],
      ['a phone in the dark', { viewport: phone, colorScheme: 'dark' }],
    ] as const)('is looked after in the console on %s', async (_, options) => {
      const storageState = await owner.page.context().storageState();
      const payer = await openPayer(browser, { viewport: laptop, ...options, storageState });
      const { page, complaints } = payer;
      await openScreen(page, stack.file, '/payment-links');
      expect(await audit(page)).toEqual(faultless);
      await page.click('td a:has-text("Curso de pão")');
      await page.waitForSelector('h1:has-text("Curso de pão")');
      expect((await page.textContent('dl.facts'))?.replaceAll('\u00a0', ' ')).toContain('R$ 150,00');
      await page.click('button:has-text("Fechar o link")');
      await page.click('button:has-text("Abrir de novo")');
      await page.waitForSelector('button:has-text("Fechar o link")');
      await page.fill('input[name=usesMax]', '30');
      await page.click('button:has-text("Salvar")');
      await page.waitForSelector('dd:has-text("1 de 30")');
      expect(await audit(page)).toEqual(faultless);
      await page.click('a:has-text("Cobranças deste link")');
      await page.waitForURL(/paymentLinkId=/);
      await page.waitForSelector('tbody tr:nth-child(2)');
      expect(await page.locator('tbody tr').count()).toBe(2);
      expect(await audit(page)).toEqual(faultless);
      expect(complaints).toEqual([]);
      await payer.close();
    });
  });
});
