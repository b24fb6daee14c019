import { type BrowserContextOptions, type Page } from 'playwright-core';
import { describeWithChromium } from '../../../test-e2e/support/browser';
import { ChargeService } from './support/charge-service';
import { openCheckoutVisits } from './support/checkout-visits';
import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { serveLogo, testMerchant } from '@repasse/checkout-kit/testing/merchant';
import { arriveInParts } from '@repasse/checkout-kit/testing/page-in-parts';
import { nameMerchant } from './support/name-merchant';
import { laptop, pageAt, phone, type Payer } from '@repasse/checkout-kit/testing/payer';

const looks: readonly (readonly [string, BrowserContextOptions])[] = [
  ['a phone, in Portuguese', { viewport: phone, locale: 'pt-BR' }],
  ['a laptop, in English', { viewport: laptop, locale: 'en-US' }],
  ['a phone in the dark, in English', { viewport: phone, locale: 'en-US', colorScheme: 'dark' }],
  ['a laptop in the dark, in Portuguese', { viewport: laptop, locale: 'pt-BR', colorScheme: 'dark' }],
];

/** For the colour of a merchant, which depends on nothing else. */
const lightAndDark: readonly BrowserContextOptions[] = [{ viewport: phone }, { viewport: laptop, colorScheme: 'dark' }];

