import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { validateEvent } from '@repasse/contracts';
import { adminClientId, gatewayToken, newEmail, startTestIdentity, type TestIdentity } from './identity';

type Ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<TestAnswer>;

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startTestIdentity();
});
afterAll(() => identity.stop());

const asUser = async (userId: number, scopes?: readonly string[]): Promise<Ask> => {
  const key = await identity.issueKey(userId, scopes === undefined ? {} : { scopes });
  const authorization = `Bearer ${await identity.tokenOf(key)}`;
  return (method, path, body, headers = {}) => identity.call(method, path, body, { authorization, ...headers });
};

const own = '52998224725';
const others = '11144477735';
const holder = { name: 'Josefina Quartzo', document: '111.444.777-35' };
const bankAccount = { ispb: '12345678', branch: '0001', account: '123456-7', accountType: 'CHECKING' };
const account = { kind: 'BANK_ACCOUNT', bankAccount };
const pixKey = (type: string, key: string) => ({ kind: 'PIX_KEY', pixKey: { type, key } });
const foreignKey = { ...pixKey('CPF', others), holder };

/** A merchant with a recipient they made. */
const newMerchant = async () => {
  const merchantId = await identity.createUser();
  const [ask, reader] = [await asUser(merchantId), await asUser(merchantId, ['recipients:read'])];
  const made = await ask('POST', '/recipients', {
    email: newEmail(),
    kind: 'PERSON',
    name: 'Ana Souza',
    document: own,
  });
  const recipientId = String(made.body['id']);
  const path = `/recipients/${recipientId}/destinations`;
  return { merchantId, ask, reader, recipientId, path, add: (body: unknown) => ask('POST', path, body) };
};
const allow = (userId: number, mayPayOthers: boolean): Promise<TestAnswer> =>
  identity.asAdmin('PUT', `/users/${userId}/payout-terms`, { mayPayOthers });
const allowed = async () => {
  const merchant = await newMerchant();
  await allow(merchant.merchantId, true);
  return merchant;
};
const internal = (id: unknown): Promise<TestAnswer> =>
  identity.call('GET', `/internal/destinations/${String(id)}`, undefined, { 'repasse-internal-token': gatewayToken });
const published = (key: string, count: number) =>
  eventually(async () => {
    const all = await identity.bus.published('identity.events.v1', key);
    return all.length === count && all;
  });

describe('payout terms', () => {
  it('allow nothing until an administrator says so, and keep who said what', async () => {
    const { merchantId } = await newMerchant();
    const path = `/users/${merchantId}/payout-terms`;
    const nobody = { setByUserId: null, setByClientId: null, setAt: null };
    expect((await identity.asAdmin('GET', path)).body).toEqual({ userId: merchantId, mayPayOthers: false, ...nobody });

    const set = await allow(merchantId, true);
    expect(set).toMatchObject({ status: 200, body: { mayPayOthers: true, setByClientId: adminClientId } });
    expect((await allow(merchantId, true)).body).toEqual(set.body);
    expect((await identity.asAdmin('GET', path)).body).toEqual(set.body);
    await allow(merchantId, false);
    const sql =
      'select may_pay_others as may, by_client_id as by from payout_terms where user_id = $1 order by terms_id';
    expect(await identity.db.query(sql, [merchantId])).toEqual([
      { may: true, by: adminClientId },
      { may: false, by: adminClientId },
    ]);
  });

  it('are an administrator’s to set and staff’s to read', async () => {
    const { merchantId, ask } = await newMerchant();
    const operator = await asUser(await identity.createUser('OPERATOR'));
    const path = `/users/${merchantId}/payout-terms`;
    expect((await operator('GET', path)).status).toBe(200);
    expect((await operator('PUT', path, { mayPayOthers: true })).status).toBe(403);
    expect((await ask('PUT', path, { mayPayOthers: true })).status).toBe(403);
    expect((await ask('GET', path)).status).toBe(403);
    expect((await allow(999_999, true)).status).toBe(404);
    expect((await identity.asAdmin('PUT', path, {})).status).toBe(400);
  });
});

