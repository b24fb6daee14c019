import { eventually } from '@repasse/chassis/testing/eventually';
import { Receiver } from './receiver';
import { chave, cieloMerchantId, cieloMerchantKey, cobBody, newTxid, TestSandbox, type Answer } from './sandbox';

let sandbox: TestSandbox;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  sandbox = await TestSandbox.start(`${receiver.url}/cielo`);
  await sandbox.psp('PUT', `/v2/webhook/${chave}`, { webhookUrl: `${receiver.url}/pix` });
  await sandbox.revolut('POST', '/webhooks', { url: `${receiver.url}/revolut`, events: ['ORDER_COMPLETED'] });
});
afterEach(async () => {
  await sandbox.call('PUT', '/sandbox/chaos', {});
  receiver.reset();
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

const keys = { merchantid: cieloMerchantId, merchantkey: cieloMerchantKey };
const sale = (orderId: string) => ({
  MerchantOrderId: orderId,
  Payment: {
    Type: 'CreditCard',
    Amount: 100,
    Installments: 1,
    Capture: true,
    CreditCard: { CardNumber: '4024007100000024', Holder: 'A B', ExpirationDate: '12/2035', Brand: 'Visa' },
  },
});
const coins = (orderId: string) => ({
  price_amount: 40,
  price_currency: 'usd',
  pay_currency: 'usdtbsc',
  order_id: orderId,
  ipn_callback_url: `${receiver.url}/crypto`,
});
const order = (reference: string) => ({ amount: 100, currency: 'EUR', merchant_order_data: { reference } });

interface Provider {
  readonly name: string;
  /** Has the provider make something of that name. */
  readonly make: (name: string) => Promise<Answer>;
  /** How many of that name there are. */
  readonly count: (name: string) => Promise<number>;
}

const providers: readonly Provider[] = [
  {
    name: 'pix',
    make: (name) => sandbox.psp('PUT', `/v2/cob/${name}`, cobBody),
    count: async (name) => ((await sandbox.psp('GET', `/v2/cob/${name}`)).status === 200 ? 1 : 0),
  },
  {
    name: 'international',
    make: (name) => sandbox.revolut('POST', '/orders', order(name)),
    count: async (name) => {
      const { body } = await sandbox.revolut('GET', `/orders?merchant_order_data_reference=${name}`);
      return (body['orders'] as unknown[]).length;
    },
  },
  {
    name: 'card',
    make: (name) => sandbox.call('POST', '/cielo/1/sales/', sale(name), keys),
    count: async (name) => {
      const found = await sandbox.call('GET', `/cielo-query/1/sales?merchantOrderId=${name}`, undefined, keys);
      return found.status === 200 ? (found.body['Payment'] as unknown[]).length : 0;
    },
  },
  {
    name: 'crypto',
    make: (name) => sandbox.nowPayments('POST', '/payment', coins(name)),
    count: async (name) => {
      const { body } = await sandbox.nowPayments('GET', '/payment/?limit=100&orderBy=desc');
      return (body['data'] as { order_id: string }[]).filter(({ order_id: orderId }) => orderId === name).length;
    },
  },
];

const behave = (chaos: object) => sandbox.call('PUT', '/sandbox/chaos', chaos);
/** Another request goes the same way and is answered; by then the first one was, if ever. */
const isAnswered = async (asked: Promise<Answer>): Promise<boolean> => {
  const settled = asked.then(
    () => true,
    () => false,
  );
  await behave({});
  await sandbox.call('GET', '/sandbox/clock');
  return Promise.race([settled, Promise.resolve(false)]);
};

describe.each(providers)('$name', ({ name: provider, make, count }) => {
  // The switch must not be met by the request for a token before.
  beforeAll(() => make(newTxid()));

  it('refuses before anything is done', async () => {
    const name = newTxid();
    await behave({ [provider]: { errorRate: 1 } });
    expect((await make(name)).status).toBe(503);
    await behave({});
    expect(await count(name)).toBe(0);
  });

  it('does what it never answers', async () => {
    const name = newTxid();
    await behave({ [provider]: { timeoutRate: 1 } });
    const asked = make(name);
    expect(await isAnswered(asked)).toBe(false);
    await eventually(async () => (await count(name)) === 1);
  });

  it('loses what it is sent', async () => {
    const [name, next] = [newTxid(), newTxid()];
    await behave({ [provider]: { lostRate: 1 } });
    expect(await isAnswered(make(name))).toBe(false);
    await make(next);
    expect([await count(name), await count(next)]).toEqual([0, 1]);
  });

  it('takes its time', async () => {
    await behave({ [provider]: { latencyMs: 300 } });
    const startedMs = performance.now();
    await make(newTxid());
    expect(performance.now() - startedMs).toBeGreaterThan(290);
  });

  it('is not troubled by what troubles the others', async () => {
    const others = providers.map(({ name }) => name).filter((name) => name !== provider);
    await behave(Object.fromEntries(['fx', ...others].map((name) => [name, { errorRate: 1 }])));
    expect((await make(newTxid())).status).toBe(201);
  });
});

/** Each has the merchant told once, and answers what its callback holds. */
const payers: readonly (readonly [provider: string, pay: () => Promise<string>])[] = [
  [
    'pix',
    async () => {
      const { pixCopiaECola } = await sandbox.createCob(newTxid());
      return String((await sandbox.pay(pixCopiaECola)).body['endToEndId']);
    },
  ],
  [
    'international',
    async () => {
      const { body } = await sandbox.revolut('POST', '/orders', order(newTxid()));
      await sandbox.call('POST', '/sandbox/international/pay', { token: body['token'] });
      return String(body['id']);
    },
  ],
  [
    'card',
    async () => {
      const { body } = await sandbox.call('POST', '/cielo/1/sales/', sale(newTxid()), keys);
      return String((body['Payment'] as Record<string, unknown>)['PaymentId']);
    },
  ],
  [
    'crypto',
    async () => {
      const { body } = await sandbox.nowPayments('POST', '/payment', coins(newTxid()));
      // One step and one IPN, where a payment that is finished would take four.
      const deposit = { payAddress: body['pay_address'], outcome: 'failed' };
      await sandbox.call('POST', '/sandbox/crypto/deposit', deposit);
      return `"payment_id":${String(body['payment_id'])},"payment_status":"confirming"`;
    },
  ],
];
const toldOf = (what: string): number => receiver.requests.filter(({ body }) => body.includes(what)).length;

describe.each(payers)('callbacks of %s', (provider, pay) => {
  it('are dropped', async () => {
    await behave({ [provider]: { dropCallbacks: true } });
    const dropped = await pay();
    await behave({});
    const last = await pay();
    await eventually(() => toldOf(last) === 1);
    expect(toldOf(dropped)).toBe(0);
  });

  it('come twice', async () => {
    await behave({ [provider]: { duplicateCallbacks: true } });
    const what = await pay();
    await eventually(() => toldOf(what) === 2);
  });

  it('come late, after one that was made later', async () => {
    await behave({ [provider]: { delayCallbacksMs: 1_500 } });
    const late = await pay();
    await behave({});
    const prompt = await pay();
    await eventually(() => toldOf(prompt) === 1);
    expect(toldOf(late)).toBe(0);
    await eventually(() => toldOf(late) === 1);
  });

  it('come in another order', async () => {
    await behave({ [provider]: { reorderCallbacks: true } });
    const [first, second] = [await pay(), await pay()];
    await eventually(() => toldOf(first) + toldOf(second) === 2);
    const order = receiver.requests.map(({ body }) => (body.includes(first) ? 'first' : 'second'));
    expect(order).toEqual(['second', 'first']);
  });
});
