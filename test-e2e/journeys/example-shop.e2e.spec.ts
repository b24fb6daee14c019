import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi } from '../support/api';
import { describeOnShared } from '../support/on-each-bus';
import { patient } from '../support/patience';

const program = join(__dirname, '../../clients/typescript/examples/shop/shop.mjs');

interface Order {
  readonly id: string;
  readonly checkoutUrl: string;
  readonly pixCode: string;
  readonly status: string;
}

describeOnShared('postgres', 'the example of a shop', (stack) => {
  let shop: ChildProcess;
  let address: string;
  let simulated: MerchantApi;
  let order: Order;

  const call = async (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(address + path, { ...init, method, headers: init.headers ?? { accept: 'application/json' } });
  const statusOf = async (): Promise<string> =>
    ((await (await call('GET', `/orders/${order.id}`)).json()) as Order).status;

  beforeAll(async () => {
    const { baseUrl, merchant } = stack.file;
    simulated = await MerchantApi.signIn(stack.file);
    shop = spawn(process.execPath, [program], {
      env: {
        ...process.env,
        PORT: '0',
        REPASSE_URL: baseUrl,
        REPASSE_CLIENT_ID: merchant.clientId,
        REPASSE_CLIENT_SECRET: merchant.clientSecret,
        REPASSE_WEBHOOK_SECRET: merchant.webhookSecret,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    address = await openedAt(shop);
  });
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

    await eventuallyHolds(async () => expect(await statusOf()).toBe('paid'), patient);
  });

  it('gives the money back', async () => {
    await eventuallyHolds(
      async () => expect((await call('POST', `/orders/${order.id}/refund`)).status).toBe(202),
      patient,
    );

    await eventuallyHolds(async () => expect(await statusOf()).toBe('refunded'), patient);
  });
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
