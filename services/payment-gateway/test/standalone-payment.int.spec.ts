import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { describedBy } from '@repasse/chassis/testing/described-answers';
import { callApi, type TestAnswer } from '@repasse/chassis/testing/http-test';
import { isValidPixPayload } from '@brazilian-utils/brazilian-utils';
import { merchantId, startMerchant, type Merchant } from './support/merchant';

const scopes = ['payments:write', 'payments:read', 'refunds:write'];
const receiver = { PIX_RECEIVER_DOCUMENT: '11.222.333/0001-81' };
const inAnHour = '2026-11-21T13:00:00-03:00';

let clock: FakeClock;
let merchant: Merchant;
let token: string;

beforeAll(async () => {
  clock = fakeClock('2026-11-21T15:00:00.000Z');
  merchant = await startMerchant({ clock }, receiver);
  token = await merchant.token({ scopes });
});
afterAll(() => merchant.stop());
afterEach(() => merchant.bank.always('put_cob', undefined));

const assertDescribed = describedBy('payment-gateway');

const ask = async (method: 'GET' | 'POST', path: string, call: Parameters<typeof callApi>[3] = {}) => {
  const answer = await callApi(merchant.gateway.url, method, path, { token, ...call });
  const contentType = answer.headers.get('content-type');
  assertDescribed(method, path, { status: answer.status, body: answer.body, contentType });
  return answer;
};
const plain = { clientMode: 'noNeedToSpecify', amount: 100.1, expire_at: inAnHour };
const customer = { name_client: 'Ana Lima', document_type: 'CPF', document_client: '529.982.247-25' };
const create = (body: object, headers: Record<string, string> = {}) => ask('POST', '/payments', { body, headers });
const createRaw = (rawBody: string) =>
  ask('POST', '/payments', { rawBody, headers: { 'content-type': 'application/json' } });
const responseOf = ({ body }: TestAnswer) => body['response'] as Record<string, unknown>;
const read = async (id: unknown) => responseOf(await ask('GET', `/payments/${String(id)}`));
const faultyFields = ({ body }: TestAnswer) => (body['errors'] as { field: string }[]).map(({ field }) => field);

describe('a payment without a charge', () => {
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
      expire_at: '2026-11-21T13:00:00.000-03:00',
      name_receiver: 'Repasse Demonstração',
      document_receiver: '11222333000181',
      document_type_receiver: 'CNPJ',
      status: 'Aguardando pagamento',
      checkout_id: '',
      createdAt: '2026-11-21T12:00:00.000-03:00',
      updatedAt: '2026-11-21T12:00:00.000-03:00',
    });
    const { emv, qr_text, qr_image, transaction_pix_id, id_transaction } = response;
    expect(isValidPixPayload(String(emv))).toBe(true);
    expect(qr_text).toBe(emv);
    expect(Buffer.from(String(qr_image), 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(id_transaction).toBe(`pay_${String(transaction_pix_id)}`);
    expect(merchant.bank.cobs.get(String(transaction_pix_id))).toMatchObject({ original: '100.10' });
  });

  it('has empty texts for what was not given', async () => {
    expect(responseOf(await create(plain))).toMatchObject({
      description: '',
      redirect_url: '',
      email: '',
      phoneNumber: '',
      document_type: '',
      document_client: '',
      document_type_client: '',
      name_client: '',
      external_reference: '',
    });
  });

  it('has a checkout where the customer tells of themselves', async () => {
    const made = responseOf(await create({ ...plain, clientMode: 'requestCheckout' }));

    expect(made['checkout_id']).toMatch(/^chk_/);
    expect(await read(made['id'])).toEqual(made);
  });

  it('is told with no charge and no attempt, and nothing of the customer', async () => {
    const { id_transaction } = responseOf(await create({ ...plain, ...customer, clientMode: 'fillDataNow' }));
    const [requested] = await merchant.gateway.expectPublished(String(id_transaction), ['requested', 'offered']);

    expect(requested?.data).toMatchObject({ chargeId: null, attemptId: null, userId: merchantId, amountMinor: 10_010 });
    expect(JSON.stringify(requested)).not.toContain('52998224725');
  });

  it('is made once under one key, and the key tells of it', async () => {
    const key = { 'idempotency-key': 'a-payment-key' };
    const first = await create(plain, key);
    const again = await create(plain, key);

    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await create({ ...plain, amount: 5 }, key)).status).toBe(422);
    expect((await ask('GET', '/payments/idempotency/a-payment-key')).body).toMatchObject({
      operation: 'createPayment',
      status: 'DONE',
      responseStatus: 201,
      response: first.body,
    });
    const stranger = await merchant.token({ userId: 2_002, scopes });
    expect((await ask('GET', '/payments/idempotency/a-payment-key', { token: stranger })).status).toBe(404);
  });

  it('that the bank keeps silent about is kept, and the same request finishes it', async () => {
    const key = { 'idempotency-key': 'a-silent-key' };
    merchant.bank.always('put_cob', { kind: 'silent', isDone: false });
    const silent = await create(plain, key);
    merchant.bank.always('put_cob', undefined);
    const answer = await create(plain, key);

    expect(silent).toMatchObject({ status: 504, body: { code: 'provider.timeout', currentStatus: 'UNKNOWN' } });
    expect(answer.status).toBe(201);
    expect(responseOf(answer)['id_transaction']).toBe(silent.body['paymentId']);
  });
});

