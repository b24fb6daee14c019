import { randomUUID } from 'node:crypto';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type TestAnswer, type TestCall } from '@repasse/chassis/testing/http-test';
import { ChargeService, merchantId } from './support/charge-service';

const scopes = ['payments:write', 'payments:read', 'charges:read', 'charges:write'];
const inAnHour = '2026-11-21T10:00:00-03:00';
const plain = { clientMode: 'noNeedToSpecify', amount: 100.1, expire_at: inAnHour };
const customer = { name_client: 'Ana Lima', document_type: 'CPF', document_client: '529.982.247-25' };
const ana = { name: 'Ana Lima', email: 'ana@example.com', document: '529.982.247-25' };

const charge = new ChargeService('pix_payments');

beforeAll(() => charge.start());
afterAll(() => charge.stop());
afterEach(() => {
  charge.peers.mood = 'offer';
});

const call = async (method: string, path: string, more: TestCall = {}): Promise<TestAnswer> =>
  charge.call(method, path, { token: await charge.token({ scopes }), ...more });
const create = (body: object, headers: Record<string, string> = {}) => call('POST', '/payments', { body, headers });
const responseOf = ({ body }: TestAnswer) => body['response'] as Record<string, unknown>;
const read = async (id: unknown) => responseOf(await call('GET', `/payments/${String(id)}`));
const faultyFields = ({ body }: TestAnswer) => (body['errors'] as { field: string }[]).map(({ field }) => field);

const receive = async (made: Record<string, unknown>): Promise<void> => {
  const paymentId = String(made['id_transaction']);
  const attempt = { id: paymentId.replace('pay_', 'att_'), chargeId: made['charge_id'], invoiceId: made['id'] };
  await charge.receive(attempt, { amountMinor: 10_010, expectedAmountMinor: 10_010 });
  await eventuallyHolds(async () => expect(await read(made['id'])).toMatchObject({ status: 'Pago' }));
};

describe('a PIX payment', () => {
  it('is answered with everything the contract names', async () => {
    const answer = await create({
      ...plain,
      ...customer,
      clientMode: 'fillDataNow',
      description: 'Pedido 42',
      external_reference: 'order-42',
      redirect_url: 'https://merchant.example/thanks',
      email: 'ana@example.com',
      phoneNumber: '+55 11 91234-5678',
    });

    expect(answer).toMatchObject({ status: 201, body: { status: 201, code: 'payment_created' } });
    const response = responseOf(answer);
    const txid = String(response['transaction_pix_id']);
    expect(response).toMatchObject({
      amount: 100.1,
      description: 'Pedido 42',
      clientMode: 'fillDataNow',
      redirect_url: 'https://merchant.example/thanks',
      email: 'ana@example.com',
      phoneNumber: '+55 11 91234-5678',
      document_type: 'CPF',
      document_client: '52998224725',
      document_type_client: 'CPF',
      name_client: 'Ana Lima',
      external_reference: 'order-42',
      expire_at: '2026-11-21T10:00:00.000-03:00',
      id_transaction: `pay_${txid}`,
      emv: expect.stringContaining(txid),
      qr_text: response['emv'],
      name_receiver: 'REPASSE DEMO',
      document_receiver: '11222333000181',
      document_type_receiver: 'CNPJ',
      status: 'Aguardando pagamento',
      checkout_id: '',
      checkout_url: '',
      createdAt: '2026-11-21T09:00:00.000-03:00',
      updatedAt: '2026-11-21T09:00:00.000-03:00',
    });
    expect(Buffer.from(String(response['qr_image']), 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(await read(response['id'])).toEqual(response);
    expect(charge.peers.payments.at(-1)).toMatchObject({
      amountMinor: 10_010,
      payer: { name: 'Ana Lima', email: 'ana@example.com', document: '52998224725' },
    });
  });

  it('has empty texts for missing fields', async () => {
    const empty = ['description', 'redirect_url', 'email', 'phoneNumber', 'document_type', 'document_client'];
    const response = responseOf(await create(plain));

    for (const field of [...empty, 'document_type_client', 'name_client', 'external_reference']) {
      expect([field, response[field]]).toEqual([field, '']);
    }
  });

  it('is a charge whose owner has all of it, less the fee of the method', async () => {
    const made = responseOf(await create({ ...plain, webhook_url: 'https://merchant.example/hooks' }));
    const { body } = await call('GET', `/charge/${String(made['charge_id'])}`);

    expect(body).toMatchObject({
      status: 'PENDING',
      grossAmount: '100.10',
      netAmount: '99.11',
      webhookUrl: 'https://merchant.example/hooks',
      feesMeta: { fees: [{ code: 'PIX_FEE', amount: '0.99' }] },
      splitSettlement: [{ userId: merchantId, amountCents: 9_911, isOwner: true }],
    });
    await receive(made);
    expect((await call('GET', `/charge/${String(made['charge_id'])}`)).body).toMatchObject({ status: 'PAID' });
  });

  it('is made once under one key', async () => {
    const key = { 'idempotency-key': 'a-payment-key' };
    const first = await create(plain, key);
    const again = await create(plain, key);

    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await create({ ...plain, amount: 5 }, key)).status).toBe(422);
    expect((await call('GET', '/idempotency/a-payment-key')).body).toMatchObject({
      operation: 'createPayment',
      status: 'DONE',
      responseStatus: 201,
    });
  });

  it('that the bank keeps silent about is kept, and the same request finishes it', async () => {
    const key = { 'idempotency-key': 'a-silent-key' };
    charge.peers.mood = 'silent';
    const silent = await create(plain, key);
    charge.peers.mood = 'offer';
    const answer = await create(plain, key);

    expect(silent).toMatchObject({ status: 504, body: { code: 'provider.timeout' } });
    expect([answer.status, responseOf(answer)['charge_id']]).toEqual([201, silent.body['chargeId']]);
  });

  it('is found by its merchant alone, and no other charge is found so', async () => {
    const { id } = responseOf(await create(plain));
    const stranger = await charge.token({ userId: 2_002, scopes });
    const other = (await charge.create({ paymentMethod: 'PIX' })).body;

    expect((await call('GET', `/payments/${String(id)}`, { token: stranger })).body['code']).toBe('payment.not_found');
    expect((await call('GET', `/payments/${String(other['invoiceId'])}`)).status).toBe(404);
    for (const unknown of ['999999999', 'abc', '9007199254740993']) {
      expect((await call('GET', `/payments/${unknown}`)).status).toBe(404);
    }
  });

  it('is paid by no card and in no other currency', async () => {
    const made = responseOf(await create({ ...plain, clientMode: 'requestCheckout' }));
    const chargeId = String(made['charge_id']);
    const attempt = { paymentMethod: 'INTERNATIONAL', currency: 'USD' };

    expect((await call('POST', `/charge/${chargeId}/attempts`, { body: attempt })).body).toMatchObject({
      code: 'charge.method_not_offered',
    });
  });
});

