import { validateEvent } from '@repasse/contracts';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { newEmail, startTestIdentity, type IssuedKey, type TestIdentity } from './identity';
import { newCpf } from './new-cpf';

let identity: TestIdentity;

/** Valid, and nobody's. */
const cpfs = ['52998224725', '11144477735', '39053344705', '86288366757', '16899535009', '12345678909'];

interface Caller {
  readonly userId: number;
  readonly key: IssuedKey;
  readonly ask: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<TestAnswer>;
}

const newCaller = async (profile = 'CUSTOMER', scopes?: readonly string[]): Promise<Caller> => {
  const userId = await identity.createUser(profile);
  return callerWith(userId, await identity.issueKey(userId, scopes === undefined ? {} : { scopes }));
};

const callerWith = async (userId: number, key: IssuedKey): Promise<Caller> => {
  const authorization = `Bearer ${await identity.tokenOf(key)}`;
  return {
    ...{ userId, key },
    ask: (method, path, body, headers = {}) => identity.call(method, path, body, { authorization, ...headers }),
  };
};

const address = {
  ...{ street: 'Rua Augusta', number: '100', district: 'Consolação', city: 'São Paulo', state: 'SP' },
  postalCode: '01305-000',
};
const whole = { birthDate: '1990-04-21', telephone: '+55 (11) 98765-4321', address };
const ana = (more: object = {}) => ({
  email: newEmail(),
  kind: 'PERSON',
  name: 'Ana Souza',
  document: newCpf(),
  ...more,
});

let merchant: Caller;
let operator: Caller;

beforeAll(async () => {
  identity = await startTestIdentity();
  [merchant, operator] = await Promise.all([newCaller(), newCaller('OPERATOR')]);
});
afterAll(() => identity.stop());

const create = (body: object, by = merchant) => by.ask('POST', '/recipients', body);
const idOf = ({ body }: TestAnswer): string => String(body['id']);

describe('POST /recipients', () => {
  it('makes a user with a legal side, managed by the merchant', async () => {
    const body = ana({ ...whole, document: '529.982.247-25', externalReference: 'seller-1' });
    const made = await create(body);

    expect(made).toMatchObject({
      status: 201,
      body: {
        ...{ kind: 'PERSON', name: 'Ana Souza', document: '52998224725', telephone: '+5511987654321' },
        ...{ address: { postalCode: '01305000' }, isMasked: false, isManaged: true, externalReference: 'seller-1' },
        verification: { status: 'NOT_STARTED', refusalReasons: [], suspensionReason: null },
      },
    });
    expect((await merchant.ask('GET', `/recipients/${idOf(made)}`)).body).toEqual(made.body);
  });

  it('finds one by reference, document or e-mail, and changes nothing', async () => {
    const merchant = await newCaller();
    const body = ana({ externalReference: 'seller-2' });
    const made = await create(body, merchant);

    for (const again of [
      body,
      { ...body, email: newEmail(), name: 'Bia' },
      { ...body, email: newEmail(), externalReference: undefined },
      { ...body, externalReference: undefined, name: 'Carla' },
    ])
      expect(await create(again, merchant)).toMatchObject({ status: 200, body: made.body });
  });

  it('makes one of twenty at once', async () => {
    const merchant = await newCaller();
    const body = ana();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(body, merchant)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
    expect(new Set(answers.map(idOf)).size).toBe(1);
  });

  it('refuses what contradicts a seller that is known', async () => {
    const merchant = await newCaller();
    const body = ana({ document: cpfs[0], externalReference: 'seller-3' });
    await create(body, merchant);
    const refused = async (more: object, code: string) =>
      expect(await create({ ...body, ...more }, merchant)).toMatchObject({ status: 409, body: { code } });

    await refused({ document: cpfs[1] }, 'recipient.document_differs');
    await refused({ document: cpfs[1], externalReference: undefined }, 'recipient.document_differs');
    await refused({ externalReference: 'another' }, 'recipient.reference_differs');
  });

  it.each([
    ['a company with a CPF', { kind: 'COMPANY' }, 'document'],
    [
      'a person with a representative',
      { representative: { name: 'B', document: cpfs[1], birthDate: '1980-01-01' } },
      'representative',
    ],
    ['a wrong check digit', { document: '52998224724' }, 'document'],
    ['a telephone without country', { telephone: '11987654321' }, 'telephone'],
    ['a state of three letters', { address: { ...address, state: 'SPX' } }, 'address.state'],
  ])('refuses %s', async (_, more, field) => {
    const answer = await create(ana(more));
    expect(answer).toMatchObject({ status: 400, body: { code: 'request.invalid', errors: [{ field }] } });
  });

  it('takes an alphanumeric CNPJ', async () => {
    const representative = { name: 'Bia Lima', document: cpfs[2], birthDate: '1980-01-01' };
    const answer = await create(ana({ kind: 'COMPANY', document: '12.ABC.345/01DE-35', representative }));
    expect(answer).toMatchObject({ status: 201, body: { document: '12ABC34501DE35' } });
  });

  it('needs the scope, and repeats its answer under one key', async () => {
    const reader = await callerWith(
      merchant.userId,
      await identity.issueKey(merchant.userId, { scopes: ['recipients:read'] }),
    );
    expect((await create(ana(), reader)).status).toBe(403);
    const body = ana();
    const headers = { 'idempotency-key': 'seller-once' };
    const first = await merchant.ask('POST', '/recipients', body, headers);
    expect(await merchant.ask('POST', '/recipients', body, headers)).toMatchObject({ status: 201, text: first.text });
  });
});

