import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { testMerchant } from '@repasse/checkout-kit/testing/merchant';
import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { pageAt, type Payer } from '@repasse/checkout-kit/testing/payer';
import { startShopPage, toldToShop, heardByShop, type ShopPage } from '@repasse/checkout-kit/testing/shop-page';
import { type BrowserContextOptions, type Frame } from 'playwright-core';
import { describeWithChromium } from '../../../test-e2e/support/browser';
import { ChargeService } from './support/charge-service';
import { openCheckoutVisits } from './support/checkout-visits';
import { nameMerchant } from './support/name-merchant';
import { receivePix } from './support/receive-pix';

const aDayMs = 86_400_000;

describeWithChromium('the element repasse-pix', () => {
  let shop: ShopPage;
  let otherShop: ShopPage;
  const visits = openCheckoutVisits(() => new ChargeService('pix_element'));
  let payer: Payer;

  beforeAll(async () => {
    shop = await startShopPage(visits.charge.url);
    otherShop = await startShopPage(visits.charge.url);
    await nameMerchant(visits.charge, { ...testMerchant, logoPath: null, frameOrigins: [shop.origin] });
  });
  afterAll(() => Promise.all([shop.stop(), otherShop.stop()]));

  const srcOf = (made: TestAnswer['body']): string => pageAt(visits.charge.url, String(made['checkoutUrl']));
  const idOf = (made: TestAnswer['body']): string => String(made['chargeId'] ?? made['id']);
  const create = async (body: object = {}): Promise<TestAnswer['body']> => (await visits.charge.create(body)).body;
  const enter = async (address: string, options: BrowserContextOptions = {}): Promise<void> => {
    payer = await visits.arrive(options);
    await payer.page.goto(address);
  };
  /** What the element shows, once it shows anything. */
  const framed = async (): Promise<Frame> => {
    const frame = await (await payer.page.waitForSelector('repasse-pix iframe')).contentFrame();
    if (frame === null) throw new Error('The element shows nothing.');
    return frame;
  };
  const isTold = async (...event: unknown[]): Promise<void> => {
    await eventuallyHolds(async () => expect(await payer.page.evaluate(toldToShop)).toEqual([event]));
  };

  it('shows the code within the shop’s page, as high as it is, and tells the shop that it was paid', async () => {
    const made = await create({ paymentMethod: 'PIX', redirectUrl: `${shop.origin}/thanks` });
    await enter(shop.pageWith(srcOf(made)), { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = payer;
    const frame = await framed();
    await frame.waitForSelector('#panel-PIX[data-standing="ready"]');
    expect(await page.getAttribute('repasse-pix iframe', 'title')).toBe('Pagamento por PIX');
    expect(await frame.locator('[id^="card-"]').count()).toBe(0);
    const hidden = 'document.documentElement.scrollHeight - window.innerHeight';
    await eventuallyHolds(async () => expect(await frame.evaluate(hidden)).toBe(0));
    expect(await audit(frame)).toEqual(faultless);
    await frame.click('#pix-copy');
    await frame.waitForSelector('#pix-copy:text-is("Código copiado")');

    await receivePix(visits.charge, idOf(made));
    await frame.waitForSelector('main[data-view="paid"]');
    await isTold('paid', { chargeId: idOf(made) });
    expect(await frame.isVisible('#paid-back')).toBe(false);
    expect(await audit(frame)).toEqual(faultless);
  });

  it('tells that the time is over', async () => {
    const made = await create({ paymentMethod: 'PIX' });
    await enter(shop.pageWith(srcOf(made)));
    await (await framed()).waitForSelector('#panel-PIX[data-standing="ready"]');

    visits.charge.clock.advance(aDayMs);

    await isTold('expired', { chargeId: idOf(made) });
  });

  it('shows nothing in the page of an origin that the merchant has not named', async () => {
    await enter(otherShop.pageWith(srcOf(await create({ paymentMethod: 'PIX' }))));

    await isTold('error', { code: 'not_shown' });
    expect(payer.complaints.splice(0).join('\n')).toContain('frame-ancestors');
    expect(await (await framed()).locator('#pix-code').count()).toBe(0);
  });

  it('says why nothing can be paid: the charge is not for PIX', async () => {
    const made = await create({ allowedMethods: ['CREDIT_CARD'] });
    await enter(shop.pageWith(srcOf(made)));

    await isTold('error', { chargeId: idOf(made), code: 'not_by_pix' });
    expect(await (await framed()).innerText('h1')).toBe('Este pagamento não aceita PIX');
    expect(await audit(await framed())).toEqual(faultless);
  });

  it.each(['javascript:window.told.push("ran")', 'http://api.example/checkout/ch_1?token=t', 'https://api.example/'])(
    'opens no frame for %s',
    async (src) => {
      await enter(shop.pageWith(src));

      await isTold('error', { code: 'invalid_src' });
      expect(await payer.page.locator('iframe').count()).toBe(0);
    },
  );

  it('believes no other window, and no other origin', async () => {
    const made = await create({ paymentMethod: 'PIX' });
    await enter(shop.pageWith(srcOf(made), otherShop.origin));
    const frame = await framed();
    await frame.waitForSelector('#panel-PIX[data-standing="ready"]');
    const lie = JSON.stringify({ type: 'repasse:paid', chargeId: idOf(made) });
    // The shop's own window; then a window of another origin that the shop's page has opened.
    await payer.page.evaluate(`window.postMessage(${lie}, '*')`);
    const [popup] = await Promise.all([
      payer.page.waitForEvent('popup'),
      payer.page.evaluate(`void window.open('${otherShop.origin}')`),
    ]);
    await popup.waitForLoadState();
    await popup.evaluate(`window.opener.postMessage(${lie}, '*')`);
    // The right window at last, from another origin: what is in the frame is no page of ours any more.
    await payer.page.evaluate(`document.querySelector('iframe').src = '${otherShop.origin}'`);
    await (await framed()).waitForSelector('h1:text-is("Pedido 4711")');
    await (await framed()).evaluate(`window.parent.postMessage(${lie}, '*')`);

    const lies = `${heardByShop}.filter(({ type }) => type === 'repasse:paid').length`;
    await eventuallyHolds(async () => expect(await payer.page.evaluate(lies)).toBe(3));
    expect(await payer.page.evaluate(`${toldToShop}.filter(([type]) => type === 'paid')`)).toEqual([]);
  });
});