describe('a PIX payment that is asked for wrongly', () => {
  it.each(['10.005', '0.30000000000000004', '10.00000000000000001', '0', '-1', '1e10', '"10"'])(
    'for %s is refused',
    async (amount) => {
      const rawBody = `{"clientMode":"noNeedToSpecify","expire_at":"${inAnHour}","amount":${amount}}`;
      const answer = await call('POST', '/payments', { rawBody, headers: { 'content-type': 'application/json' } });

      expect([answer.status, faultyFields(answer)]).toEqual([400, ['amount']]);
    },
  );

  it.each([
    [{ ...plain, expire_at: '2026-11-21T08:59:59-03:00' }, ['expire_at']],
    [{ ...plain, expire_at: '2028-01-01T00:00:00Z' }, ['expire_at']],
    [{ ...plain, expire_at: 'tomorrow' }, ['expire_at']],
    [{ ...plain, clientMode: 'ask' }, ['clientMode']],
    [{ ...plain, webhook_url: 'http://127.0.0.1/' }, ['webhook_url']],
    [{ ...plain, clientMode: 'fillDataNow' }, ['name_client', 'document_client', 'document_type']],
    [{ ...plain, ...customer, document_client: '529.982.247-24' }, ['document_client']],
    [{ ...plain, ...customer, document_type: 'CNPJ' }, ['document_type']],
    [{ clientMode: 'fillDataNow', ...customer, document_client: '1' }, ['amount', 'expire_at', 'document_client']],
  ])('%j is refused for all that is wrong with it, also with a key', async (body, fields) => {
    const answers = [await create(body), await create(body, { 'idempotency-key': randomUUID() })];

    for (const answer of answers) expect([answer.status, faultyFields(answer)]).toEqual([400, fields]);
  });

  it('takes a CNPJ with letters', async () => {
    const body = { ...plain, ...customer, document_type: 'CNPJ', document_client: '12.abc.345/01de-35' };

    expect(responseOf(await create(body))).toMatchObject({ document_client: '12ABC34501DE35', document_type: 'CNPJ' });
  });

  it('needs the right scope', async () => {
    const reader = await charge.token({ scopes: ['payments:read'] });
    const writer = await charge.token({ scopes: ['payments:write'] });

    expect((await call('POST', '/payments', { body: plain, token: reader })).status).toBe(403);
    expect((await call('GET', '/payments/1', { token: writer })).status).toBe(403);
  });
});

