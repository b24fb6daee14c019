import { describedBy } from '@repasse/chassis/testing/described-answers';
import { eventually } from '@repasse/chassis/testing/eventually';
import { Receiver } from './receiver';
import { cieloMerchantId, cieloMerchantKey, TestSandbox, type Answer } from './sandbox';

let sandbox: TestSandbox;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  sandbox = await TestSandbox.start(`${receiver.url}/callbacks/cielo/token`);
});
afterEach(async () => {
  for (const control of ['chaos', 'refunds']) await sandbox.call('PUT', `/sandbox/${control}`, {});
  await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 0 });
  receiver.reset();
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

const minuteMs = 60_000;
const assertDescribed = describedBy('provider-sandbox');
const keys = { merchantid: cieloMerchantId, merchantkey: cieloMerchantKey };
const cielo = (method: string, path: string, body?: unknown, headers: Record<string, string> = keys): Promise<Answer> =>
  sandbox.call(method, path, body, headers);

let orders = 0;
const newOrder = (): string => `order${++orders}`;
const saleBody = (orderId: string, cardNumber: string, changes: object = {}) => ({
  MerchantOrderId: orderId,
  Customer: { Name: 'A Payer', Identity: '11111111111', IdentityType: 'CPF' },
  Payment: {
    Type: 'CreditCard',
    Amount: 15_700,
    Currency: 'BRL',
    Country: 'BRA',
    Installments: 3,
    Interest: 'ByMerchant',
    Capture: true,
    SoftDescriptor: 'LOJA',
    CreditCard: {
      CardNumber: cardNumber,
      Holder: 'A B',
      ExpirationDate: '12/2035',
      SecurityCode: '123',
      Brand: 'Visa',
    },
    ...changes,
  },
});
const good = '4024007100000024';
const sell = (orderId = newOrder(), cardNumber = good, changes: object = {}) =>
  cielo('POST', '/cielo/1/sales/', saleBody(orderId, cardNumber, changes));
const paymentOf = ({ body }: Answer) => body['Payment'] as Record<string, unknown>;
const sold = async (changes: object = {}): Promise<string> =>
  String(paymentOf(await sell(newOrder(), good, changes))['PaymentId']);
const query = (paymentId: string) => cielo('GET', `/cielo-query/1/sales/${paymentId}`);
const findOrder = (orderId: string) => cielo('GET', `/cielo-query/1/sales?merchantOrderId=${orderId}`);
const cancel = (paymentId: string, amount?: number) =>
  cielo('PUT', `/cielo/1/sales/${paymentId}/void${amount === undefined ? '' : `?amount=${amount}`}`, '');
const notified = (paymentId: string) =>
  receiver.requests
    .map(({ body }) => JSON.parse(body) as { PaymentId: string; ChangeType: number })
    .filter((notification) => notification.PaymentId === paymentId)
    .map(({ ChangeType: changeType }) => changeType);

