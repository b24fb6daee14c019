import fc from 'fast-check';
import { eventually } from '@repasse/chassis/testing/eventually';
import { callApi, type TestAnswer } from '@repasse/chassis/testing/http-test';
import { validateEvent } from '@repasse/contracts';
import { csvOf } from '@repasse/values/csv';
import { describedBy, findOrDescribe, type SellerBody } from '../src/recipients/describe';
import { keepSellers } from '../src/recipients/keep-sellers';
import { newEmail, startTestIdentity, type TestIdentity } from './identity';
import { newCpf } from './new-cpf';

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startTestIdentity();
});
afterAll(() => identity.stop());

interface Merchant {
  readonly userId: number;
  readonly post: (body: object) => Promise<TestAnswer>;
  readonly get: (path: string) => Promise<TestAnswer>;
  readonly send: (file: string | Uint8Array<ArrayBuffer>, more?: Sent) => Promise<TestAnswer>;
}
interface Sent {
  readonly mode?: string;
  readonly key?: string;
  readonly type?: string;
}

const newMerchant = async (scopes?: readonly string[]): Promise<Merchant> => {
  const userId = await identity.createUser();
  const key = await identity.issueKey(userId, scopes === undefined ? {} : { scopes });
  const token = await identity.tokenOf(key);
  return {
    userId,
    post: (body) => callApi(identity.url, 'POST', '/recipients', { token, body }),
    get: (path) => callApi(identity.url, 'GET', path, { token }),
    send: (rawBody, { mode, key: idempotencyKey, type = 'text/csv' } = {}) =>
      callApi(identity.url, 'POST', `/recipients/import${mode === undefined ? '' : `?mode=${mode}`}`, {
        ...{ token, rawBody, headers: { 'content-type': type } },
        ...(idempotencyKey !== undefined && { key: idempotencyKey }),
      }),
  };
};

type Row = Readonly<Record<string, string>>;

/** The columns are those of the first row. */
const fileOf = (rows: readonly Row[], locale: 'en' | 'pt-BR' = 'en'): string =>
  csvOf(Object.fromEntries(Object.keys(rows[0] ?? {}).map((name) => [name, (row: Row) => row[name] ?? ''])), rows, {
    locale,
    headings: {},
  });
const seller = (more: Row = {}): Row => ({
  ...{ email: newEmail(), kind: 'PERSON', name: 'Ana Souza', document: newCpf(), externalReference: '', ...more },
});
const lines = ({ body }: TestAnswer) => body['lines'] as { status: string; recipientId: number; code: string | null }[];
const listed = async ({ get }: Merchant): Promise<number> =>
  ((await get('/recipients?limit=100')).body['data'] as unknown[]).length;

