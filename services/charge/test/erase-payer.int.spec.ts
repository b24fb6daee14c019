import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { eventually } from '@repasse/chassis/testing/eventually';
import { allScopes, ChargeService, merchantId } from './support/charge-service';

const document = '52998224725';
const scopes = [...allScopes, 'payments:write', 'payments:read'];
const ana = { name_client: 'Ana Lima', email: 'ana@example.com', phoneNumber: '+5511999990000' };

describe('erasing a payer', () => {
  const charge = new ChargeService('erase_payer');
  beforeAll(() => charge.start());
  afterAll(() => charge.stop());
  afterEach(() => {
    charge.peers.mood = 'offer';
    charge.peers.gateway.erasures.splice(0);
    charge.peers.gateway.erased = { payers: 1, savedCards: 2, providerCalls: 3 };
  });

  const payment = async (over: object = {}, token?: string): Promise<TestAnswer['body']> => {
    const body = {
      ...{ clientMode: 'fillDataNow', amount: 100, document_type: 'CPF', document_client: document, ...ana },
      expire_at: new Date(charge.clock.now().getTime() + 600_000).toISOString(),
      ...over,
    };
    const answer = await charge.call('POST', '/payments', { body, token: token ?? (await charge.token({ scopes })) });
    return answer.body['response'] as TestAnswer['body'];
  };
  const cancel = (made: TestAnswer['body'], token?: string): Promise<TestAnswer> =>
    charge.call('POST', `/charge/${String(made['charge_id'])}/cancel`, token === undefined ? {} : { token });
  const erase = (path = document, token?: string): Promise<TestAnswer> =>
    charge.call('DELETE', `/payers/${path}`, token === undefined ? {} : { token });
  const known = async (): Promise<number> => (await charge.db.query('select 1 from payer_data')).length;

  it('is refused while a charge waits for them, and names it', async () => {
    const made = await payment();
    expect(await erase()).toMatchObject({
      status: 409,
      body: { code: 'payer.charges_open', openChargeIds: [made['charge_id']], retryable: true },
    });
    expect(charge.peers.gateway.erasures).toEqual([]);
    await cancel(made);
  });

  it('leaves nothing of them in any table, but the charges, and gives a receipt', async () => {
    const made = await payment();
    await cancel(made);
    // The same person without a document, and another person.
    const named = await charge.create({ customerMeta: { name: 'Ana', email: ana.email, source: 'PRE_FILLED' } });
    await charge.call('POST', `/charge/${String(named.body['id'])}/cancel`);
    await charge.create({ customerMeta: { name: 'Bia', email: 'bia@example.com', source: 'PRE_FILLED' } });
    const before = await known();

    const answer = await erase('529.982.247-25');

    expect(answer).toMatchObject({
      status: 200,
      body: {
        userId: merchantId,
        outcome: 'ERASED',
        erased: [
          { service: 'charge', table: 'payer_data', rows: before - 1 },
          { service: 'payment-gateway', table: 'payers', rows: 1 },
          { service: 'payment-gateway', table: 'saved_cards', rows: 2 },
          { service: 'payment-gateway', table: 'provider_calls', rows: 3 },
        ],
      },
    });
    expect(await known()).toBe(1);
    expect(charge.peers.gateway.erasures).toMatchObject([{ userId: merchantId, document }]);
    expect((await charge.call('GET', `/charge/${String(made['charge_id'])}`)).body).toMatchObject({
      status: 'CANCELED',
      customerMeta: { source: 'COLLECT_AT_CHECKOUT' },
    });
    const kept = JSON.stringify(await charge.db.query('select * from payer_erasures'));
    expect(kept).toContain(String(answer.body['id']));
    for (const personal of [document, ana.name_client, ana.email, ana.phoneNumber])
      expect(kept).not.toContain(personal);
    const tables = await charge.db.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = 'public' and table_name <> 'idempotency_keys'`,
    );
    for (const { name } of tables) {
      const rows = await charge.db.query<{ text: string }>(`select t::text as text from "${name}" t`);
      const holding = rows.filter(({ text }) => text.includes(document) || text.includes(ana.email));
      expect([name, holding]).toEqual([name, []]);
    }
  });

  it('again finds nobody, and the receipt says so', async () => {
    charge.peers.gateway.erased = { payers: 0, savedCards: 0, providerCalls: 0 };
    expect(await erase()).toMatchObject({
      status: 200,
      body: {
        outcome: 'NOBODY_FOUND',
        message: 'Nobody found: no payer of yours is known by this document.',
        erased: [{ table: 'payer_data', rows: 0 }, {}, {}, {}],
      },
    });
  });

  it('finds a document that came with POST /charge', async () => {
    const made = await charge.create({ customerMeta: { name: 'Ana', document: '529.982.247-25' } });
    expect(made.body).toMatchObject({ customerMeta: { name: 'Ana', document } });
    expect(made.headers.get('repasse-ignored-fields')).toBeNull();
    await charge.call('POST', `/charge/${String(made.body['id'])}/cancel`);
    expect((await erase()).body).toMatchObject({ outcome: 'ERASED', erased: [{ rows: 1 }, {}, {}, {}] });
    expect((await charge.call('GET', `/charge/${String(made.body['id'])}`)).body).toMatchObject({
      customerMeta: { source: 'COLLECT_AT_CHECKOUT' },
    });
  });

  it('finds the payer of a card, who told of themselves when paying', async () => {
    const { body: made } = await charge.create({ customerMeta: { name: 'Ana' } });
    const card = { number: '4024 0071 0000 0040', holderName: 'ANA', securityCode: '123' };
    const paid = await charge.pay(String(made['id']), String(made['checkoutToken']), {
      card: { ...card, expirationMonth: 12, expirationYear: 2030 },
      payer: { name: 'Bia', email: ana.email, document },
    });
    // The next who opens the link is told nothing of it.
    expect(paid).toMatchObject({ status: 200, body: { customerMeta: { source: 'COLLECT_AT_CHECKOUT' } } });
    expect((await charge.call('GET', `/charge/${String(made['id'])}`)).body).toMatchObject({
      customerMeta: { name: 'Ana', email: ana.email, document },
    });
    expect((await erase()).body).toMatchObject({ outcome: 'ERASED', erased: [{ rows: 1 }, {}, {}, {}] });
  });

  it('erases by an e-mail, in any case, also what came with a document', async () => {
    const withDocument = await payment();
    await cancel(withDocument);
    const named = await charge.create({ customerMeta: { name: 'Ana', email: ana.email } });
    await charge.call('POST', `/charge/${String(named.body['id'])}/cancel`);
    expect((await erase(encodeURIComponent('ANA@example.com'))).body).toMatchObject({
      outcome: 'ERASED',
      erased: [{ rows: 2 }, {}, {}, {}],
    });
    expect(charge.peers.gateway.erasures).toMatchObject([{ userId: merchantId, email: ana.email }]);
    charge.peers.gateway.erased = { payers: 0, savedCards: 0, providerCalls: 0 };
    expect((await erase('nobody@example.com')).body).toMatchObject({
      outcome: 'NOBODY_FOUND',
      message: 'Nobody found: no payer of yours is known by this e-mail.',
    });
  });

  it('leaves another merchant’s payer, and ADMIN names the merchant', async () => {
    const other = await charge.token({ userId: 2_002, scopes });
    const made = await payment({}, other);
    await cancel(made, other);
    expect((await erase()).body).toMatchObject({ erased: [{ rows: 0 }, {}, {}, {}] });
    expect((await erase(`${document}?user_id=2002`)).body).toMatchObject({ code: 'auth.profile_missing' });

    const admin = await charge.token({ userId: 1, profile: 'ADMIN' });
    expect((await erase(`${document}?user_id=2002`, admin)).body).toMatchObject({
      userId: 2_002,
      erased: [{ rows: 1 }, {}, {}, {}],
    });
  });

  it('erases nothing here while the payments cannot be reached', async () => {
    const made = await payment();
    await cancel(made);
    const before = await known();
    charge.peers.mood = 'unavailable';
    expect(await erase()).toMatchObject({ status: 503, body: { retryable: true } });
    expect(await known()).toBe(before);
    charge.peers.mood = 'offer';
    await eventually(async () => (await erase()).status === 200);
  });

  it.each(['52998224724', 'ana@', 'Ana Lima'])('needs a document or an e-mail, which %j is not', async (payer) => {
    expect(await erase(encodeURIComponent(payer))).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'payer' }] },
    });
  });

  it('refuses a document on POST /charge whose check digits do not hold', async () => {
    expect(await charge.create({ customerMeta: { document: '52998224724' } })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'customerMeta.document' }] },
    });
  });
});
