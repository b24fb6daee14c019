import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Browser, type FrameLocator, type Page } from 'playwright-core';
import { describeWithChromium, launchBrowser } from '../../../test-e2e/support/browser';
import { TestSandbox } from './sandbox';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await TestSandbox.start();
});
afterAll(() => sandbox.stop());

const create = async (terms: object = {}): Promise<{ id: string; token: string }> => {
  const { body } = await sandbox.revolut('POST', '/orders', { amount: 15_000, currency: 'EUR', ...terms });
  return { id: String(body['id']), token: String(body['token']) };
};
const stateOf = async (id: string) => (await sandbox.revolut('GET', `/orders/${id}`)).body['state'];
const press = (token: string, card: object, locale = 'en') =>
  sandbox.call('POST', `/revolut/pay/${token}?locale=${locale}`, { expiry: '12/30', ...card });

describe('the widget’s page', () => {
  it('is served with its files, in the payer’s language, and may do little', async () => {
    const { token } = await create({ currency: 'JPY', amount: 1_500 });
    const page = await sandbox.call('GET', `/revolut/pay/${token}?locale=pt-BR`);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).toContain('<html lang="pt-BR">');
    expect(page.text).toContain('JPY 1500');
    for (const file of ['embed.js', 'assets/pay.js', 'assets/pay.css'])
      expect((await sandbox.call('GET', `/revolut/${file}`)).status).toBe(200);
    expect((await sandbox.call('GET', '/revolut/pay/nonsense')).status).toBe(404);
  });

  it.each([
    ['4929420573595709', 200, 'success', undefined, 'Payment approved.'],
    ['4929573638125985', 200, 'error', 'error.insufficient-funds', 'Insufficient funds.'],
    ['4242424242424242', 200, 'error', 'error.3ds-failed', '3-D Secure authentication failed.'],
    ['2223000010479399', 200, 'processing', undefined, 'The payment is being processed.'],
    ['no card', 400, 'error', 'error.unknown', 'No answer. Try again.'],
  ])('takes %s', async (number, status, kind, type, message) => {
    const { token } = await create();
    const answer = await press(token, { number });
    expect(answer).toMatchObject({ status, body: { kind, message } });
    expect((answer.body['error'] as { type: string } | undefined)?.type).toBe(type);
  });

  it('says why an order cannot be paid', async () => {
    const { id, token } = await create();
    await sandbox.revolut('POST', `/orders/${id}/cancel`);
    expect(await press(token, { number: '4929420573595709' }, 'pt')).toMatchObject({
      status: 409,
      body: { message: 'Este pagamento foi cancelado.', error: { type: 'error.order-is-cancelled' } },
    });
  });
});

/** A merchant's page as strict as pages that take money should be. */
const startMerchant = (sandboxUrl: string): Promise<Server> => {
  const policy = `default-src 'none'; script-src 'self' ${sandboxUrl}; frame-src ${sandboxUrl}; style-src 'self'`;
  const html = `<!DOCTYPE html><html lang="en"><title>Shop</title><button id="pay">Pay</button>
    <div id="field"></div><p id="reported"></p><script src="${sandboxUrl}/revolut/embed.js"></script>
    <script src="/shop.js"></script>`;
  const script = `
    const reported = (what) => { document.getElementById('reported').textContent = JSON.stringify(what); };
    const { token, locale, kind } = Object.fromEntries(new URLSearchParams(location.search));
    const options = {
      locale,
      onSuccess: () => reported('success'),
      onError: (error) => reported(error),
      onCancel: () => reported('cancel'),
      onValidation: (errors) => reported(errors),
    };
    RevolutCheckout(token, 'sandbox').then((instance) => {
      const target = document.getElementById('field');
      const field = kind === 'card' ? instance.createCardField({ target, ...options }) : undefined;
      const start = () => (field === undefined ? instance.payWithPopup(options) : field.submit({ name: 'A B' }));
      document.getElementById('pay').addEventListener('click', start);
    });`;
  const server = createServer((request, response) => {
    const isScript = request.url === '/shop.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.setHeader('content-security-policy', policy);
    response.end(isScript ? script : html);
  });
  return new Promise((resolve) => server.listen(0, () => resolve(server)));
};

describeWithChromium('the web SDK in a browser', () => {
  let browser: Browser;
  let merchant: Server;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    [browser, merchant] = await Promise.all([launchBrowser(), startMerchant(sandbox.url)]);
  }, 90_000);
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    complaints.length = 0;
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (fault) => complaints.push(fault.message));
  });
  afterEach(async () => {
    await page.close();
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((resolve) => merchant.close(resolve));
  });

  const open = async (token: string, more = ''): Promise<FrameLocator> => {
    const { port } = merchant.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/?token=${token}${more}`);
    const frame = page.frameLocator('iframe');
    if (!more.includes('card')) await page.click('#pay');
    // Before its script runs, the form is there and does nothing.
    await frame.locator('html[data-ready]').waitFor();
    return frame;
  };
  const type = async (frame: FrameLocator, number: string): Promise<void> => {
    await frame.locator('#number').fill(number);
    await frame.locator('#expiry').pressSequentially('1230');
    await frame.locator('#cvv').fill('123');
  };
  const reported = async (): Promise<string> => {
    await page.locator('#reported:not(:empty)').waitFor();
    return (await page.textContent('#reported')) ?? '';
  };

  it('pays, and the merchant’s page hears of it', async () => {
    const { id, token } = await create();
    const frame = await open(token);
    await type(frame, '4929 4205 7359 5709');
    await frame.getByRole('button', { name: 'Pay', exact: true }).click();
    expect(await reported()).toBe('"success"');
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await stateOf(id)).toBe('completed');
  });

  it('is declined in Portuguese with a card of the list', async () => {
    const { id, token } = await create();
    const frame = await open(token, '&locale=pt');
    await frame.getByText('Cartões de teste').click();
    await frame.getByRole('button', { name: 'Saldo insuficiente' }).click();
    await frame.getByRole('button', { name: 'Pagar', exact: true }).click();
    expect(JSON.parse(await reported())).toMatchObject({ name: 'RevolutCheckout', type: 'error.insufficient-funds' });
    expect(await stateOf(id)).toBe('pending');
  });

  it('shows what is wrong before it sends anything', async () => {
    const { id, token } = await create();
    const frame = await open(token);
    await type(frame, '4929 4205 7359 5700');
    await frame.getByRole('button', { name: 'Pay', exact: true }).click();
    await frame.getByText('Check the card number.').waitFor();
    expect(await frame.locator('#number').getAttribute('aria-invalid')).toBe('true');
    expect(await stateOf(id)).toBe('pending');
  });

  it('is given up with the Escape key', async () => {
    const { token } = await create();
    const frame = await open(token);
    await frame.locator('#number').press('Escape');
    expect(await reported()).toBe('"cancel"');
  });

  it('fits into the merchant’s own form', async () => {
    const { id, token } = await create();
    const frame = await open(token, '&kind=card');
    await type(frame, '5281438801804148');
    await page.click('#pay');
    // It hears first that there is nothing wrong with the fields.
    await page.getByText('"success"').waitFor();
    expect(await stateOf(id)).toBe('completed');
  });
});