describe('POST /recipients/import', () => {
  it('registers each row as POST /recipients does, and finds them all the next time', async () => {
    const merchant = await newMerchant();
    const person = seller({
      ...{ telephone: '+55 (11) 98765-4321', birthDate: '1990-04-21', externalReference: 'seller-1' },
      ...{ 'address.street': 'Rua "Augusta", lado par', 'address.number': '100', 'address.district': 'Consolação' },
      ...{ 'address.city': 'São Paulo', 'address.state': 'SP', 'address.postalCode': '01305-000' },
      ...{ 'representative.name': '', 'representative.document': '', 'representative.birthDate': '' },
    });
    const company = seller({
      ...{ kind: 'COMPANY', document: '12.ABC.345/01DE-35', name: '=Bia; Ltda' },
      ...{
        'representative.name': 'Bia',
        'representative.document': newCpf(),
        'representative.birthDate': '1980-01-01',
      },
    });
    const answer = await merchant.send(fileOf([person, company]));

    expect(answer).toMatchObject({ status: 200, body: { created: 2, found: 0, refused: 0 } });
    expect(lines(answer)).toMatchObject([
      { line: 2, status: 'CREATED', code: null, errors: [] },
      { line: 3, status: 'CREATED', code: null, errors: [] },
    ]);
    const [first, second] = lines(answer).map(({ recipientId }) => recipientId);
    expect((await merchant.get(`/recipients/${first}`)).body).toMatchObject({
      ...{ email: person['email'], telephone: '+5511987654321', birthDate: '1990-04-21', representative: null },
      address: { street: 'Rua "Augusta", lado par', postalCode: '01305000' },
      ...{ externalReference: 'seller-1', isManaged: true, verification: { status: 'NOT_STARTED' } },
    });
    expect((await merchant.get(`/recipients/${second}`)).body).toMatchObject({
      ...{ kind: 'COMPANY', name: '=Bia; Ltda', document: '12ABC34501DE35', externalReference: null },
      representative: { name: 'Bia', birthDate: '1980-01-01' },
    });
    expect(await merchant.send(fileOf([person, company], 'pt-BR'))).toMatchObject({
      body: { created: 0, found: 2, lines: [{ recipientId: first }, { recipientId: second }] },
    });
    expect(await listed(merchant)).toBe(2);
  });

  it('tells of each new one what POST /recipients tells, and of a found one nothing', async () => {
    const merchant = await newMerchant();
    const file = fileOf([seller({ name: 'Josefina Quartzo' })]);
    const id = String(lines(await merchant.send(file))[0]?.recipientId);
    await merchant.send(file);
    await merchant.send(fileOf([seller()]));
    const events = await eventually(async () => {
      const all = await identity.bus.published('identity.events.v1', id);
      return all.length >= 2 && all;
    });
    expect(events.map(({ type }) => type)).toEqual(['repasse.user.registered.v1', 'repasse.recipient.registered.v1']);
    expect(events.flatMap(({ type, data }) => validateEvent(type, data))).toEqual([]);
    expect(JSON.stringify(events)).not.toContain('Josefina');
  });

  it('takes a thousand rows in one transaction', async () => {
    const merchant = await newMerchant();
    const rows = Array.from({ length: 1_000 }, (_, at) => seller({ externalReference: `seller-${at}` }));
    const answer = await merchant.send(fileOf(rows));
    expect(answer).toMatchObject({ status: 200, body: { created: 1_000, refused: 0 } });
    const sql = `select count(distinct xmin::text) as transactions, count(*) as made from merchant_recipients
      where merchant_user_id = $1`;
    expect(await identity.db.query(sql, [merchant.userId])).toEqual([{ transactions: 1, made: 1_000 }]);
  });

  it.each([1, 500])('makes seven statements of %d rows', async (count) => {
    const { userId } = await newMerchant();
    const rows = Array.from({ length: count }, () => describedBy(seller() as unknown as SellerBody));
    let statements = 0;
    await identity.db.transaction(async (tx) => {
      const query: typeof tx.query = (...asked) => {
        statements += 1;
        return tx.query(...asked);
      };
      const counted = { ...tx, query };
      const decisions = await findOrDescribe(counted, userId, rows);
      await keepSellers(counted, userId, decisions, new Date().toISOString());
    });
    expect(statements).toBe(7);
  });

  it('does row by row what POST /recipients does one by one', async () => {
    const emails = ['a', 'b', 'c'];
    const references = ['', 'r1', 'r2'];
    const documents = [newCpf(), newCpf(), newCpf()];
    const row = fc.record({
      email: fc.constantFrom(...emails),
      externalReference: fc.constantFrom(...references),
      document: fc.constantFrom(...documents),
    });
    const story = fc.array(row, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(story, story, async (before, rows) => {
        const [one, all] = [await newMerchant(), await newMerchant()];
        const of = (merchant: Merchant, { email, ...rest }: Row): Row =>
          seller({ ...rest, email: `${email}-of-${merchant.userId}@loja.example` });
        const single = async (merchant: Merchant, given: Row) => {
          const { externalReference, ...body } = of(merchant, given);
          return merchant.post({ ...body, ...(externalReference !== '' && { externalReference }) });
        };
        for (const given of before) for (const merchant of [one, all]) await single(merchant, given);

        const answers: TestAnswer[] = [];
        for (const given of rows) answers.push(await single(one, given));
        const imported = await all.send(fileOf(rows.map((given) => of(all, given))), { mode: 'valid-rows' });
        expect(lines(imported).map(({ status, code }) => code ?? (status === 'CREATED' ? 201 : 200))).toEqual(
          answers.map(({ status, body }) => (status === 409 ? body['code'] : status)),
        );
        const sql = `select split_part(email, '-', 1) as email, external_reference as reference, document
          from merchant_recipients m join users u on u.id = m.user_id join recipient_data d on d.user_id = m.user_id
          where merchant_user_id = $1 order by 1`;
        const kept = (merchant: Merchant) => identity.db.query(sql, [merchant.userId]);
        expect(await kept(all)).toEqual(await kept(one));
      }),
      { numRuns: 10 },
    );
  }, 120_000);
});