describe('a payment that is asked for wrongly', () => {
  it.each(['10.005', '0.30000000000000004', '10.00000000000000001', '0', '-1', '1e10', '"10"'])(
    'for %s is refused',
    async (amount) => {
      const answer = await createRaw(`{"clientMode":"noNeedToSpecify","expire_at":"${inAnHour}","amount":${amount}}`);

      expect(answer.status).toBe(400);
      expect(faultyFields(answer)).toEqual(['amount']);
    },
  );

  it.each([
    [{ ...plain, expire_at: '2026-11-21T11:59:59-03:00' }, ['expire_at']],
    [{ ...plain, expire_at: '2028-01-01T00:00:00Z' }, ['expire_at']],
    [{ ...plain, expire_at: 'tomorrow' }, ['expire_at']],
    [{ ...plain, clientMode: 'ask' }, ['clientMode']],
    [{ ...plain, clientMode: 'fillDataNow' }, ['name_client', 'document_client', 'document_type']],
    [{ ...plain, ...customer, document_client: '529.982.247-24' }, ['document_client']],
    [{ ...plain, ...customer, document_type: 'CNPJ' }, ['document_type']],
    [{ clientMode: 'fillDataNow', ...customer, document_client: '1' }, ['amount', 'expire_at', 'document_client']],
  ])('%j is refused for all that is wrong with it', async (body, fields) => {
    const answer = await create(body);

    expect(answer.status).toBe(400);
    expect(faultyFields(answer)).toEqual(fields);
  });

  it('takes a CNPJ with letters', async () => {
    const body = { ...plain, ...customer, document_type: 'CNPJ', document_client: '12.abc.345/01de-35' };

    expect(responseOf(await create(body))).toMatchObject({ document_client: '12ABC34501DE35', document_type: 'CNPJ' });
  });

  it('needs the right scope', async () => {
    const reader = await merchant.token({ scopes: ['payments:read'] });
    const writer = await merchant.token({ scopes: ['payments:write'] });

    expect((await ask('POST', '/payments', { body: plain, token: reader })).status).toBe(403);
    expect((await ask('GET', '/payments/1', { token: writer })).status).toBe(403);
    expect((await ask('GET', '/payments/idempotency/k', { token: writer })).status).toBe(403);
  });
});

describe('reading a payment', () => {
  it('tells that it was paid, and given back', async () => {
    const { id, id_transaction, transaction_pix_id } = responseOf(await create(plain));
    const txid = String(transaction_pix_id);
    merchant.bank.pay(txid);
    await merchant.gateway.callback({ pix: [{ txid }] });
    await merchant.gateway.expectPublished(String(id_transaction), ['requested', 'offered', 'received']);

    expect(await read(id)).toMatchObject({ status: 'Pago' });
    await merchant.refund(Number(id), { amount: '10.00' });
    expect(await read(id)).toMatchObject({ status: 'Parcialmente reembolsado' });
    await merchant.refund(Number(id));
    expect(await read(id)).toMatchObject({ status: 'Reembolsado' });
  });

  it('finds neither another merchant’s, nor one of a charge, nor one that is not there', async () => {
    const { id } = responseOf(await create(plain));
    const stranger = await merchant.token({ userId: 2_002, scopes });
    const ofCharge = await merchant.offered({ expiresAt: '2026-11-21T16:00:00.000Z' });

    expect(await ask('GET', `/payments/${String(id)}`, { token: stranger })).toMatchObject({
      status: 404,
      body: { code: 'payment.not_found' },
    });
    expect((await ask('GET', `/payments/${ofCharge.invoiceId}`)).status).toBe(404);
    expect((await ask('GET', '/payments/999999999')).status).toBe(404);
  });
});