describe('another merchant', () => {
  it('finds a seller by e-mail and document, sees them masked and changes nothing', async () => {
    const another = await newCaller();
    const body = ana({ ...whole, document: cpfs[3] });
    const id = idOf(await create(body));

    expect((await another.ask('GET', `/recipients/${id}`)).status).toBe(404);
    expect(await create({ ...body, document: cpfs[4] }, another)).toMatchObject({
      status: 409,
      body: { code: 'recipient.document_differs' },
    });
    const found = await create(body, another);
    expect(found).toMatchObject({
      status: 200,
      body: { name: 'Ana S.', document: '***.883.667-**', isMasked: true, isManaged: false, address: null },
    });
    expect(found.text).not.toContain(body.email);
    expect(await another.ask('PATCH', `/recipients/${id}`, { name: 'Eva' })).toMatchObject({
      status: 403,
      body: { code: 'recipient.not_managed' },
    });
    expect((await another.ask('POST', `/recipients/${id}/verification`)).status).toBe(403);
  });

  it('does not describe a user that it did not make', async () => {
    const email = newEmail();
    await identity.asAdmin('POST', '/users', { email, name: 'Olga', profile: 'CUSTOMER' });
    expect(await create(ana({ email }))).toMatchObject({ status: 409, body: { code: 'recipient.user_exists' } });
  });
});

describe('a verification', () => {
  it('is asked for by the merchant and decided by staff; both are kept, and all is told', async () => {
    const id = idOf(await create(ana()));
    const path = `/recipients/${id}/verification`;
    expect(await merchant.ask('POST', path)).toMatchObject({
      status: 409,
      body: {
        code: 'recipient.incomplete',
        errors: [{ field: 'telephone' }, { field: 'address' }, { field: 'birthDate' }],
      },
    });
    await merchant.ask('PATCH', `/recipients/${id}`, whole);
    expect(await merchant.ask('POST', path)).toMatchObject({ body: { verification: { status: 'PENDING' } } });
    expect((await merchant.ask('POST', `${path}/decision`, { decision: 'VERIFIED' })).status).toBe(403);
    expect(await operator.ask('POST', `${path}/decision`, { decision: 'REFUSED' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'reasons' }] },
    });
    await operator.ask('POST', `${path}/decision`, { decision: 'REFUSED', reasons: ['DOCUMENT_UNREADABLE'] });
    await merchant.ask('POST', path);
    await operator.ask('POST', `${path}/decision`, { decision: 'VERIFIED' });
    expect(await operator.ask('POST', `${path}/decision`, { decision: 'REFUSED', reasons: ['X'] })).toMatchObject({
      status: 409,
      body: {
        code: 'recipient.verification_conflict',
        currentStatus: 'VERIFIED',
        allowedActions: ['suspend', 'reopen'],
      },
    });

    expect((await operator.ask('GET', path)).body).toMatchObject({
      status: 'VERIFIED',
      steps: [
        { verification: 'PENDING', byUserId: merchant.userId, byClientId: merchant.key.clientId },
        { verification: 'REFUSED', reasons: ['DOCUMENT_UNREADABLE'], byClientId: operator.key.clientId },
        { verification: 'PENDING' },
        { verification: 'VERIFIED', byUserId: operator.userId },
      ],
    });
    expect(await toldOf(id, 5)).toEqual(['registered', 'submitted', 'refused', 'submitted', 'verified']);
  });

  it('begins anew when what was verified changes, and not for a telephone', async () => {
    const id = await verified();
    const patch = async (body: object) => (await merchant.ask('PATCH', `/recipients/${id}`, body)).body;
    expect(await patch({ telephone: '+5511912345678' })).toMatchObject({ verification: { status: 'VERIFIED' } });
    expect(await patch({ name: 'Ana Lima' })).toMatchObject({ verification: { status: 'NOT_STARTED' } });
    expect((await toldOf(id, 4)).at(-1)).toBe('reopened');

    await merchant.ask('POST', `/recipients/${id}/verification`);
    expect(await patch({ name: 'Ana Dias' })).toMatchObject({ code: 'recipient.being_verified' });
  });

  it('is suspended and taken up again by staff', async () => {
    const id = await verified();
    const decide = async (body: object) =>
      (await operator.ask('POST', `/recipients/${id}/verification/decision`, body)).body;
    expect(await decide({ decision: 'SUSPENDED', reasons: ['UNDER_REVIEW'] })).toMatchObject({
      verification: { status: 'SUSPENDED', suspensionReason: 'UNDER_REVIEW' },
    });
    expect(await decide({ decision: 'VERIFIED' })).toMatchObject({
      verification: { status: 'VERIFIED', suspensionReason: null },
    });
    expect((await toldOf(id, 5)).slice(-2)).toEqual(['suspended', 'verified']);
  });
});

