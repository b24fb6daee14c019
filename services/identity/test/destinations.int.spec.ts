import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { validateEvent } from '@repasse/contracts';
import { gatewayToken, internalToken, newEmail, startTestIdentity, type TestIdentity } from './identity';

let identity: TestIdentity;
let merchantId: number;

type Ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<TestAnswer>;
let merchant: Ask;
let reader: Ask;
let another: Ask;

const cpf = '52998224725';
const aDayMs = 86_400_000;

const asUser = async (userId: number, scopes?: readonly string[]): Promise<Ask> => {
  const key = await identity.issueKey(userId, scopes === undefined ? {} : { scopes });
  const authorization = `Bearer ${await identity.tokenOf(key)}`;
  return (method, path, body, headers = {}) => identity.call(method, path, body, { authorization, ...headers });
};

beforeAll(async () => {
  identity = await startTestIdentity();
  merchantId = await identity.createUser();
  merchant = await asUser(merchantId);
  reader = await asUser(merchantId, ['recipients:read']);
  another = await asUser(await identity.createUser());
});
afterAll(() => identity.stop());

/** Each has an e-mail of its own; the document is the same at merchants of their own. */
const newRecipient = async (document = cpf): Promise<{ id: string; path: string }> => {
  const merchant = await asUser(await identity.createUser());
  const body = { email: newEmail(), kind: 'PERSON', name: 'Ana Souza', document };
  const id = String((await merchant('POST', '/recipients', body)).body['id']);
  owners.set(id, merchant);
  return { id, path: `/recipients/${id}/destinations` };
};
const owners = new Map<string, Ask>();
const as = ({ id }: { id: string }): Ask => owners.get(id) ?? merchant;

const pixKey = (type: string, key: string) => ({ kind: 'PIX_KEY', pixKey: { type, key } });
const evp = pixKey('EVP', '123e4567-e89b-12d3-a456-426614174000');
const bankAccount = { ispb: '12345678', branch: '0001', account: '123456-7', accountType: 'CHECKING' };

