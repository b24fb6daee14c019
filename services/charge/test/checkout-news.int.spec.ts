import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { pageAt, type Payer } from '@repasse/checkout-kit/testing/payer';
import { type Page } from 'playwright-core';
import { describeWithChromium } from '../../../test-e2e/support/browser';
import { ChargeService } from './support/charge-service';
import { openCheckoutVisits } from './support/checkout-visits';

type Body = TestAnswer['body'];

const start = '2026-11-21T12:00:00.000Z';
const end = '2026-11-21T12:10:00.000Z';
const patient = { timeoutMs: 15_000 };

describeWithChromium('news while a payer looks at the checkout page', () => {
  const visits = openCheckoutVisits(() => new ChargeService('checkout_news'));
  let payer: Payer;
  let page: Page;

  beforeEach(async () => {
    visits.charge.clock.set(start);
    payer = await visits.arrive();
    page = payer.page;
  });

  const visit = async (made: Body): Promise<void> => {
    await page.goto(pageAt(visits.charge.url, String(made['checkoutUrl'])));
    await page.waitForFunction("document.querySelector('#deadline').textContent !== ''");
    await page.evaluate("document.body.id = 'not-reloaded'");
  };
  const open = async (body: object): Promise<Body> => {
    const made = (await visits.charge.create({ description: 'Pedido 4711', ...body })).body;
    await visit(made);
    return made;
  };
  const choose = (method: string): Promise<void> => page.click(`.method:has([value="${method}"])`);
  const pixStands = (standing: string) => page.waitForSelector(`#panel-PIX[data-standing="${standing}"]`);
  const makeCode = async (): Promise<string> => {
    await page.click('#panel-PIX [data-action="create-pix"]:visible');
    await pixStands('ready');
    return page.inputValue('#pix-code');
  };
  const attempt = async (made: Body, body: object = {}): Promise<Body> => {
    const sent = { paymentMethod: 'PIX', ...body };
    return (await visits.charge.call('POST', `/charge/${String(made['id'])}/attempts`, { body: sent })).body;
  };
  const latestAttempt = async (made: Body): Promise<Body> => {
    const { body } = await visits.charge.call('GET', `/charge/${String(made['id'])}/attempts`);
    return (Object.values(body) as Body[]).reduce((a, b) => (String(a['id']) > String(b['id']) ? a : b));
  };
  /** The status folded from its events. */
  const statusOf = async (made: Body): Promise<unknown> => {
    const sql = 'select status from charges where charge_id = $1';
    const [row] = await visits.charge.db.query<{ status: string }>(sql, [made['id']]);
    return row?.status;
  };
  const focused = (): Promise<unknown> =>
    page.evaluate('document.activeElement.id || document.activeElement.className');
  const expectNoReload = async (): Promise<void> => expect(await page.getAttribute('body', 'id')).toBe('not-reloaded');
  const expectFaultless = async (): Promise<void> => expect(await audit(page)).toEqual(faultless);
  const expectEnded = async (): Promise<void> => {
    await page.waitForSelector('main[data-view="ended"]');
    expect(await page.textContent('#ended-heading')).toBe('O prazo para pagar acabou');
    expect(await page.textContent('#announcer')).toBe('O prazo para pagar acabou');
    expect(await focused()).toContain('view-ended');
    expect(await page.locator('main :is(button, input, select):visible').count()).toBe(0);
    expect(await page.isVisible('.deadline')).toBe(false);
    await expectNoReload();
  };

  it('ends for the payer with its time, before the service has given up on money that is on its way', async () => {
    const made = await open({ expiresAt: end });
    await makeCode();

    visits.charge.clock.set(end);
    await expectEnded();
    await expectFaultless();
    expect(await statusOf(made)).toBe('PENDING');

    visits.charge.clock.advance(60_000);
    await eventually(async () => (await statusOf(made)) === 'EXPIRED');
    await expectEnded();
  });

  it('ends by the page’s own clock while the server cannot be reached', async () => {
    await page.clock.install();
    await page.route('**/events?*', (route) => route.abort());
    await open({ expiresAt: end });
    await makeCode();
    await page.route('**/state', (route) => route.abort());

    await page.clock.runFor(600_000);

    await expectEnded();
    expect(await page.textContent('#deadline')).toBe('00:00');
    // The browser's own messages about a lost network are no fault of the page.
    payer.complaints.splice(0);
  });

  it('shows its end also to a payer who opens it after the expiry', async () => {
    const made = (await visits.charge.create({ expiresAt: end })).body;
    visits.charge.clock.set(end);
    await page.route('**/browser/main.js', (route) => route.abort());
    await page.goto(pageAt(visits.charge.url, String(made['checkoutUrl'])));

    expect(await page.getAttribute('main', 'data-view')).toBe('ended');
    expect(await page.isVisible('#ended-heading')).toBe(true);
  });

  it('says that a code has run out, and makes another while the charge lasts', async () => {
    const made = (await visits.charge.create({ description: 'Pedido 4711' })).body;
    await attempt(made, { attemptExpiresAt: end });
    await visit(made);
    await pixStands('ready');
    const first = await page.inputValue('#pix-code');
    await page.focus('#pix-copy');

    visits.charge.clock.set(end);
    await pixStands('expired');
    expect(await page.textContent('#announcer')).toContain('Este código expirou.');
    expect(await focused()).toBe('pix-heading');
    expect(await page.isVisible('#pix-qr')).toBe(false);
    await expectFaultless();
    await expectNoReload();

    expect(await makeCode()).not.toBe(first);
  });

  it('shows the received amount and the remainder of an underpayment, and is paid by the rest', async () => {
    const made = await open({ grossAmount: '150.00' });
    const first = await makeCode();
    await page.focus('#pix-copy');
    await visits.charge.receive(await latestAttempt(made), { amountMinor: 6_000, expectedAmountMinor: 15_000 });

    await page.waitForSelector('#remainder:visible');
    const said = 'Recebemos R$\u00a060,00. Falta pagar R$\u00a090,00.';
    expect(await page.textContent('#remainder')).toBe(said);
    expect(await page.textContent('#announcer')).toBe(said);
    expect(await focused()).toBe('remainder');
    await expectFaultless();
    await choose('CREDIT_CARD');
    expect(await page.textContent('#card-pay')).toBe('Pagar R$\u00a090,00');
    expect(await page.textContent('#card-installments option[value="3"]')).toBe('3x de R$\u00a030,00 sem juros');

    await choose('PIX');
    expect(await makeCode()).not.toBe(first);
    const rest = await latestAttempt(made);
    expect(rest).toMatchObject({ grossAmount: '90.00' });
    await visits.charge.receive(rest, { amountMinor: 9_000, expectedAmountMinor: 9_000 });

    await page.waitForSelector('main[data-view="paid"]');
    expect(await page.textContent('#paid-text')).toBe('Recebemos R$\u00a0150,00. Obrigado!');
    expect(await page.textContent('#announcer')).toBe('Pagamento confirmado');
    await expectNoReload();
  });

  it('shows the received amount when it expires before the rest is paid', async () => {
    const made = await open({ grossAmount: '150.00', expiresAt: end });
    await makeCode();
    await visits.charge.receive(await latestAttempt(made), { amountMinor: 6_000, expectedAmountMinor: 15_000 });
    await page.waitForSelector('#remainder:visible');

    visits.charge.clock.set(end);
    await expectEnded();
    expect(await page.textContent('#ended-text')).toContain('Recebemos R$\u00a060,00, menos do que foi cobrado.');
    await expectFaultless();
  });

  it('shows the received amount where less was accepted for the whole', async () => {
    const rules = { late: 'accept', overpaid: 'refund', underpaid: 'hold', duplicate: 'refund' };
    await visits.charge.call('PUT', '/payment-rules', { body: { ...rules, underpaid: 'accept' } });
    const made = await open({ grossAmount: '150.00' });
    await makeCode();

    await visits.charge.receive(await latestAttempt(made), { amountMinor: 6_000, expectedAmountMinor: 15_000 });
    await page.waitForSelector('main[data-view="paid"]');
    expect(await page.textContent('#paid-text')).toBe('Recebemos R$\u00a060,00. Obrigado!');

    await visits.charge.call('PUT', '/payment-rules', { body: rules });
  });

  it('keeps the focus of a payer typing a card when a part comes', async () => {
    const made = await open({});
    await choose('CREDIT_CARD');
    await page.fill('#card-number', '4024007100000024');
    await page.selectOption('#card-installments', '2');
    await page.focus('#card-number');

    await visits.charge.receive(await attempt(made), { amountMinor: 6_000 });

    await eventuallyHolds(async () => expect(await page.textContent('#card-pay')).toContain('40,00'), patient);
    expect(await focused()).toBe('card-number');
    expect(await page.inputValue('#card-number')).toBe('4024 0071 0000 0024');
    expect(await page.inputValue('#card-installments')).toBe('2');
    expect(await page.locator('#card-installments option').count()).toBe(8);
    await expectNoReload();
  });
});