describe('a sale', () => {
  it('is captured at once, and can be read', async () => {
    const orderId = newOrder();
    const { status, body } = await sell(orderId);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        MerchantOrderId: orderId,
        Payment: {
          Status: 2,
          ReturnCode: '6',
          Amount: 15_700,
          CapturedAmount: 15_700,
          CreditCard: { Brand: 'Visa' },
        },
      },
    });
    const payment = body['Payment'] as Record<string, unknown>;
    expect(payment['ReceivedDate']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect((await query(String(payment['PaymentId']))).body).toEqual(body);
    expect((await findOrder(orderId)).body).toEqual({ Payment: [{ PaymentId: payment['PaymentId'] }] });
  });

  it('is denied with a 201 too', async () => {
    const answer = await sell(newOrder(), '4024007101510012');
    expect(answer.status).toBe(201);
    expect(paymentOf(answer)).toMatchObject({ Status: 3, ReturnCode: '51' });
    expect(paymentOf(answer)).not.toHaveProperty('CapturedAmount');
  });

  it('waits for its capture', async () => {
    const paymentId = await sold({ Capture: false });
    expect(paymentOf(await query(paymentId))).toMatchObject({ Status: 1, ReturnCode: '4' });
    const captured = await cielo('PUT', `/cielo/1/sales/${paymentId}/capture`, '');
    expect(captured).toMatchObject({ status: 200, body: { Status: 2, ReturnCode: '6' } });
    expect(paymentOf(await query(paymentId))).toMatchObject({ CapturedAmount: 15_700 });
    const again = await cielo('PUT', `/cielo/1/sales/${paymentId}/capture`, '');
    expect({ status: again.status, body: JSON.parse(again.text) as unknown }).toMatchObject({
      status: 400,
      body: [{ Code: 308 }],
    });
    await eventually(() => notified(paymentId).length === 2);
    expect(notified(paymentId)).toEqual([1, 1]);
  });

  it('is made twice when it is sent twice', async () => {
    const orderId = newOrder();
    await sell(orderId);
    await sell(orderId);
    expect((await findOrder(orderId)).body['Payment']).toHaveLength(2);
  });

  it('is carried out and never answered, or never arrives, by its card', async () => {
    const outcomes: number[] = [];
    for (const control of ['0001', '0002']) {
      const orderId = newOrder();
      const asked = sell(orderId, `40240071${control}0001`).then(
        () => 'answered',
        () => 'cut',
      );
      const isThere = async () => (await findOrder(orderId)).status;
      if (control === '0001') await eventually(async () => (await isThere()) === 200);
      else await sell();
      outcomes.push(await isThere());
      expect(await Promise.race([asked, Promise.resolve('silent')])).toBe('silent');
    }
    expect(outcomes).toEqual([200, 404]);
  });

  it('is finished five minutes later, by the clock of the sandbox', async () => {
    const answer = await sell(newOrder(), '4024007100030011');
    const paymentId = String(paymentOf(answer)['PaymentId']);
    expect(paymentOf(answer)).toMatchObject({ Status: 0 });
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 5 * minuteMs });
    await eventually(async () => paymentOf(await query(paymentId))['Status'] === 2);
    await eventually(() => notified(paymentId).length === 2);
  });

  it('is shown for three months', async () => {
    const paymentId = await sold();
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 93 * 24 * 60 * minuteMs });
    expect((await query(paymentId)).status).toBe(404);
  });

  it.each([
    ['no keys', {}, 401, 115],
    ['no key', { merchantid: cieloMerchantId }, 401, 132],
    ['another merchant', { ...keys, merchantid: cieloMerchantId.replace('0', '1') }, 401, 115],
    ['another key', { ...keys, merchantkey: 'X'.repeat(40) }, 401, 132],
  ])('is refused for %s', async (_what, headers: Record<string, string>, status, code) => {
    const answer = await cielo('POST', '/cielo/1/sales/', saleBody(newOrder(), good), headers);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject([{ Code: code, Message: expect.any(String) as string }]);
  });

  it('is refused for its faults, without repeating the card', async () => {
    const answer = await sell('has-a-dash', `${good}x`);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject([{ Code: 107 }, { Code: 213 }]);
    const broken = await cielo('POST', '/cielo/1/sales/', `{"CardNumber":"${good}"`, {
      ...keys,
      'content-type': 'application/json',
    });
    expect(broken.status).toBe(400);
    expect(broken.text + answer.text).not.toContain(good);
  });

  it('leaves no card number in the database', async () => {
    await sell();
    await saveCard();
    const rows = await sandbox.db.query<{ found: string }>('select document::text as found from documents');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ found }) => found.includes(good.slice(0, 12)))).toEqual([]);
  });
});

const saveCard = async (number = good): Promise<Answer> => {
  const { CreditCard } = saleBody('any', number).Payment;
  return sell(newOrder(), number, { CreditCard: { ...CreditCard, SaveCard: true } });
};
const tokenIn = (answer: Answer) => (paymentOf(answer)['CreditCard'] as { CardToken?: string }).CardToken;
const sellTo = (CardToken: string | undefined) =>
  sell(newOrder(), good, { CreditCard: { CardToken, SecurityCode: '123', Brand: 'Visa' } });

describe('a card that is saved', () => {
  it('has a token, and pays again as the same card', async () => {
    const saved = await saveCard();
    const again = await sellTo(tokenIn(saved));

    expect(tokenIn(saved)).toMatch(/^[0-9a-f-]{36}$/);
    expect(again.status).toBe(201);
    expect(paymentOf(again)).toMatchObject({ Status: 2, CreditCard: { Brand: 'Visa' } });
  });

  it('has none unless that was asked for and it was authorised', async () => {
    expect(tokenIn(await sell())).toBeUndefined();
    expect(tokenIn(await saveCard('4024007100000032'))).toBeUndefined();
  });

  it('may be denied later', async () => {
    const saved = await saveCard('4024007102510061');

    expect(paymentOf(saved)).toMatchObject({ Status: 2 });
    expect(paymentOf(await sellTo(tokenIn(saved)))).toMatchObject({ Status: 3, ReturnCode: '51' });
  });

  it.each(['6e1bf77a-b28b-4660-b14f-455e2a1c95e9', 'no-guid'])('that is unknown is refused: %s', async (token) => {
    const { status, text } = await sellTo(token);

    expect([status, JSON.parse(text)]).toEqual([400, [{ Code: 130, Message: 'Could not get Credit Card' }]]);
  });
});