describe('a destination', () => {
  it.each([
    ['a CPF', pixKey('CPF', '529.982.247-25'), 'PIX CPF ***.982.247-**', { pixKey: { type: 'CPF', key: cpf } }],
    [
      'an e-mail',
      pixKey('EMAIL', 'Ana@Loja.example'),
      'PIX a***@loja.example',
      { pixKey: { key: 'ana@loja.example' } },
    ],
    [
      'a telephone',
      pixKey('PHONE', '+55 (11) 98765-4321'),
      'PIX +55 ** *****-4321',
      { pixKey: { key: '+5511987654321' } },
    ],
    ['a random key', evp, 'PIX 123e45…4000', { rail: 'PIX' }],
    ['an account', { kind: 'BANK_ACCOUNT', bankAccount }, 'Conta 12345678/0001 ***56-7', { bankAccount, rail: 'PIX' }],
    [
      'an address for coins',
      { kind: 'COIN_ADDRESS', coinAddress: { payCurrency: 'usdtbsc', payAddress: `0x${'2f'.repeat(20)}` } },
      'USDTBSC 0x2f2f…2f2f',
      { rail: 'CRYPTO', coinAddress: { payCurrency: 'USDTBSC', memo: null } },
    ],
  ])('can be %s', async (_, body, label, more) => {
    const recipient = await newRecipient();
    const made = await as(recipient)('POST', recipient.path, body);

    expect(made).toMatchObject({
      status: 201,
      body: { kind: body.kind, label, isDefault: true, isMasked: false, ...more },
    });
    const { usableAt, createdAt } = made.body as { usableAt: string; createdAt: string };
    expect(Date.parse(usableAt) - Date.parse(createdAt)).toBe(aDayMs);
    expect(await as(recipient)('POST', recipient.path, body)).toMatchObject({ status: 200, body: made.body });
    expect((await as(recipient)('GET', recipient.path)).body).toEqual({ data: [made.body] });
  });

  it.each([
    ['a CPF with a wrong digit', pixKey('CPF', '52998224724'), 'pixKey.key'],
    ['a CNPJ called a CPF', pixKey('CPF', '12345678000195'), 'pixKey.key'],
    ['a telephone without country', pixKey('PHONE', '11987654321'), 'pixKey.key'],
    ['an e-mail that is none', pixKey('EMAIL', 'ana'), 'pixKey.key'],
    ['a random key that is none', pixKey('EVP', '123'), 'pixKey.key'],
    [
      'an account without check digit',
      { kind: 'BANK_ACCOUNT', bankAccount: { ...bankAccount, account: 'x' } },
      'bankAccount.account',
    ],
    ['a kind without its part', { kind: 'BANK_ACCOUNT' }, 'bankAccount'],
    ['the part of another kind', { ...evp, bankAccount }, 'bankAccount'],
  ])('cannot be %s', async (_, body, field) => {
    const recipient = await newRecipient();
    expect(await as(recipient)('POST', recipient.path, body)).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ field }] },
    });
  });

  it('is the recipient’s own, and one of ten', async () => {
    const recipient = await newRecipient();
    expect(await as(recipient)('POST', recipient.path, pixKey('CPF', '11144477735'))).toMatchObject({
      status: 409,
      body: { code: 'destination.holder_differs' },
    });
    const keys = Array.from({ length: 11 }, (_, index) => pixKey('EMAIL', `ana${index}@loja.example`));
    const answers = await Promise.all(keys.map((key) => as(recipient)('POST', recipient.path, key)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.filter(({ body }) => body['code'] === 'destination.too_many')).toHaveLength(1);
    const { data } = (await as(recipient)('GET', recipient.path)).body as { data: { isDefault: boolean }[] };
    expect(data.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('is chosen and removed, and each is told with its masked label alone', async () => {
    const recipient = await newRecipient();
    const ask = as(recipient);
    const [first, second] = [
      await ask('POST', recipient.path, pixKey('EMAIL', 'ana@loja.example')),
      await ask('POST', recipient.path, evp),
    ].map(({ body }) => String(body['id']));
    const chosen = `${recipient.path}/${String(second)}/default`;
    expect(await ask('POST', chosen)).toMatchObject({ status: 200, body: { isDefault: true } });
    await ask('POST', chosen);
    expect((await ask('DELETE', `${recipient.path}/${String(first)}`)).status).toBe(204);
    expect((await ask('DELETE', `${recipient.path}/${String(first)}`)).status).toBe(404);
    expect((await ask('GET', recipient.path)).body).toMatchObject({ data: [{ id: second, isDefault: true }] });

    const events = await eventually(async () => {
      const all = await identity.bus.published('identity.events.v1', recipient.id);
      return all.length === 6 && all.slice(2);
    });
    expect(events.flatMap(({ type, data }) => validateEvent(type, data))).toEqual([]);
    expect(events.map(({ type }) => type.split('.')[2])).toEqual(['added', 'added', 'made_default', 'removed']);
    expect(events[0]?.data).toMatchObject({ destinationLabel: 'PIX a***@loja.example', isDefault: true });
    expect(JSON.stringify(events)).not.toMatch(/ana@loja|123e4567-e89b/);
  });

  it('is seen masked without the scope, and not at all by others', async () => {
    const body = { email: newEmail(), kind: 'PERSON', name: 'Ana Souza', document: cpf };
    const id = String((await merchant('POST', '/recipients', body)).body['id']);
    const path = `/recipients/${id}/destinations`;
    const made = await merchant('POST', path, evp);
    expect((await reader('GET', path)).body).toMatchObject({ data: [{ pixKey: null, isMasked: true }] });
    expect((await another('GET', path)).status).toBe(404);
    expect((await another('POST', path, evp)).status).toBe(404);
    expect((await another('DELETE', `${path}/${String(made.body['id'])}`)).status).toBe(404);
    await another('POST', '/recipients', body);
    expect(await another('POST', path, pixKey('EMAIL', 'eva@evil.example'))).toMatchObject({
      status: 403,
      body: { code: 'recipient.not_managed' },
    });
  });
});

describe('GET /internal/destinations/{destinationId}', () => {
  const find = (id: string, token = internalToken) =>
    identity.call('GET', `/internal/destinations/${id}`, undefined, { 'repasse-internal-token': token });

  it('tells payment-gateway all that it needs to pay, removed or not', async () => {
    const recipient = await newRecipient();
    const made = await as(recipient)('POST', recipient.path, pixKey('CPF', cpf));
    const id = String(made.body['id']);
    const whole = {
      ...{ destinationId: id, userId: Number(recipient.id), rail: 'PIX', isRemoved: false, bankAccount: null },
      ...{ pixKey: { type: 'CPF', key: cpf }, holder: { name: 'Ana Souza', document: cpf } },
      verification: 'NOT_STARTED',
    };
    expect(await find(id, gatewayToken)).toMatchObject({ status: 200, body: whole });
    await as(recipient)('DELETE', `${recipient.path}/${id}`);
    expect(await find(id, gatewayToken)).toMatchObject({ status: 200, body: { ...whole, isRemoved: true } });
    expect((await find('dst_none', gatewayToken)).status).toBe(404);
  });

  it('tells nothing of a recipient who was erased', async () => {
    const recipient = await newRecipient();
    const made = await as(recipient)('POST', recipient.path, pixKey('CPF', cpf));
    expect(
      (await as(recipient)('POST', `/recipients/${recipient.id}/erasure`, { reason: 'RELATION_ENDED' })).status,
    ).toBe(200);
    expect((await find(String(made.body['id']), gatewayToken)).status).toBe(404);
    expect((await as(recipient)('GET', recipient.path)).body).toEqual({ data: [] });
  });

  it('is closed to other services and to users', async () => {
    expect((await find('dst_none')).status).toBe(403);
    expect((await merchant('GET', '/internal/destinations/dst_none')).status).toBe(401);
  });
});
