import { join } from 'node:path';
import { buildPage } from '@repasse/checkout-kit/testing/built-page';
import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { laptop, openPayer, pageAt, phone, type Payer } from '@repasse/checkout-kit/testing/payer';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { describeWithChromium, launchBrowser } from '../../../test-e2e/support/browser';
import { type CheckoutWorld, deniedNumber, type MadeCheckout, openCheckouts } from './support/checkouts';

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
const goodCard = { number: '4024007100000040', expiry: '1235', securityCode: '987', holderName: 'Ana Lima' };

describeWithChromium('a payer on the page of a payment that stands alone', () => {
  let world: CheckoutWorld;
  let browser: Browser;
  let payer: Payer;

  beforeAll(async () => {
    buildPage(join(__dirname, '..'));
    world = await openCheckouts();
    browser = await launchBrowser();
  }, 90_000);
  afterAll(async () => {
    await browser.close();
    await world.stop();
  });
  afterEach(async () => {
    const { complaints } = payer;
    await payer.close();
    expect(complaints).toEqual([]);
  });

  const visit = async ({ checkout_url }: MadeCheckout, options: BrowserContextOptions = {}): Promise<Page> => {
    payer = await openPayer(browser, options);
    await payer.page.goto(pageAt(world.gateway.url, checkout_url));
    return payer.page;
  };
  const askedPix = async (other: object = {}) =>
    world.createPix({ clientMode: 'requestCheckout', amount: 100.5, expire_at: inAnHour(), ...other });
  const tell = async (page: Page, over: object = {}): Promise<void> => {
    const ana = { name: 'Ana Lima', email: 'ana@example.com', document: '529.982.247-25', ...over };
    for (const [field, value] of Object.entries(ana)) await page.fill(`#payer-${field}`, value);
    await page.click('#payer-tell');
  };
  const typeCard = async (page: Page, over: Partial<typeof goodCard> = {}): Promise<void> => {
    for (const [field, value] of Object.entries({ ...goodCard, ...over })) {
      await page.fill(`#card-${field}`, '');
      await page.locator(`#card-${field}`).pressSequentially(value);
    }
  };

  it.each([
    ['a phone, in Portuguese', { viewport: phone, locale: 'pt-BR' }],
    ['a laptop, in English', { viewport: laptop, locale: 'en-US' }],
  ])('says who pays, gets the code and sees it paid, on %s', async (_what, options) => {
    const { made, body } = await askedPix({ description: 'Pedido 42', redirect_url: 'https://shop.example/thanks' });
    const { emv, transaction_pix_id: txid } = body['response'] as { emv: string; transaction_pix_id: string };
    const page = await visit(made, options);
    expect(await audit(page)).toEqual(faultless);
    expect(await page.content()).not.toContain(emv);

    await tell(page, { document: '529.982.247-24' });
    expect(await page.textContent('#payer-document-fault')).not.toBe('');
    expect(await audit(page)).toEqual(faultless);
    await tell(page);
    await page.waitForSelector('#panel-PIX[data-standing="ready"]:visible');
    expect(await page.inputValue('#pix-code')).toBe(emv);
    expect(await page.isVisible('#panel-payer')).toBe(false);
    expect(await audit(page)).toEqual(faultless);

    world.bank.pay(txid);
    await world.gateway.callback({ pix: [{ txid }] });
    await page.waitForSelector('main[data-view="paid"]');
    expect(await page.textContent('#paid-reference')).toBe(String(made.id));
    expect(await page.getAttribute('#paid-back', 'href')).toBe('https://shop.example/thanks');
    expect(await audit(page)).toEqual(faultless);
  });

  it('is told what to do when a card is declined, and pays by another in parts', async () => {
    const { made } = await world.createCard({ amount: 120, installments: 3, description: 'Pedido 42' });
    const page = await visit(made);
    expect(await page.locator('#card-installments option').count()).toBe(3);
    expect(await audit(page)).toEqual(faultless);

    await typeCard(page, { number: deniedNumber });
    await page.click('#card-pay');
    await page.waitForSelector('#card-declined:visible');
    expect(await page.textContent('#card-decline-advice')).toBe('Nada foi cobrado. Você pode tentar de novo.');
    expect(await page.isVisible('#card-to-pix')).toBe(false);
    expect(await audit(page)).toEqual(faultless);

    await typeCard(page);
    await page.selectOption('#card-installments', '2');
    await page.click('#card-pay');
    await page.waitForSelector('main[data-view="paid"]');
    expect(await world.state(made)).toMatchObject({ status: 'PAID', card: { installments: 2 } });
  });

  it('is asked whether the card is to be saved, in either language, and only a tick says yes', async () => {
    const { made } = await world.createCard({ amount: 120 });
    const { made: other } = await world.createCard({ amount: 120 });
    const page = await visit(made, { locale: 'pt-BR' });
    expect(await page.textContent('label[for="card-save"]')).toContain('Salvar este cartão');
    expect(await page.isChecked('#card-save')).toBe(false);
    await typeCard(page);
    await page.click('#card-pay');
    await page.waitForSelector('main[data-view="paid"]');
    await payer.close();

    const english = await visit(other, { locale: 'en-US' });
    expect(await english.textContent('label[for="card-save"]')).toContain('Save this card');
    await typeCard(english);
    await english.check('#card-save');
    expect(await audit(english)).toEqual(faultless);
    await english.click('#card-pay');
    await english.waitForSelector('main[data-view="paid"]');

    const rows = await world.gateway.db.query('select payment_id from saved_cards', []);
    expect(rows).toEqual([{ payment_id: other.id_transaction }]);
  });

  it('is shown after a reload that a card was declined', async () => {
    const { made } = await world.createCard({ amount: 120 });
    const page = await visit(made);
    await typeCard(page, { number: deniedNumber });
    await page.click('#card-pay');
    await page.waitForSelector('#card-declined:visible');

    await page.reload();

    await page.waitForSelector('#card-declined:visible');
  });

  it('is told that the link is not good', async () => {
    const { made } = await world.createCard({ amount: 120 });
    const without = `https://pay.example/payments/checkout/${made.checkout_id}`;
    for (const checkout_url of [without, `${without}?token=forged`]) {
      const page = await visit({ ...made, checkout_url });
      expect(await page.textContent('h1')).toBe('Link de pagamento inválido');
      expect(await page.content()).not.toContain('120,00');
      if (checkout_url === without) await payer.close();
    }
  });

  it('is given a page that loads its own files only, and that nobody keeps or frames', async () => {
    const { made } = await askedPix();
    const answer = await fetch(pageAt(world.gateway.url, made.checkout_url));
    const policy = answer.headers.get('content-security-policy') ?? '';

    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await visit(made);
  });
});