describeWithChromium('the checkout page is for everybody', () => {
  const visits = openCheckoutVisits(() => new ChargeService('checkout_accessibility'));
  let payer: Payer;

  const open = async (options: BrowserContextOptions = {}, { hasLogo = true } = {}): Promise<Page> => {
    const made = (await visits.charge.create({ description: 'Pedido 4711', redirectUrl: 'https://shop.example/' }))
      .body;
    payer = await visits.arrive(options);
    if (hasLogo) await serveLogo(payer.page);
    await payer.page.goto(pageAt(visits.charge.url, String(made['checkoutUrl'])));
    await payer.page.waitForFunction("document.querySelector('#deadline').textContent !== ''");
    return payer.page;
  };
  const choose = (page: Page, method: string): Promise<void> => page.check(`[name="method"][value="${method}"]`);

  it.each(looks)('in every part, on %s', async (_what, options) => {
    const page = await open(options);
    expect(await payer.movedByItself()).toEqual([]);
    expect(await audit(page)).toEqual(faultless);

    await page.click('#panel-PIX [data-action="create-pix"]:visible');
    await page.waitForSelector('#panel-PIX[data-standing="ready"]');
    expect(await audit(page)).toEqual(faultless);

    await choose(page, 'CREDIT_CARD');
    await page.click('#card-pay');
    expect(await page.getAttribute('#card-number', 'aria-invalid')).toBe('true');
    expect(await page.getAttribute('#card-number', 'aria-describedby')).toContain('card-number-fault');
    expect(await audit(page)).toEqual(faultless);

    visits.charge.peers.gateway.cardMood = 'decline';
    for (const [field, value] of [
      ['number', '4024007100000024'],
      ['holderName', 'Ana Souza'],
      ['expiry', '1230'],
      ['securityCode', '123'],
    ] as const) {
      await page.fill(`#card-${field}`, value);
    }
    await page.click('#card-pay');
    await page.waitForSelector('#card-declined:not([hidden])');
    expect(await audit(page)).toEqual(faultless);

    await choose(page, 'INTERNATIONAL');
    await page.click('#international-quote');
    await page.waitForSelector('#panel-INTERNATIONAL[data-standing="ready"]');
    expect(await audit(page)).toEqual(faultless);

    visits.charge.peers.gateway.cardMood = 'approve';
    await choose(page, 'CREDIT_CARD');
    await page.fill('#card-securityCode', '123');
    await page.click('#card-pay');
    await page.waitForSelector('main[data-view="paid"]');
    expect(await audit(page)).toEqual(faultless);
    expect(await page.textContent('#paid-method')).toMatch(/^(Cartão Visa final|Visa ending in) \d{4}$/);
    // It has the focus so that it is read out, and no ring that would call for a key.
    expect(await page.evaluate('document.activeElement.className')).toContain('view-paid');
    expect(await page.evaluate('getComputedStyle(document.activeElement).boxShadow')).toBe('none');
  });

  it.each(looks)('stands still while it arrives in parts, on %s', async (_what, options) => {
    const made = (await visits.charge.create({ description: 'Pedido 4711' })).body;
    payer = await visits.arrive(options);
    await arriveInParts(payer.page, pageAt(visits.charge.url, String(made['checkoutUrl'])));
    expect(await payer.movedByItself()).toEqual([]);
  });

  it.each([
    ['stands above the form on a phone', phone, false],
    ['stands beside the form on a laptop', laptop, true],
  ])('what is paid for %s', async (_where, viewport, isBeside) => {
    const page = await open({ viewport });
    const box = async (selector: string) => (await page.locator(selector).boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const [summary, form] = [await box('.summary'), await box('.view-pay')];
    expect(form.x >= summary.x + summary.width).toBe(isBeside);
    expect(form.y > summary.y).toBe(!isBeside);
  });

  it('shows the code dark on white, also in the dark', async () => {
    const page = await open({ colorScheme: 'dark' });
    await page.click('#panel-PIX [data-action="create-pix"]:visible');
    await page.waitForSelector('#panel-PIX[data-standing="ready"]');
    expect(await page.evaluate('getComputedStyle(document.querySelector("#pix-qr")).backgroundColor')).toBe(
      'rgb(255, 255, 255)',
    );
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(15, 22, 19)');
  });

  it('can be paid with the keyboard alone', async () => {
    const page = await open();
    const focused = (): Promise<unknown> =>
      page.evaluate('document.activeElement.id || document.activeElement.value || document.activeElement.className');
    const order: unknown[] = [];
    for (let step = 0; step < 5; step += 1) {
      await page.keyboard.press('Tab');
      order.push(await focused());
    }
    expect(order).toEqual(['skip', expect.anything(), expect.anything(), 'PIX', 'button']);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#panel-PIX[data-standing="ready"]');
    expect(await focused()).toBe('pix-heading');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowRight');
    expect(await page.isVisible('#card-form')).toBe(true);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('card-number');
  });

  it('has one main part, one heading of the first rank, and a place where news is spoken', async () => {
    const page = await open();
    expect(await page.locator('main').count()).toBe(1);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.getAttribute('#announcer', 'aria-live')).toBe('polite');
    expect(await page.getAttribute('html', 'lang')).toBe('pt-BR');
    expect(await page.getByRole('radio').count()).toBe(3);
    expect(await page.getByRole('group', { name: 'Como você quer pagar?' }).count()).toBe(1);
  });

  it('stands still for who asks for it', async () => {
    const page = await open({ reducedMotion: 'reduce' });
    const names = "[...document.querySelectorAll('*')].map((each) => getComputedStyle(each).animationName)";
    expect(await page.evaluate(`[...new Set(${names})]`)).toEqual(['none']);
  });

  describe('of a merchant who said who they are', () => {
    beforeAll(() => nameMerchant(visits.charge, testMerchant));

    it.each(looks)('names them before anything moves, on %s', async (_what, options) => {
      const page = await open(options);
      expect(await page.textContent('.merchant-name')).toBe(testMerchant.displayName);
      expect(await page.evaluate('document.querySelector(".logo").naturalWidth')).toBeGreaterThan(0);
      expect(await page.locator('.logo').boundingBox()).toMatchObject({ width: 56, height: 56 });
      expect(await page.getByRole('img', { name: testMerchant.displayName }).count()).toBe(1);
      expect(await payer.movedByItself()).toEqual([]);
      expect(await audit(page)).toEqual(faultless);

      await page.click('#panel-PIX [data-action="create-pix"]:visible');
      await page.waitForSelector('#panel-PIX[data-standing="ready"]');
      expect(await page.innerText('.receiver')).toMatch(/^(No seu banco aparece|Your bank shows): REPASSE DEMO$/);
      expect(await page.getAttribute('.support a', 'href')).toBe(`mailto:${testMerchant.supportEmail}`);
      expect(await audit(page)).toEqual(faultless);
    });

    it('is whole without a logo that does not load', async () => {
      const page = await open({}, { hasLogo: false });
      expect(await page.locator('.logo').boundingBox()).toMatchObject({ width: 56, height: 56 });
      expect(await payer.movedByItself()).toEqual([]);
      expect(await audit(page)).toEqual(faultless);
    });
  });

  describe('in the colour of the merchant', () => {
    it.each([
      ['one for light pages', '#7a1fa2', 3, 'rgb(122, 31, 162)', 'rgb(255, 255, 255)'],
      ['one for dark pages', '#ffd400', 4, 'rgb(255, 212, 0)', 'rgb(0, 0, 0)'],
      ['one that pages have', '#ffffff', 5, 'rgb(255, 255, 255)', 'rgb(0, 0, 0)'],
    ])('can be read everywhere: %s', async (_what, brandColor, position, background, text) => {
      await nameMerchant(visits.charge, { ...testMerchant, displayName: brandColor, brandColor }, position);
      for (const look of lightAndDark) {
        const page = await open(look);
        const button = '#panel-PIX [data-action="create-pix"]:visible';
        const styleOf = `getComputedStyle(document.querySelector('#panel-PIX [data-action="create-pix"]'))`;
        expect(await page.evaluate(`[${styleOf}.backgroundColor, ${styleOf}.color]`)).toEqual([background, text]);
        expect(await audit(page)).toEqual(faultless);
        await page.hover(button);
        await page.click(button);
        await page.waitForSelector('#panel-PIX[data-standing="ready"]');
        expect(await audit(page)).toEqual(faultless);
      }
    });
  });
});