describe('a destination of another holder', () => {
  it.each([
    ['an account', { ...account, holder }],
    ['a key that is a document', foreignKey],
  ])('is refused without the terms: %s', async (_, body) => {
    const merchant = await newMerchant();
    const refusal = {
      status: 409,
      body: { code: 'destination.holder_differs', errors: [{ field: 'holder.document' }] },
    };
    expect(await merchant.add(body)).toMatchObject(refusal);
    expect((await merchant.ask('GET', merchant.path)).body).toEqual({ data: [] });
  });

  it('is added, waits as others do, is told as one, and is paid to its holder', async () => {
    const merchant = await allowed();
    const made = await merchant.add({ ...account, holder });
    const plain = { name: holder.name, document: others };
    expect(made).toMatchObject({ status: 201, body: { holder: plain, bankAccount } });
    const { usableAt, createdAt, id } = made.body as { usableAt: string; createdAt: string; id: string };
    expect(Date.parse(usableAt) - Date.parse(createdAt)).toBe(86_400_000);
    expect(await merchant.add({ ...account, holder })).toMatchObject({ status: 200, body: { id } });
    expect(await internal(id)).toMatchObject({ status: 200, body: { holder: plain, isHolderAllowed: true } });

    const events = await published(merchant.recipientId, 3);
    expect(events[2]?.data).toMatchObject({ destinationId: id, isOwnDocument: false });
    expect(validateEvent('repasse.destination.added.v1', events[2]?.data)).toEqual([]);
    expect(JSON.stringify(events)).not.toMatch(/Josefina|11144477735|111\.444\.777-35|123456-7/);
  });

  it('is another than the recipient’s own at the same account', async () => {
    const merchant = await allowed();
    const [mine, named] = [
      await merchant.add(account),
      await merchant.add({ ...account, holder: { name: 'A', document: own } }),
    ];
    expect(named).toMatchObject({ status: 200, body: { id: mine.body['id'], holder: null } });
    expect((await merchant.add({ ...account, holder })).status).toBe(201);
    expect(await internal(mine.body['id'])).toMatchObject({
      body: { holder: { document: own }, isHolderAllowed: true },
    });
  });

  it.each([
    ['of a key that is no document', { ...pixKey('EMAIL', 'ana@loja.example'), holder }, 'holder'],
    [
      'of an address for coins',
      { kind: 'COIN_ADDRESS', coinAddress: { payCurrency: 'BTC', payAddress: 'bc1q0000' }, holder },
      'holder',
    ],
    ['who is not the key', { ...pixKey('CPF', '39053344705'), holder }, 'holder.document'],
    ['with a wrong digit', { ...account, holder: { ...holder, document: '11144477736' } }, 'holder.document'],
    ['without a name', { ...account, holder: { document: others } }, 'holder.name'],
  ])('has no holder %s', async (_, body, field) => {
    const merchant = await allowed();
    expect(await merchant.add(body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  it('needs its holder named, terms or not', async () => {
    const merchant = await allowed();
    expect(await merchant.add(pixKey('CPF', others))).toMatchObject({
      status: 409,
      body: { code: 'destination.holder_differs' },
    });
  });

  it('shows its holder masked without the scope, alone and in the list', async () => {
    const merchant = await allowed();
    const { body: made } = await merchant.add(foreignKey);
    const masked = { pixKey: null, isMasked: true, holder: { name: 'Josefina Q.', document: '***.444.777-**' } };
    const path = `${merchant.path}/${String(made['id'])}`;
    expect(await merchant.ask('GET', path)).toMatchObject({ status: 200, body: made });
    expect(await merchant.reader('GET', path)).toMatchObject({ status: 200, body: masked });
    expect((await merchant.reader('GET', merchant.path)).body).toMatchObject({ data: [masked] });
  });

  it('is forgotten by an erasure, holder included', async () => {
    const merchant = await allowed();
    const { body } = await merchant.add(foreignKey);
    await merchant.ask('POST', `/recipients/${merchant.recipientId}/erasure`, { reason: 'RELATION_ENDED' });
    expect((await merchant.ask('GET', `${merchant.path}/${String(body['id'])}`)).status).toBe(404);
    const kept = await identity.db.query('select d::text from destination_data d where destination_id = $1', [
      body['id'],
    ]);
    expect(kept).toEqual([]);
  });
});

describe('terms that no longer allow others', () => {
  it('remove their destinations, of this merchant alone, and leave the recipients’ own', async () => {
    const [merchant, neighbour] = [await allowed(), await allowed()];
    const [foreign, kept] = [await merchant.add(foreignKey), await merchant.add(account)];
    const beside = await neighbour.add(foreignKey);
    await allow(merchant.merchantId, false);

    expect((await merchant.ask('GET', merchant.path)).body).toMatchObject({ data: [{ id: kept.body['id'] }] });
    expect(await internal(foreign.body['id'])).toMatchObject({ body: { isRemoved: true, isHolderAllowed: false } });
    expect(await internal(beside.body['id'])).toMatchObject({ body: { isRemoved: false, isHolderAllowed: true } });
    const events = await published(merchant.recipientId, 5);
    expect(events[4]).toMatchObject({
      type: 'repasse.destination.removed.v1',
      data: { destinationId: foreign.body['id'], managerUserId: merchant.merchantId },
    });
    await allow(merchant.merchantId, true);
    expect(await merchant.add(foreignKey)).toMatchObject({ status: 201 });
  });

  it('leave none that is added at that moment', async () => {
    for (const round of [1, 2, 3, 4, 5]) {
      const merchant = await allowed();
      const added = Array.from({ length: 6 }, (_, at) =>
        merchant.add({ ...account, bankAccount: { ...bankAccount, branch: `${round}00${at}` }, holder }),
      );
      const [, ...answers] = await Promise.all([allow(merchant.merchantId, false), ...added]);
      expect([201, 409]).toEqual(expect.arrayContaining(answers.map(({ status }) => status)));
      expect((await merchant.ask('GET', merchant.path)).body).toEqual({ data: [] });
    }
  });

  it('let nothing be paid to one that stayed all the same, and a repeat removes it', async () => {
    const merchant = await allowed();
    const { body } = await merchant.add(foreignKey);
    await allow(merchant.merchantId, false);
    // As after a restore to a moment before.
    await identity.db.query('update destinations set removed_at = null where destination_id = $1', [body['id']]);
    expect(await internal(body['id'])).toMatchObject({ body: { isRemoved: false, isHolderAllowed: false } });
    await allow(merchant.merchantId, false);
    expect(await internal(body['id'])).toMatchObject({ body: { isRemoved: true } });
  });

  it('count for merchants themselves, too', async () => {
    const merchantId = await identity.createUser();
    const ask = await asUser(merchantId);
    const { body: user } = await identity.asAdmin('GET', `/users/${merchantId}`);
    await ask('POST', '/recipients', { email: user['email'], kind: 'PERSON', name: 'Ana', document: own });
    const path = `/recipients/${merchantId}/destinations`;
    expect((await ask('POST', path, foreignKey)).status).toBe(409);
    await allow(merchantId, true);
    expect((await ask('POST', path, foreignKey)).status).toBe(201);
    await allow(merchantId, false);
    expect((await ask('GET', path)).body).toEqual({ data: [] });
  });
});

describe('GET /recipients/{recipientId}/destinations/{destinationId}', () => {
  it('shows one, removed or not, to those who know the recipient', async () => {
    const merchant = await newMerchant();
    const made = await merchant.add(account);
    const path = `${merchant.path}/${String(made.body['id'])}`;
    expect(await merchant.ask('GET', path)).toMatchObject({ status: 200, body: { ...made.body, removedAt: null } });
    await merchant.ask('DELETE', path);
    expect(await merchant.ask('GET', path)).toMatchObject({
      status: 200,
      body: { id: made.body['id'], isDefault: false, removedAt: expect.any(String) as string },
    });
    const another = await newMerchant();
    expect((await another.ask('GET', path)).status).toBe(404);
    expect((await another.ask('GET', `${another.path}/${String(made.body['id'])}`)).status).toBe(404);
  });
});
