import { laptop, type Payer, phone } from '@repasse/checkout-kit/testing/payer';
import { serveLogo, testMerchant } from '@repasse/checkout-kit/testing/merchant';
import { arriveInParts } from '@repasse/checkout-kit/testing/page-in-parts';
import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import jsQR from 'jsqr';
import { type BrowserContextOptions, type Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { describeWithChromium } from '../../../test-e2e/support/browser';
import { type CoinSale } from './support/coin-merchant';
import { openCoinPages, type CoinPage } from './support/coin-page';
import { nameMerchant } from './support/name-merchant';

/** Both languages and both widths, light and dark. */
const looks: readonly (readonly [string, BrowserContextOptions])[] = [
  ['a phone, in Portuguese', { viewport: phone, locale: 'pt-BR' }],
  ['a laptop, in English', { viewport: laptop, locale: 'en-US' }],
  ['a phone in the dark, in English', { viewport: phone, locale: 'en-US', colorScheme: 'dark' }],
  ['a laptop in the dark, in Portuguese', { viewport: laptop, locale: 'pt-BR', colorScheme: 'dark' }],
];

/** What a page comes to, and how. */
const endings: readonly (readonly [string, string, (pages: CoinPage, sale: CoinSale) => Promise<unknown>])[] = [
  ['paid', 'paid', ({ merchant }, sale) => merchant.deposit(sale, 100, 'finished')],
  ['expired', 'ended', async ({ merchant }) => merchant.clock.advance(21 * 60_000)],
  [
    'expired with a part paid',
    'ended',
    async ({ merchant }, sale) => {
      await merchant.deposit(sale, 60);
      merchant.clock.advance(21 * 60_000);
    },
  ],
  ['failed', 'ended', ({ merchant }, sale) => merchant.deposit(sale, 0, 'failed')],
];

describeWithChromium('a payer on the page of a payment in coins', () => {
  const pages = openCoinPages();
  let payer: Payer;
  let page: Page;

  const open = async (other: object = {}, options: BrowserContextOptions = {}): Promise<CoinSale> => {
    const sale = await pages.merchant.sell(other);
    payer = await pages.open(sale, options);
    ({ page } = payer);
    await page.waitForFunction("document.querySelector('#deadline').textContent !== ''");
    // Not the window's name, which outlives a reload.
    await page.evaluate("document.body.id = 'not-reloaded'");
    return sale;
  };
  const view = (name: string) => page.waitForSelector(`main[data-view="${name}"]`);
  const focused = (): Promise<unknown> => page.evaluate('document.activeElement.id');
  const codeText = async (): Promise<string | undefined> => {
    const { data, width, height } = PNG.sync.read(await page.locator('#coin-qr').screenshot());
    return jsQR(new Uint8ClampedArray(data), width, height)?.data;
  };

  it('copies amount and address, sends a part, then the rest, and sees both arrive without reloading', async () => {
    const sale = await open({}, { permissions: ['clipboard-read', 'clipboard-write'] });
    const clipboard = () => page.evaluate('navigator.clipboard.readText()');
    expect(await page.textContent('h1')).toBe('US$\u00a0100,00');
    expect(await page.textContent('#deadline')).toMatch(/^(20:00|19:5\d)$/);
    expect(await codeText()).toContain('uint256=100000000000000000000');
    for (const [id, text] of [
      ['coin-amount', '100'],
      ['coin-address', sale.payment.pay_address],
    ] as const) {
      await page.click(`#${id}-copy`);
      await page.waitForSelector(`#${id}-copy:text-is("Copiado")`);
      expect(await clipboard()).toBe(text);
    }

    await pages.merchant.deposit(sale, 60);
    await page.waitForSelector('#remainder:visible');
    const remainder = 'Recebemos 60 USDT. Falta enviar 40 USDT para o mesmo endereço.';
    expect(await page.textContent('#remainder')).toBe(remainder);
    expect([await page.textContent('#announcer'), await focused()]).toEqual([remainder, 'remainder']);
    expect(await page.inputValue('#coin-amount')).toBe('40');
    expect(await codeText()).toBe(sale.payment.pay_address);

    await pages.merchant.deposit(sale, 40, 'finished');
    await view('paid');
    expect(await page.textContent('#announcer')).toBe('Pagamento confirmado');
    expect(await page.textContent('#paid-text')).toBe('Recebemos US$\u00a0100,00. Obrigado!');
    expect(await page.textContent('#paid-method')).toBe('100 USDT, rede BNB Smart Chain (BEP20)');
    expect(await page.textContent('#paid-reference')).toBe(sale.id);
    expect(await page.getAttribute('body', 'id')).toBe('not-reloaded');
  });

  it('waits for the network, and goes back to the shop', async () => {
    const redirect_url = `${pages.merchant.world.gateway.url}/health/live`;
    const sale = await open({ redirect_url, description: 'Pedido 4711' }, { locale: 'en-US' });
    expect(await page.textContent('.description')).toBe('Pedido 4711');
    await pages.merchant.deposit(sale, 100, 'confirming');
    await view('processing');
    expect(await page.textContent('#processing-heading')).toBe('The payment has reached the network');

    await pages.merchant.world.api.change(sale.payment, { status: 'finished' });
    await pages.merchant.notify(sale.payment);
    await view('paid');
    expect(await page.getAttribute('#paid-back', 'href')).toBe(`${redirect_url}?invoiceId=${sale.id}`);
    await page.click('#paid-stay');
  });

  it('is warned of the memo, and copies it', async () => {
    const { payment } = await open({ pay_currency: 'xrp' }, { permissions: ['clipboard-read', 'clipboard-write'] });
    expect(await page.isVisible('#coin-memo-part .notice')).toBe(true);
    await page.click('#coin-memo-copy');
    await page.waitForSelector('#coin-memo-copy:text-is("Copiado")');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(payment.payin_extra_id);
  });

  it.each([
    ['nothing came', 0, 'Não envie mais nada para o endereço.'],
    ['a part came', 60, 'Recebemos 60 USDT, menos do que foi cobrado.'],
  ])('is told that the time is over when %s', async (_what, amount, text) => {
    const sale = await open();
    if (amount > 0) {
      await pages.merchant.deposit(sale, amount);
      await page.waitForSelector('#remainder:visible');
    }
    pages.merchant.clock.advance(21 * 60_000);
    await view('ended');
    expect(await page.textContent('#ended-heading')).toBe('O prazo para pagar acabou');
    expect(await page.textContent('#ended-text')).toContain(text);
    expect(await page.locator('main :is(button, input, textarea):visible').count()).toBe(0);
  });

  it('finds the essentials where no script runs', async () => {
    const sale = await pages.merchant.sell();
    payer = await pages.open(sale, { javaScriptEnabled: false });
    ({ page } = payer);
    expect(await page.inputValue('#coin-amount')).toBe('100');
    expect(await page.inputValue('#coin-address')).toBe(sale.payment.pay_address);
    expect(await page.isVisible('#coin-qr')).toBe(true);
    expect(await page.textContent('noscript')).toContain('horário de Brasília');
    expect(await page.locator(':is(button, input[type=radio], select):visible').count()).toBe(0);
    expect(await page.textContent('.test')).toContain('TESTE');
  });

  it.each(looks)('stands still while it arrives in parts, on %s', async (_what, options) => {
    await open({}, options);
    await arriveInParts(page, page.url());
    expect(await payer.movedByItself()).toEqual([]);
  });

  it.each(looks)('is served in every part, on %s', async (_what, options) => {
    const sale = await open({ pay_currency: 'xrp', amount: 100 }, options);
    expect(await payer.movedByItself()).toEqual([]);
    expect(await audit(page)).toEqual(faultless);
    // 100.00 USD are some 44 XRP.
    await pages.merchant.deposit(sale, 30);
    await page.waitForSelector('#remainder:visible');
    expect(await audit(page)).toEqual(faultless);
    await pages.merchant.deposit(sale, 10, 'confirming');
    await view('processing');
    expect(await audit(page)).toEqual(faultless);
  });

  // The end of a payment has no part that depends on the width.
  const onPhones = looks.filter(([on]) => on.includes('phone'));

  it.each(onPhones.flatMap(([on, options]) => endings.map((ending) => [...ending, on, options] as const)))(
    'is served when it is %s and its view is %s',
    async (_what, name, end, _on, options) => {
      const redirect_url = `${pages.merchant.world.gateway.url}/health/live`;
      const sale = await open({ redirect_url, description: 'Pedido 4711' }, options);
      await end(pages, sale);
      await view(name);
      // The way back would leave the page before it is looked at.
      if (name === 'paid') await page.click('#paid-stay');
      expect(await audit(page)).toEqual(faultless);
    },
  );

  it.each([
    ['stands above the panel on a phone', phone, false],
    ['stands beside the panel on a laptop', laptop, true],
  ])('what is paid for %s', async (_where, viewport, isBeside) => {
    await open({}, { viewport });
    const box = async (selector: string) => (await page.locator(selector).boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const [summary, panel] = [await box('.summary'), await box('.view-pay')];
    expect(panel.x >= summary.x + summary.width).toBe(isBeside);
    expect(panel.y > summary.y).toBe(!isBeside);
  });

  describe('of a merchant who said who they are', () => {
    beforeAll(() => nameMerchant(pages.merchant.world.gateway, testMerchant));

    it.each(looks)('names them before anything moves, on %s', async (_what, options) => {
      const sale = await open({}, options);
      await serveLogo(page);
      await page.reload();
      await page.waitForFunction("document.querySelector('#deadline').textContent !== ''");
      expect(await page.textContent('.merchant-name')).toBe(testMerchant.displayName);
      expect(await page.evaluate('document.querySelector(".logo").naturalWidth')).toBe(128);
      expect(await page.getAttribute('.support a', 'href')).toBe(`mailto:${testMerchant.supportEmail}`);
      expect(await payer.movedByItself()).toEqual([]);
      expect(await audit(page)).toEqual(faultless);

      await pages.merchant.deposit(sale, 100, 'finished');
      await view('paid');
      expect(await page.isVisible('.merchant-name')).toBe(true);
      expect(await audit(page)).toEqual(faultless);
    });
  });
});
