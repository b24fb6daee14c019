import { fakeClock } from '@repasse/chassis/testing/clock';
import { newEmail, startTestIdentity, type TestIdentity } from './identity';
import { arrival, peopleOf, type TestPeople, type TestPerson } from './people';

const clock = fakeClock('2026-12-01T10:00:00.000Z');

let identity: TestIdentity;
let people: TestPeople;

beforeAll(async () => {
  identity = await startTestIdentity(clock);
  people = peopleOf(identity, clock);
});
afterAll(() => identity.stop());

type Entry = Readonly<Record<string, unknown>>;

const audit = async (who: TestPerson, query = ''): Promise<readonly Entry[]> =>
  (await people.as(who, 'GET', `/audit?limit=100${query}`)).body['data'] as readonly Entry[];

const newOwner = async () => (await people.joinProven(await identity.createUser())).person;

const change = { operation: 'requestWithdrawal', object: '/withdrawals', requestId: 'req-1' };

it('says who was about to change what, and what became of it, once', async () => {
  const owner = await newOwner();
  const { userId } = owner;
  const { body } = await people.tokenOf(owner.secret, { userId, change });
  expect(await audit(owner, '&operation=requestWithdrawal')).toMatchObject([
    {
      ...{ auditId: body['auditId'], personId: owner.personId, personName: 'Ana Souza', clientId: null },
      ...{ operation: 'requestWithdrawal', object: '/withdrawals', requestId: 'req-1', outcome: 'STARTED' },
      ...{ address: arrival.address, userAgent: arrival.userAgent, status: null },
    },
  ]);
  const tell = (status: number) => people.ask('audit-outcomes', { auditId: body['auditId'], status });
  expect((await tell(409)).status).toBe(204);
  expect((await tell(201)).status).toBe(204);

  expect(await audit(owner, '&outcome=REFUSED')).toMatchObject([{ operation: 'requestWithdrawal', status: 409 }]);
  expect((await people.ask('audit-outcomes', { auditId: 'aud_unknown', status: 200 })).status).toBe(204);
});

it('keeps what a setting was and became, when the outcome is told', async () => {
  const owner = await newOwner();
  const put = { operation: 'putPaymentRules', object: '/payment-rules', requestId: 'req-2' };
  const { body } = await people.tokenOf(owner.secret, { userId: owner.userId, change: put });
  const told = {
    auditId: body['auditId'],
    status: 200,
    changes: [
      { field: 'late', before: 'hold', after: 'refund' },
      { field: 'url', after: 'x' },
    ],
  };
  expect((await people.ask('audit-outcomes', told)).status).toBe(204);

  expect(await audit(owner, '&operation=putPaymentRules')).toMatchObject([
    { outcome: 'DONE', before: { late: 'hold' }, after: { late: 'refund', url: 'x' } },
  ]);
  expect(
    await people.ask('audit-outcomes', { ...told, changes: [{ field: 'late', after: { deep: 1 } }] }),
  ).toMatchObject({
    ...{ status: 400, body: { code: 'request.invalid' } },
  });
});

it('writes nothing where something is read', async () => {
  const owner = await newOwner();
  const before = await audit(owner);
  const { body } = await people.tokenOf(owner.secret, { userId: owner.userId });

  expect(body['auditId']).toBeNull();
  expect(await audit(owner)).toEqual(before);
});

it('has sign-ins, refused ones too, and what was changed of people', async () => {
  const owner = await newOwner();
  const colleague = await people.join(owner.userId, 'SUPPORT');
  await people.signIn(colleague.email, 'not the password');
  await people.as(owner, 'PATCH', `/members/${colleague.personId}`, { role: 'FINANCE' });
  const key = await identity.asAdmin('POST', `/users/${String(owner.userId)}/invitations`, {
    ...{ email: newEmail(), role: 'SUPPORT' },
  });
  const entries = await audit(owner);

  expect(entries.slice(0, 3)).toMatchObject([
    { operation: 'INVITATION_MADE', object: key.body['invitationId'], personId: null, outcome: 'DONE' },
    {
      operation: 'MEMBER_ROLE_CHANGED',
      object: colleague.personId,
      before: { role: 'SUPPORT' },
      after: { role: 'FINANCE' },
    },
    { operation: 'SIGN_IN', personId: colleague.personId, outcome: 'REFUSED' },
  ]);
  expect(entries.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['MEMBER_JOINED', 'SECOND_FACTOR_ENROLLED']),
  );
});

it('is paged, filtered, and of one merchant alone', async () => {
  const [owner, stranger] = [await newOwner(), await newOwner()];
  for (let n = 0; n < 5; n += 1) {
    clock.advance(1_000);
    await people.tokenOf(owner.secret, { userId: owner.userId, change: { ...change, requestId: `req-${String(n)}` } });
  }
  const all = await audit(owner);
  const first = await people.as(owner, 'GET', '/audit?limit=2');
  const { nextCursor } = first.body['pagination'] as { nextCursor: string };
  const second = await people.as(owner, 'GET', `/audit?limit=2&cursor=${nextCursor}`);
  const pages = [...(first.body['data'] as Entry[]), ...(second.body['data'] as Entry[])];

  expect(pages).toEqual(all.slice(0, 4));
  expect(await audit(owner, `&from=${clock.now().toISOString()}`)).toHaveLength(1);
  expect(await audit(owner, `&personId=${stranger.personId}`)).toEqual([]);
  expect(JSON.stringify(await audit(stranger))).not.toContain(owner.personId);
  expect((await people.as(owner, 'GET', '/audit?cursor=nonsense&outcome=MAYBE')).body['errors']).toMatchObject([
    { field: 'outcome' },
    { field: 'cursor' },
  ]);
  expect((await identity.asAdmin('GET', `/users/${String(owner.userId)}/audit?limit=100`)).body['data']).toEqual(all);
});