describe('a void', () => {
  it('gives all back', async () => {
    const paymentId = await sold();
    const answer = await cancel(paymentId);
    expect(answer).toMatchObject({ status: 200, body: { ReturnCode: '9' } });
    expect([10, 11]).toContain(answer.body['Status']);
    expect(paymentOf(await query(paymentId))).toMatchObject({ Status: answer.body['Status'], VoidedAmount: 15_700 });
    await eventually(() => notified(paymentId).length === 2);
  });

  it('gives parts back, five seconds apart', async () => {
    const paymentId = await sold();
    expect((await cancel(paymentId, 5_000)).body).toEqual({ Status: 2, ReturnCode: '0' });
    expect(paymentOf(await query(paymentId))).toMatchObject({ VoidedAmount: 5_000 });
    expect((await cancel(paymentId, 5_000)).body).toMatchObject({ Status: 2, ReturnCode: '10' });
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: minuteMs });
    expect((await cancel(paymentId, 10_701)).body).toMatchObject({ ReturnCode: '51' });
    expect((await cancel(paymentId, 10_700)).body).toMatchObject({ ReturnCode: '9' });
    await eventually(() => notified(paymentId).length === 5);
    expect(notified(paymentId).sort()).toEqual([1, 1, 25, 5, 5].sort());
  });

  it('is denied by a control', async () => {
    const paymentId = await sold();
    await sandbox.call('PUT', '/sandbox/refunds', { card: { outcome: 'failed' } });
    expect((await cancel(paymentId)).body).toMatchObject({ Status: 2, ReturnCode: '56' });
    expect(paymentOf(await query(paymentId))).not.toHaveProperty('VoidedAmount');
  });

  it('is not possible for a sale that is not there, or was denied', async () => {
    expect((await cancel('nonsense')).status).toBe(404);
    const denied = paymentOf(await sell(newOrder(), '4024007100000032'));
    expect((await cancel(String(denied['PaymentId']))).status).toBe(400);
  });
});

describe('a chargeback', () => {
  const chargeBack = async (body: object) => {
    const answer = await sandbox.call('POST', '/sandbox/card/chargeback', body);
    assertDescribed('POST', '/sandbox/card/chargeback', answer);
    return answer;
  };

  it('shows at the sale, goes on as one case, and is notified', async () => {
    const paymentId = await sold();
    const opened = await chargeBack({ paymentId, amountMinor: 5_000 });
    expect(opened).toMatchObject({ status: 200, body: { paymentId, amountMinor: 5_000, status: 'Received' } });
    const ended = await chargeBack({ paymentId, status: 'Reversed' });
    expect(ended.body).toEqual({ ...opened.body, status: 'Reversed' });
    expect(paymentOf(await query(paymentId))['Chargebacks']).toMatchObject([
      { Amount: 5_000, CaseNumber: opened.body['caseNumber'], Status: 'Reversed', ReasonCode: '104' },
    ]);
    await eventually(() => notified(paymentId).filter((type) => type === 7).length === 2);
  });

  it('came in on the day that is given', async () => {
    const paymentId = await sold();
    await chargeBack({ paymentId, date: '2026-11-20' });
    expect(paymentOf(await query(paymentId))['Chargebacks']).toMatchObject([{ Date: '2026-11-20' }]);
  });

  it.each([
    [{ merchantOrderId: 'nobody' }, 404],
    [{ paymentId: '0198c0de-0000-4000-8000-000000000001' }, 404],
  ])('of %j is a %i', async (body, status) => {
    expect((await chargeBack(body)).status).toBe(status);
  });

  it('is of the newest sale when none is named', async () => {
    await sold();
    const newest = await sold();
    expect((await chargeBack({})).body).toMatchObject({ paymentId: newest });
  });

  it('wants a sale that was paid', async () => {
    const orderId = newOrder();
    await sell(orderId, '4024007100000032');
    expect(await chargeBack({ merchantOrderId: orderId })).toMatchObject({ status: 409 });
  });
});

describe('the acquirer', () => {
  it('is out of order, and loses requests', async () => {
    await sandbox.call('PUT', '/sandbox/chaos', { card: { errorRate: 1 } });
    expect((await sell()).status).toBe(503);
    await sandbox.call('PUT', '/sandbox/chaos', { pix: { errorRate: 1 }, fx: { errorRate: 1 } });
    expect((await sell()).status).toBe(201);
  });
});