const verified = async (): Promise<string> => {
  const id = idOf(await create(ana(whole)));
  await merchant.ask('POST', `/recipients/${id}/verification`);
  await operator.ask('POST', `/recipients/${id}/verification/decision`, { decision: 'VERIFIED' });
  return id;
};

const toldOf = async (id: string, count: number): Promise<string[]> => {
  const events = await eventually(async () => {
    const all = await identity.bus.published('identity.events.v1', id);
    return all.length > count && all;
  });
  expect(events.flatMap(({ type, data }) => validateEvent(type, data))).toEqual([]);
  return events.slice(1).map(({ type }) => type.split('.')[2] ?? '');
};

describe('GET /recipients', () => {
  it('lists a merchant’s own by each filter, newest first, by cursor', async () => {
    const merchant = await newCaller();
    const [emails, references] = [
      [newEmail(), newEmail(), newEmail()],
      ['a', 'b', 'c'],
    ];
    const names = ['Ângela Dias', 'Angelo Reis', 'Bruno Lima'];
    for (const [index, name] of names.entries()) {
      const more = { name, email: emails[index], document: cpfs[index], externalReference: references[index] };
      await create(ana(more), merchant);
    }
    const list = async (query: string, by = merchant) => {
      const { body } = await by.ask('GET', `/recipients?${query}`);
      return (body['data'] as { externalReference: string }[])
        .map(({ externalReference }) => externalReference)
        .join('');
    };

    expect(await list('')).toBe('cba');
    expect(await list('name=ANGEL')).toBe('ba');
    expect(await list(`document=${cpfs[2]}`)).toBe('c');
    expect(await list(`email=${encodeURIComponent(String(emails[0]).toUpperCase())}`)).toBe('a');
    expect(await list('externalReference=b')).toBe('b');
    expect(await list('verification=NOT_STARTED&name=%25')).toBe('');
    const ofMerchant = `/recipients?merchant_user_id=${String(merchant.userId)}`;
    expect((await operator.ask('GET', ofMerchant)).body['data']).toHaveLength(3);
    const first = (await merchant.ask('GET', '/recipients?limit=2')).body['pagination'] as { nextCursor: string };
    expect(await list(`limit=2&cursor=${first.nextCursor}`)).toBe('a');
    expect(await list('', await newCaller())).toBe('');
    expect((await merchant.ask('GET', '/recipients?cursor=x')).status).toBe(400);
  });

  it('masks personal data without its scope', async () => {
    const key = await identity.issueKey(merchant.userId, { scopes: ['recipients:read'] });
    const reader = await callerWith(merchant.userId, key);
    const id = idOf(await create(ana({ ...whole, document: cpfs[5] })));
    const seen = await reader.ask('GET', `/recipients/${id}`);
    expect(seen.body).toMatchObject({ document: '***.456.789-**', telephone: '**********4321', birthDate: null });
  });
});