describe('a PIX payment that asks its payer', () => {
  const asked = { ...plain, clientMode: 'requestCheckout', description: 'Pedido 42' };
  const make = async (over: object = {}) => {
    const response = responseOf(await create({ ...asked, ...over }));
    const token = new URL(String(response['checkout_url'])).searchParams.get('token') ?? '';
    return { response, token, checkout: `/checkout/${String(response['checkout_id'])}` };
  };
  type Made = Awaited<ReturnType<typeof make>>;
  const state = async ({ checkout, token }: Made) =>
    (await charge.call('GET', `${checkout}/state`, { headers: { 'x-checkout-token': token } })).body;
  const tell = ({ checkout, token }: Made, body: object) =>
    charge.call('POST', `${checkout}/payer`, { body, headers: { 'x-checkout-token': token } });

  it('leads to a page, and shows the code once the payer is known', async () => {
    const made = await make();
    const { emv, charge_id, id } = made.response;
    expect(made.response['checkout_url']).toContain(`https://pay.example/checkout/${String(charge_id)}?token=`);
    expect(await state(made)).toMatchObject({ status: 'PENDING', isPayerNeeded: true, pix: null, methods: ['PIX'] });
    const headers = { 'x-checkout-token': made.token };
    const early = await charge.call('POST', `${made.checkout}/attempts`, { body: { paymentMethod: 'PIX' }, headers });
    expect([early.status, early.body['code']]).toEqual([409, 'checkout.payer_needed']);

    const told = await tell(made, ana);

    expect(told).toMatchObject({ status: 200, body: { isPayerNeeded: false, pix: { emv } } });
    expect(told.text).not.toContain('Ana');
    expect(await read(id)).toMatchObject({
      name_client: 'Ana Lima',
      email: 'ana@example.com',
      document_client: '52998224725',
      document_type: 'CPF',
    });
    const events = await charge.db.query('select data::text from events where stream_id = $1', [charge_id]);
    expect(JSON.stringify(events)).not.toMatch(/Ana|52998224725/);
  });

  it('accepts the same data twice without a change, and refuses another payer', async () => {
    const made = await make();
    await tell(made, ana);

    expect((await tell(made, { ...ana, document: '52998224725' })).status).toBe(200);
    const other = await tell(made, { ...ana, name: 'Bia Souza' });
    expect([other.status, other.body['code']]).toEqual([409, 'checkout.payer_differs']);
    expect(await read(made.response['id'])).toMatchObject({ name_client: 'Ana Lima' });
  });

  it('keeps the first of two payers who identify themselves at once', async () => {
    const made = await make();
    const answers = await Promise.all([tell(made, ana), tell(made, { ...ana, name: 'Bia Souza' })]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('adds to the merchant’s data, and asks no payer whom the merchant has named', async () => {
    const made = await make({ phoneNumber: '+55 11 91234-5678', email: 'old@example.com' });
    expect(await state(made)).toMatchObject({ isPayerNeeded: true });
    await tell(made, ana);
    const named = await make({ name_client: 'Ana Lima', email: 'ana@example.com', document_client: '529.982.247-25' });

    expect(await read(made.response['id'])).toMatchObject({ phoneNumber: '+55 11 91234-5678', email: ana.email });
    expect(await state(named)).toMatchObject({ isPayerNeeded: false, pix: { emv: expect.any(String) } });
  });

  it.each([
    [{ ...ana, document: '529.982.247-24' }, ['document']],
    [{ ...ana, email: 'ana' }, ['email']],
    [{ name: 'A' }, ['document', 'email', 'name']],
  ])('%j is refused for all that is wrong with it', async (sent, fields) => {
    const answer = await tell(await make(), sent);

    expect([answer.status, faultyFields(answer).sort()]).toEqual([400, fields]);
  });

  it('asks no payer unless the merchant requested it, nor after the end', async () => {
    const { body } = await charge.create({});
    const other = { token: String(body['checkoutToken']), checkout: `/checkout/${String(body['id'])}`, response: {} };
    const ended = await make();
    await call('POST', `/charge/${String(ended.response['charge_id'])}/cancel`);

    expect((await tell(other, ana)).body['code']).toBe('checkout.payer_not_asked');
    expect((await tell(ended, ana)).body).toMatchObject({
      code: 'checkout.payer_not_asked',
      currentStatus: 'CANCELED',
    });
  });

  it('cannot be opened without its token', async () => {
    const made = await make();

    expect((await tell({ ...made, token: 'forged' }, ana)).status).toBe(401);
  });
});
