import { validateEvent } from '@repasse/contracts';
import { endRowsAt } from '@repasse/chassis/testing/end-rows';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { newEmail, startTestIdentity, type TestIdentity } from './identity';

type Ask = (method: string, path: string, body?: unknown) => Promise<TestAnswer>;

let identity: TestIdentity;
let merchant: Ask;
let operator: Ask;

const newCaller = async (profile: string, scopes?: readonly string[]): Promise<Ask> => {
  const key = await identity.issueKey(await identity.createUser(profile), scopes === undefined ? {} : { scopes });
  const authorization = `Bearer ${await identity.tokenOf(key)}`;
  return (method, path, body) => identity.call(method, path, body, { authorization });
};

beforeAll(async () => {
  identity = await startTestIdentity();
  [merchant, operator] = await Promise.all([newCaller('CUSTOMER'), newCaller('OPERATOR')]);
});
afterAll(() => identity.stop());

const cpfs = ['52998224725', '11144477735', '39053344705', '86288366757', '16899535009', '12345678909', '98765432100'];
const person = () => ({
  email: newEmail(),
  kind: 'PERSON',
  name: 'Josefina Quartzo',
  document: cpfs.pop(),
  birthDate: '1990-04-21',
  telephone: '+5511987654321',
  activity: 'Cerâmica',
  address: {
    ...{ street: 'Rua dos Pássaros', number: '100', district: 'Centro', city: 'São Paulo', state: 'SP' },
    postalCode: '01305000',
  },
});
const front = {
  kind: 'IDENTITY_FRONT',
  sha256: 'a'.repeat(64),
  sizeBytes: 1_000,
  contentType: 'image/jpeg',
  location: 's3://sellers/17/front.jpg',
};

const register = async (body: object): Promise<string> =>
  `/recipients/${String((await merchant('POST', '/recipients', body)).body['id'])}`;

describe('documents of a recipient', () => {
  it('are kept once for a file and a kind, and listed newest first', async () => {
    const path = `${await register(person())}/documents`;
    const first = await merchant('POST', path, front);
    expect(first).toMatchObject({ status: 201, body: front });
    expect(await merchant('POST', path, front)).toMatchObject({ status: 200, body: first.body });
    const selfie = await merchant('POST', path, { ...front, kind: 'SELFIE' });

    const page = await merchant('GET', `${path}?limit=1`);
    expect(page.body).toMatchObject({ data: [selfie.body] });
    const { nextCursor } = page.body['pagination'] as { nextCursor: string };
    expect((await operator('GET', `${path}?limit=1&cursor=${nextCursor}`)).body).toMatchObject({
      data: [first.body],
      pagination: { nextCursor: null },
    });
    expect((await operator('GET', `${path}?kind=SELFIE`)).body['data']).toEqual([selfie.body]);
    expect((await merchant('GET', `${path}?cursor=x`)).status).toBe(400);
  });

  it('are nobody else’s, and their place is not shown without the scope of personal data', async () => {
    const body = person();
    const path = `${await register(body)}/documents`;
    const linked = await newCaller('CUSTOMER');
    await linked('POST', '/recipients', body);
    const stranger = await newCaller('CUSTOMER');

    expect(await linked('POST', path, front)).toMatchObject({ status: 403, body: { code: 'recipient.not_managed' } });
    expect((await linked('GET', path)).status).toBe(403);
    expect((await stranger('GET', path)).status).toBe(404);

    await merchant('POST', path, front);
    const reader = await newCaller('OPERATOR', ['recipients:read']);
    expect((await reader('GET', path)).body).toMatchObject({ data: [{ sha256: front.sha256, location: null }] });
  });

  it.each([
    ['a digest in capitals', { sha256: 'A'.repeat(64) }, 'sha256'],
    ['a signed address', { location: 'https://files.example/a?signature=1' }, 'location'],
    ['an address with a user', { location: 'https://me:secret@files.example/a' }, 'location'],
    ['no bytes', { sizeBytes: 0 }, 'sizeBytes'],
  ])('refuse %s', async (_what, more, field) => {
    expect(await merchant('POST', '/recipients/1001/documents', { ...front, ...more })).toMatchObject({
      status: 400,
      body: { errors: [{ field }] },
    });
  });
});

