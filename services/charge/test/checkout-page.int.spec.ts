import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type StandIn } from '@repasse/chassis/testing/stand-in';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import jsQR from 'jsqr';
import { type BrowserContextOptions } from 'playwright-core';
import { PNG } from 'pngjs';
import { describeWithChromium } from '../../../test-e2e/support/browser';
import { ChargeService } from './support/charge-service';
import { openCheckoutVisits } from './support/checkout-visits';
import { pageAt, type Payer } from '@repasse/checkout-kit/testing/payer';
import { receivePix } from './support/receive-pix';
import { startSdkStandIn } from './support/sdk-stand-in';

const goodCard = { number: '4024007100000024', expiry: '1230', securityCode: '123', holderName: 'Ana Souza' };

describeWithChromium('a payer on the checkout page', () => {
  let sdk: StandIn;
  const visits = openCheckoutVisits(async () => {
    sdk = await startSdkStandIn();
    return new ChargeService('checkout_page', { INTERNATIONAL_SDK_URL: `${sdk.url}/embed.js` });
  });
  let payer: Payer;

  afterAll(() => sdk.stop());
  beforeEach(() => {
    visits.charge.peers.mood = 'offer';
    visits.charge.peers.gateway.cardMood = 'approve';
  });

  /** A charge, and a payer who opens its page. */
  const open = async (body: object = {}, options: BrowserContextOptions = {}): Promise<TestAnswer['body']> => {
    const made = (await visits.charge.create({ description: 'Pedido 4711', ...body })).body;
    payer = await visits.arrive(options);
    await payer.page.goto(pageAt(visits.charge.url, String(made['checkoutUrl'])));
    return made;
  };
  const view = (name: string) => payer.page.waitForSelector(`main[data-view="${name}"]`);
  const method = (name: string) => payer.page.click(`.method:has([value="${name}"])`);
  const typeCard = async (over: Partial<typeof goodCard> = {}): Promise<void> => {
    for (const [field, value] of Object.entries({ ...goodCard, ...over })) {
      await payer.page.fill(`#card-${field}`, '');
      await payer.page.locator(`#card-${field}`).pressSequentially(value);
    }
  };

  it('makes a PIX code, reads it, copies it, and sees the payment arrive without reloading', async () => {
    const made = await open(
      { redirectUrl: `${sdk.url}/thanks` },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
    const { page } = payer;
    const chargeId = String(made['id']);
    expect(await page.textContent('h1')).toBe('R$\u00a0100,00');
    await page.click('#panel-PIX [data-action="create-pix"]:visible');
    await page.waitForSelector('#panel-PIX[data-standing="ready"]');
    const emv = await page.inputValue('#pix-code');
    expect(emv).toMatch(/^000201.*6304ABCD$/);
    expect((await page.innerText('.validity:has(#pix-validity)')).trim()).toMatch(
      /^Código válido até amanhã, \d\d:00$/,
    );

    await page.click('#pix-copy');
    await page.waitForSelector('#pix-copy:text-is("Código copiado")');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(emv);

    // Not the window's name, which outlives a reload.
    await page.evaluate("document.body.id = 'not-reloaded'");
    await receivePix(visits.charge, chargeId);
    await view('paid');
    expect(await page.getAttribute('body', 'id')).toBe('not-reloaded');
    expect(await page.textContent('#paid-method')).toBe('PIX');
    expect(await page.textContent('#announcer')).toBe('Pagamento confirmado');
    expect(await page.evaluate('document.activeElement.className')).toContain('view-paid');
    expect(await page.textContent('#paid-countdown')).toMatch(/^Você volta para a loja em \d s\.$/);
    await page.waitForURL(`${sdk.url}/thanks?chargeId=${chargeId}`, { timeout: 15_000 });
  });

  it('is shown a QR code that a camera can read', async () => {
    await open();
    const { page } = payer;
    await page.click('#panel-PIX [data-action="create-pix"]:visible');
    await page.waitForSelector('#panel-PIX[data-standing="ready"]');
    const emv = await page.inputValue('#pix-code');
    const { data, width, height } = PNG.sync.read(await page.locator('#pix-qr').screenshot());
    expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(emv);
  });

  it('is helped with the card before anything is sent, and pays in English', async () => {
    const made = await open({ redirectUrl: `${sdk.url}/thanks` }, { locale: 'en-US' });
    const { page } = payer;
    const sent = visits.charge.peers.gateway.cardPayments.length;
    await method('CREDIT_CARD');
    await page.click('#card-pay');
    expect(await page.textContent('#card-number-fault')).toBe('Enter the card number.');
    expect(await page.evaluate('document.activeElement.id')).toBe('card-number');
    await typeCard({ number: '378282246310005' });
    expect(await page.inputValue('#card-number')).toBe('3782 822463 10005');
    expect(await page.textContent('#card-securityCode-hint')).toBe('4 digits on the front');
    await typeCard({ number: '4024007100000025', expiry: '1025' });
    expect(await page.textContent('#card-brand')).toBe('Visa');
    await page.click('#card-pay');
    expect(await page.textContent('#card-number-fault')).toBe('Check the card number: a digit does not fit.');
    expect(await page.textContent('#card-expiry-fault')).toBe('This card has expired. Use another card.');
    expect(visits.charge.peers.gateway.cardPayments).toHaveLength(sent);

    await typeCard();
    await page.selectOption('#card-installments', '3');
    expect(await page.textContent('#card-installments option:checked')).toContain('the first of R$33.34');
    await page.click('#card-pay');
    await view('paid');
    expect(visits.charge.peers.gateway.cardPayments.at(-1)).toMatchObject({ installments: 3, amountMinor: 10_000 });
    expect(await page.inputValue('#card-number')).toBe('');
    await page.click('#paid-stay');
    expect(await page.isVisible('#paid-countdown')).toBe(false);
    expect(await page.getAttribute('#paid-back', 'href')).toBe(`${sdk.url}/thanks?chargeId=${String(made['id'])}`);
  });

  it('sees what to do when the card is declined, and pays by PIX instead', async () => {
    await open();
    const { page } = payer;
    visits.charge.peers.gateway.cardMood = 'decline';
    await method('CREDIT_CARD');
    await typeCard();
    await page.click('#card-pay');
    await page.waitForSelector('#card-declined:not([hidden])');
    expect(await page.getAttribute('#card-declined', 'role')).toBe('alert');
    expect(await page.textContent('#card-decline-reason')).toContain('não tem saldo ou limite');
    expect(await page.evaluate('document.activeElement.id')).toBe('card-declined');
    expect(await page.inputValue('#card-securityCode')).toBe('');
    await page.click('#card-to-pix');
    await page.click('#panel-PIX [data-action="create-pix"]:visible');
    await page.waitForSelector('#panel-PIX[data-standing="ready"]');
    expect(await page.isVisible('#card-form')).toBe(false);
  });

  it('waits when the bank does not answer, and sees the outcome', async () => {
    await open();
    const { page } = payer;
    visits.charge.peers.gateway.cardMood = 'doubt';
    await method('CREDIT_CARD');
    await typeCard();
    await page.click('#card-pay');
    await view('processing');
    expect(await page.textContent('.view-processing')).toContain('Não pague de novo');
  });

  it('sees the price in another currency and pays in the form of the provider', async () => {
    await open({ customerMeta: { name: 'Ana Souza', email: 'ana@customer.example', source: 'PRE_FILLED' } });
    const { page } = payer;
    await method('INTERNATIONAL');
    await page.selectOption('#international-currency', 'JPY');
    await page.click('#international-quote');
    await page.waitForSelector('#panel-INTERNATIONAL[data-standing="ready"]');
    expect(await page.textContent('#international-amount')).toBe('JP¥\u00a02.857');
    await page.click('#international-pay');
    const call: unknown = JSON.parse((await page.getAttribute('#sdk', 'data-call')) ?? '');
    expect(call).toMatchObject({ mode: 'sandbox', locale: 'pt', email: 'ana@customer.example' });
    await page.click('#sdk button:text("onCancel")');
    expect(await page.textContent('#international-note')).toBe('Você fechou a janela. Nada foi cobrado.');
    await page.click('#international-pay');
    await page.click('#sdk button:text("onSuccess")');
    expect(await page.textContent('#international-note')).toContain('Aguardando a confirmação');
  });

  it('sees the charge being canceled', async () => {
    const made = await open();
    await payer.page.waitForFunction("document.querySelector('#deadline').textContent !== ''");
    await visits.charge.call('POST', `/charge/${String(made['id'])}/cancel`);
    await view('ended');
    expect(await payer.page.textContent('#ended-heading')).toBe('Esta cobrança foi cancelada');
  });

  it('goes on without the stream, by asking', async () => {
    const made = (await visits.charge.create({})).body;
    payer = await visits.arrive();
    await payer.page.route('**/events?*', (route) => route.fulfill({ status: 503, body: '' }));
    await payer.page.goto(pageAt(visits.charge.url, String(made['checkoutUrl'])));
    await visits.charge.call('POST', `/charge/${String(made['id'])}/cancel`);
    await view('ended');
  });

  it('sees when the connection is lost, and when it is back', async () => {
    await open();
    const { page } = payer;
    // Data sent by the stream before may arrive later and shows a connection; so it is cut anew each time.
    await eventuallyHolds(
      async () => {
        await page.context().setOffline(false);
        await page.context().setOffline(true);
        expect(await page.isVisible('#connection')).toBe(true);
      },
      { timeoutMs: 15_000 },
    );
    await page.context().setOffline(false);
    await eventuallyHolds(async () => expect(await page.isVisible('#connection')).toBe(false));
    // The browser's own messages about a lost network are no fault of the page.
    payer.complaints.splice(0);
  });
});