describe('a file with faults', () => {
  const faulty = () => [
    seller(),
    seller({ document: '52998224724', kind: 'SOMEBODY' }),
    seller({ kind: 'COMPANY', email: 'ana' }),
  ];
  const errors = [
    { field: 'lines[3].kind' },
    { field: 'lines[3].document' },
    { field: 'lines[4].email' },
    { field: 'lines[4].document', message: 'must be a CNPJ for a COMPANY' },
  ];

  it('is refused as a whole with every fault by row and column, and nothing is made', async () => {
    const merchant = await newMerchant();
    const answer = await merchant.send(fileOf(faulty()));
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    const given = answer.body['errors'] as { field: string }[];
    expect(given.map(({ field }) => field).toSorted()).toEqual(errors.map(({ field }) => field).toSorted());
    expect(answer.text).not.toMatch(/52998224724|SOMEBODY/);
    expect(await listed(merchant)).toBe(0);
  });

  it('has its other rows taken where that is asked for', async () => {
    const merchant = await newMerchant();
    const answer = await merchant.send(fileOf(faulty()), { mode: 'valid-rows' });
    expect(answer).toMatchObject({ status: 200, body: { created: 1, found: 0, refused: 2 } });
    expect(lines(answer)).toMatchObject([
      { line: 2, status: 'CREATED', errors: [] },
      { line: 3, status: 'REFUSED', recipientId: null, code: 'request.invalid' },
      { line: 4, status: 'REFUSED', code: 'request.invalid', errors: [{ field: 'email' }, { field: 'document' }] },
    ]);
    expect(await listed(merchant)).toBe(1);
  });

  it('is refused where a row contradicts who is known, with the code of each', async () => {
    const merchant = await newMerchant();
    const known = seller({ externalReference: 'seller-1' });
    await merchant.send(fileOf([known]));
    const another = { ...known, document: newCpf() };
    const renamed = { ...known, externalReference: 'seller-2' };
    const file = fileOf([seller(), another, renamed]);
    expect(await merchant.send(file)).toMatchObject({
      status: 409,
      body: {
        code: 'recipient.import_refused',
        errors: [{ field: 'lines[3]' }, { field: 'lines[4]' }],
        lines: [
          { line: 3, code: 'recipient.document_differs' },
          { line: 4, code: 'recipient.reference_differs' },
        ],
      },
    });
    expect(await listed(merchant)).toBe(1);
    expect(await merchant.send(file, { mode: 'valid-rows' })).toMatchObject({ body: { created: 1, refused: 2 } });
  });

  it.each([
    ['without rows', 'email,kind,name,document\n', 'body'],
    ['without a needed column', 'email,kind,name\na@b.example,PERSON,Ana\n', 'lines[1]'],
    ['with an unknown column', 'email,kind,name,document,color\n', 'lines[1]'],
    ['with more columns than there are', `email,kind,name,document${','.repeat(20)}\n`, 'lines[1]'],
    ['with a column twice', 'email,kind,name,document,name\n', 'lines[1]'],
    ['with a quote that is not closed', 'email,kind,name,document\n"a', 'lines[2]'],
    ['with a row that is too short', 'email,kind,name,document\na@b.example,PERSON\n', 'lines[2]'],
    ['in another encoding', new Uint8Array([0x6e, 0xe3, 0x6f]), 'body'],
    ['with NUL in it', 'email,kind,name,document\na\0', 'body'],
  ])('is refused %s, whatever the mode', async (_, file, field) => {
    const merchant = await newMerchant();
    const answer = await merchant.send(file);
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
    expect((answer.body['errors'] as { field: string }[]).map((each) => each.field)).toContain(field);
  });

  it('repeats nothing of a file whose header row is missing', async () => {
    const merchant = await newMerchant();
    const answer = await merchant.send('josefina@quartzo.example,PERSON,Josefina,52998224725\n');
    expect(answer.status).toBe(400);
    expect(answer.text).not.toMatch(/josefina|52998224725/i);
  });

  it('is refused with more rows, or more bytes, than are taken', async () => {
    const merchant = await newMerchant();
    const rows = Array.from({ length: 1_001 }, () => 'a,b,c,d').join('\n');
    expect(await merchant.send(`email,kind,name,document\n${rows}`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'body', message: 'has more than 1000 rows.' }] },
    });
    expect((await merchant.send('x'.repeat(1_048_577))).status).toBe(413);
    expect((await merchant.send('{}', { type: 'application/json' })).status).toBe(415);
  });

  it('is refused with the number of a card in a cell, which is not repeated', async () => {
    const merchant = await newMerchant();
    const answer = await merchant.send(fileOf([seller({ name: '4111 1111 1111 1111' })]), { mode: 'valid-rows' });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'request.card_data_refused', errors: [{ field: 'lines[2][2]' }] },
    });
    expect(answer.text).not.toContain('4111');
  });
});

describe('who imports', () => {
  it('needs the scope to write', async () => {
    const merchant = await newMerchant(['recipients:read']);
    expect((await merchant.send(fileOf([seller()]))).status).toBe(403);
  });

  it('gets the same answer under the same key, and none for another file under it', async () => {
    const merchant = await newMerchant();
    const file = fileOf([seller()]);
    const first = await merchant.send(file, { key: 'import-1' });
    const again = await merchant.send(file, { key: 'import-1' });
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await merchant.send(fileOf([seller()]), { key: 'import-1' })).status).toBe(422);
  });

  it('finds what another merchant made, and manages it no more than by POST /recipients', async () => {
    const [first, second] = [await newMerchant(), await newMerchant()];
    const row = seller();
    const made = lines(await first.send(fileOf([row])))[0]?.recipientId;
    expect(await second.send(fileOf([{ ...row, name: 'Eva' }]))).toMatchObject({
      body: { found: 1, lines: [{ recipientId: made }] },
    });
    expect((await second.get(`/recipients/${made}`)).body).toMatchObject({ isMasked: true, isManaged: false });
  });

  it('makes one of each when ten files come at once', async () => {
    const merchant = await newMerchant();
    const file = fileOf(Array.from({ length: 5 }, () => seller()));
    const answers = await Promise.all(Array.from({ length: 10 }, () => merchant.send(file)));
    expect(answers.map(({ body }) => body['created']).filter((created) => created === 5)).toHaveLength(1);
    expect(answers.map(({ body }) => body['found']).filter((found) => found === 5)).toHaveLength(9);
    expect(await listed(merchant)).toBe(5);
  });
});