describe('erasure of a recipient', () => {
  it('leaves name and document, tells it once, and lets nothing be changed', async () => {
    const body = person();
    const path = await register(body);
    await merchant('POST', `${path}/documents`, front);
    await merchant('POST', `${path}/verification`);
    await operator('POST', `${path}/verification/decision`, { decision: 'VERIFIED' });
    const pixKey = { type: 'EVP', key: '123e4567-e89b-12d3-a456-426614174000' };
    const destination = { kind: 'PIX_KEY', pixKey };
    expect((await merchant('POST', `${path}/destinations`, destination)).status).toBe(201);
    const erase = () => merchant('POST', `${path}/erasure`, { reason: 'REQUESTED_BY_RECIPIENT' });
    const erased = await erase();

    expect(erased).toMatchObject({
      status: 200,
      body: {
        ...{ name: body.name, document: body.document, telephone: null, address: null, birthDate: null },
        ...{ activity: null, verification: { status: 'NOT_STARTED' }, erasedAt: expect.any(String) },
      },
    });
    expect((await erase()).body).toEqual(erased.body);
    for (const [method, what] of [
      ['PATCH', ''],
      ['POST', '/verification'],
      ['POST', '/documents'],
    ] as const) {
      const given = what === '' ? { name: 'Bia' } : what === '/documents' ? front : undefined;
      expect(await merchant(method, `${path}${what}`, given)).toMatchObject({
        status: 409,
        body: { code: 'recipient.erased' },
      });
    }
    expect((await merchant('GET', `${path}/documents`)).body['data']).toEqual([]);
    expect((await merchant('GET', `${path}/destinations`)).body['data']).toEqual([]);
    expect(await identity.db.query(`select from destination_data where target::text like '%123e4567%'`)).toEqual([]);
    expect((await operator('GET', `${path}/verification`)).body['steps']).toContainEqual(
      expect.objectContaining({ reasons: ['ERASED', 'REQUESTED_BY_RECIPIENT'] }),
    );
    expect((await identity.asAdmin('GET', path.replace('recipients', 'users'))).body).toMatchObject({
      name: path.replace('/recipients/', 'User '),
    });
    expect(await publishedOf(path, 6)).toEqual([
      ...['repasse.user.registered.v1', 'repasse.recipient.registered.v1', 'repasse.recipient.submitted.v1'],
      ...['repasse.recipient.verified.v1', 'repasse.destination.added.v1', 'repasse.recipient.erased.v1'],
    ]);
  });

  it('is not for those who do not manage the recipient', async () => {
    const body = person();
    const path = await register(body);
    const linked = await newCaller('CUSTOMER');
    await linked('POST', '/recipients', body);

    expect(await linked('POST', `${path}/erasure`, { reason: 'RELATION_ENDED' })).toMatchObject({ status: 403 });
    expect((await operator('POST', `${path}/erasure`, { reason: 'RELATION_ENDED' })).status).toBe(200);
  });

  it('ends with the row, when the law’s time is over, and leaves those who are not erased', async () => {
    const [kept, gone] = [await register(person()), await register(person())];
    await operator('POST', `${gone}/erasure`, { reason: 'RELATION_ENDED' });
    await endRowsAt(identity.db, 'identity', inDays(3_652));
    expect((await operator('GET', gone)).status).toBe(200);
    await endRowsAt(identity.db, 'identity', inDays(3_654));

    expect((await operator('GET', gone)).status).toBe(404);
    expect((await operator('GET', kept)).status).toBe(200);
  });
});

describe('personal data of a recipient', () => {
  it('is in no event', async () => {
    const body = person();
    const path = await register(body);
    await merchant('POST', `${path}/documents`, front);
    await merchant('PATCH', path, { name: 'Josefina Rubi' });
    await merchant('POST', `${path}/verification`);
    await operator('POST', `${path}/verification/decision`, { decision: 'REFUSED', reasons: ['DOCUMENT_UNREADABLE'] });
    await publishedOf(path, 4);
    const sent = JSON.stringify(await identity.bus.published('identity.events.v1', path.replace('/recipients/', '')));

    expect(sent).toContain('DOCUMENT_UNREADABLE');
    for (const word of [
      'Josefina',
      String(body.document),
      '987654321',
      '1990-04-21',
      body.email,
      'sellers/',
      'Pássaros',
    ])
      expect(sent).not.toContain(word);
  });
});

const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);

const publishedOf = async (path: string, count: number): Promise<readonly string[]> => {
  const events = await eventually(async () => {
    const all = await identity.bus.published('identity.events.v1', path.replace('/recipients/', ''));
    return all.length >= count && all;
  });
  expect(events.flatMap(({ type, data }) => validateEvent(type, data))).toEqual([]);
  return events.map(({ type }) => type);
};
