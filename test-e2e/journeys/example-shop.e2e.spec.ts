import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { audit, faultless } from '@repasse/checkout-kit/testing/page-audit';
import { openPayer } from '@repasse/checkout-kit/testing/payer';
import { type Browser } from 'playwright-core';
import { environmentOf, installTimeoutMs } from '../../clients/python/test/environment';
import { type StackFile } from '../../deploy/local/stack-file';
import { MerchantApi } from '../support/api';
import { describeWithChromium, launchBrowser } from '../support/browser';
import { describeOnShared } from '../support/on-each-bus';
import { type SharedStack } from '../support/shared-stack';

/** One step of a payer, on a machine that runs the whole system beside the browser. */
const stepTimeoutMs = 20_000;

const clients = join(__dirname, '../../clients');

type CommandLine = readonly [program: string, script: string];

const nodeShop: CommandLine = [process.execPath, join(clients, 'typescript/examples/shop/shop.mjs')];

/** They are the same shop in two languages. */
const shops: Readonly<Record<string, () => Promise<CommandLine>>> = {
  Node: () => Promise.resolve(nodeShop),
  Python: async () => [join(await environmentOf(), 'bin/python'), join(clients, 'python/examples/shop/shop.py')],
};

interface Order {
  readonly id: string;
  readonly checkoutUrl: string;
  readonly pixCode: string;
  readonly status: string;
}

const sells = (stack: SharedStack, commandLine: () => Promise<CommandLine>): void => {
  let shop: ChildProcess;
  let address: string;
  let simulated: MerchantApi;
  let order: Order;

  const call = async (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(address + path, { ...init, method, headers: init.headers ?? { accept: 'application/json' } });
  const statusOf = async (): Promise<string> =>
    ((await (await call('GET', `/orders/${order.id}`)).json()) as Order).status;

  beforeAll(async () => {
    simulated = await MerchantApi.signIn(stack.file);
    shop = openShop(await commandLine(), stack.file, stack.file.merchant);
    address = await openedAt(shop);
  }, installTimeoutMs);
  afterAll(() => shop.kill('SIGKILL'));

  it('sells', async () => {
    const page = await call('GET', '/', { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('Buy');
    const made = await call('POST', '/orders');
    expect(made.status).toBe(201);
    order = (await made.json()) as Order;
    expect(order.status).toBe('waits for payment');
    expect((await fetch(order.checkoutUrl)).status).toBe(200);
  });

  it('sends a browser to the page where the payer pays', async () => {
    const made = await call('POST', '/orders', { headers: { accept: 'text/html' }, redirect: 'manual' });

    expect([made.status, made.headers.get('location')]).toEqual([303, expect.stringContaining('/checkout')]);
  });

  it('is told by webhook that it was paid, and believes no other message', async () => {
    const forged = await call('POST', '/webhooks', { body: '{}' });
    expect(forged.status).toBe(400);
    expect(await statusOf()).toBe('waits for payment');

    await simulated.pay(order.pixCode);

    await eventuallyHolds(async () => expect(await statusOf()).toBe('paid'));
  });

  it('gives the money back', async () => {
    await eventuallyHolds(async () => expect((await call('POST', `/orders/${order.id}/refund`)).status).toBe(202));

    await eventuallyHolds(async () => expect(await statusOf()).toBe('refunded'));
  });
};

describeWithChromium('the example of a shop, in a browser', () => {
  describeOnShared('postgres', 'keeps its payer on its own page', (stack) => {
    const shops: ChildProcess[] = [];
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchBrowser();
    });
    afterAll(async () => {
      await browser.close();
      for (const shop of shops) shop.kill('SIGKILL');
    });

    it('and is told there, too, that the code was paid', async () => {
      const { merchant, key } = await newMerchant(stack.file);
      const shop = openShop(nodeShop, stack.file, key, { EMBED: 'true' });
      shops.push(shop);
      const address = await openedAt(shop);
      const named = await merchant.put('/profile', { displayName: 'Coffee', frameOrigins: [address] });
      expect(named.status).toBe(200);
      const { page, complaints } = await openPayer(browser, { permissions: ['clipboard-write'] });
      page.setDefaultTimeout(stepTimeoutMs);
      await page.goto(address);
      await page.click('button');
      // The service that serves the frame hears of the origin a moment later.
      await eventuallyHolds(async () => {
        await page.reload();
        expect(await page.frameLocator('repasse-pix iframe').locator('#pix-code').count()).toBe(1);
      });
      complaints.splice(0);
      const frame = await (await page.waitForSelector('repasse-pix iframe')).contentFrame();
      if (frame === null) throw new Error('The element shows nothing.');
      await frame.waitForSelector('#panel-PIX[data-standing="ready"]');
      expect(await audit(frame)).toEqual(faultless);

      await merchant.pay(await frame.inputValue('#pix-code'));

      await page.waitForSelector('#news:text-is("Thank you! Your coffee is on its way.")');
      await frame.waitForSelector('main[data-view="paid"]');
      expect(await audit(frame)).toEqual(faultless);
      expect(complaints).toEqual([]);
      // What counts, however the element was made to speak.
      const order = page.url().replace(/\/pay$/, '');
      await eventuallyHolds(async () => expect(await (await fetch(order)).json()).toMatchObject({ status: 'paid' }));
      await page.context().close();
    });
  });
});

/** One of its own, since others change what payers see of the one that all share. */
const newMerchant = async (stack: StackFile): Promise<{ readonly merchant: MerchantApi; readonly key: ApiKey }> => {
  const staff = await MerchantApi.signIn(stack, stack.admin);
  const user = await staff.post<{ readonly id: number }>('/users', {
    email: `coffee-${randomUUID()}@shop.example`,
    name: 'A shop',
    profile: 'CUSTOMER',
  });
  const { body: key } = await staff.post<StackFile['merchant']>(`/users/${String(user.body.id)}/api-keys`, {});
  const merchant = await MerchantApi.signIn(stack, key);
  const { body } = await merchant.get<{ readonly secret: string }>('/webhook-secret');
  return { merchant, key: { ...key, webhookSecret: body.secret } };
};

type ApiKey = Pick<StackFile['merchant'], 'clientId' | 'clientSecret' | 'webhookSecret'>;

const openShop = (
  [program, script]: CommandLine,
  stack: StackFile,
  key: ApiKey,
  further: NodeJS.ProcessEnv = {},
): ChildProcess =>
  spawn(program, [script], {
    env: {
      ...process.env,
      PORT: '0',
      REPASSE_URL: stack.baseUrl,
      REPASSE_CLIENT_ID: key.clientId,
      REPASSE_CLIENT_SECRET: key.clientSecret,
      REPASSE_WEBHOOK_SECRET: key.webhookSecret,
      ...further,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** The address that it prints once it listens. */
const openedAt = async (shop: ChildProcess): Promise<string> => {
  if (shop.stdout === null) throw new Error('The output of the shop is not read.');
  const lines = createInterface({ input: shop.stdout });
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => resolve(/http:\S+/.exec(line)?.[0] ?? line));
    shop.once('exit', (code) => reject(new Error(`The shop ended with ${String(code)}.`)));
  });
};

describeOnShared('postgres', 'the example of a shop', (stack) => {
  describe.each(Object.entries(shops))('in %s', (_, commandLine) => sells(stack, commandLine));
});
