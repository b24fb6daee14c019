import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { eventually } from '@repasse/chassis/testing/eventually';
import { pageAt, type Payer } from '@repasse/checkout-kit/testing/payer';
import { testMerchant } from '@repasse/checkout-kit/testing/merchant';
import { type BrowserContextOptions, type Page } from 'playwright-core';
import { describeWithChromium } from '../../../test-e2e/support/browser';
import { ChargeService } from './support/charge-service';
import { nameMerchant } from './support/name-merchant';
import { openCheckoutVisits } from './support/checkout-visits';

/** Everything a payer could press or choose, and that does nothing without a script. */
const controls = ':is(button, input[type=radio], select, form input):visible';

describeWithChromium('what a payer keeps', () => {
  const visits = openCheckoutVisits(() => new ChargeService('checkout_receipt', { SANDBOX: 'true' }));
  let payer: Payer;

  const make = async (body: object = {}): Promise<TestAnswer['body']> =>
    (
      await visits.charge.create({
        ...{ description: 'Pedido 4711', externalReference: 'order-4711', redirectUrl: 'https://shop.example/thanks' },
        ...body,
      })
    ).body;
  const open = async (made: TestAnswer['body'], options: BrowserContextOptions = {}): Promise<Page> => {
    payer = await visits.arrive(options);
    await payer.page.goto(pageAt(visits.charge.url, String(made['checkoutUrl'])));
    return payer.page;
  };
  const byPix = async (): Promise<TestAnswer['body']> => {
    const made = await make({ paymentMethod: 'PIX' });
    const endToEndId = `E0000000020261121120${String(made['chargeId']).slice(-12)}`;
    await visits.charge.receive(made, { providerReference: endToEndId });
    await eventually(
      async () => (await visits.charge.call('GET', `/charge/${String(made['chargeId'])}`)).body['status'] === 'PAID',
    );
    return { ...made, endToEndId };
  };
  const rowsOf = (page: Page): Promise<readonly string[]> => page.locator('.facts div:visible').allInnerTexts();
  const noScript = { javaScriptEnabled: false };

  it.each([
    ['with its script, wherever the payer is', { timezoneId: 'Asia/Tokyo' }],
    ['without a script', noScript],
  ])('is a receipt with all that a shop or a bank may ask for, %s', async (_what, options) => {
    const made = await byPix();
    const page = await open(made, options);
    const rows = (await rowsOf(page)).map((row) => row.split('\n').join(' ').replaceAll('\u00a0', ' '));

    expect(rows.map((row) => row.replace(/\s+/g, ' '))).toEqual([
      'Valor pago R$ 100,00',
      'Forma de pagamento PIX',
      expect.stringMatching(/^Data 21\/11\/2026, \d\d:\d\d, horário de Brasília$/) as string,
      'Quem recebeu REPASSE DEMO, CNPJ 11.222.333/0001-81',
      'Pedido order-4711',
      `ID da transação PIX ${String(made['endToEndId'])}`,
      `Identificação ${String(made['chargeId'])}`,
    ]);
    expect(await page.locator('noscript .notice:visible').count()).toBe(0);
    expect(await page.getAttribute('#paid-back', 'href')).toBe(
      `https://shop.example/thanks?chargeId=${String(made['chargeId'])}`,
    );
  });

  it('is printed without anything to press', async () => {
    const page = await open(await byPix());
    await page.evaluate('window.print = () => { document.body.id = "printed"; }');
    await page.click('#paid-print');
    expect(await page.getAttribute('body', 'id')).toBe('printed');

    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await page.locator(':is(button, a, nav):visible').count()).toBe(0);
    expect(await rowsOf(page)).toHaveLength(7);
    expect(await page.evaluate('getComputedStyle(document.querySelector(".test")).color')).toBe('rgb(0, 0, 0)');
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await page.evaluate('getComputedStyle(document.querySelector("#paid-amount")).color')).toBe('rgb(0, 0, 0)');
  });

  it('names the merchant and whom to ask on paper, in the page’s languages', async () => {
    await nameMerchant(visits.charge, testMerchant);
    const page = await open(await byPix(), { locale: 'en-GB' });
    await page.emulateMedia({ media: 'print' });

    expect(await page.innerText('.merchant-name')).toBe(testMerchant.displayName);
    expect(await page.innerText('.support')).toContain(testMerchant.supportEmail);
    expect(await page.innerText('#paid-date')).toContain('Brasília time');
    const link = await page.evaluate(
      '(({ color, textDecorationLine }) => [color, textDecorationLine])(getComputedStyle(document.querySelector(".support a")))',
    );
    expect(link).toEqual([await page.evaluate('getComputedStyle(document.querySelector(".support")).color'), 'none']);
    expect(await page.locator('button:visible').count()).toBe(0);
  });

  it('is no dead button where no script runs: not before there is a code, and not with one', async () => {
    const none = await open(await make(), noScript);
    expect(await none.locator(controls).count()).toBe(0);
    expect(await none.innerText('noscript')).toContain('ative o JavaScript');
    await payer.close();

    const ready = await open(await make({ paymentMethod: 'PIX' }), noScript);
    expect(await ready.locator('button:visible, select:visible, input[type=radio]:visible').count()).toBe(0);
    expect(await ready.inputValue('#pix-code')).toMatch(/^000201/);
    expect(await ready.isVisible('#pix-qr')).toBe(true);
    expect(await ready.innerText('.validity:has(#pix-validity)')).toContain('22/11/2026, 09:00, horário de Brasília');
    await ready.click('noscript a');
    expect(await ready.isVisible('#pix-qr')).toBe(true);
  });

  it('says that it is a test where no real money is taken', async () => {
    const page = await open(await make());
    expect(await page.innerText('.test')).toContain('TESTE');
    expect(await page.title()).toMatch(/^TESTE · /);
  });
});
