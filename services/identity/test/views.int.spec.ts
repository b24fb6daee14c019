import { fakeClock } from '@repasse/chassis/testing/clock';
import { startTestIdentity, type TestIdentity } from './identity';
import { peopleOf, type TestPeople, type TestPerson } from './people';

const clock = fakeClock('2026-12-01T10:00:00.000Z');

let identity: TestIdentity;
let people: TestPeople;

beforeAll(async () => {
  identity = await startTestIdentity(clock);
  people = peopleOf(identity, clock);
});
afterAll(() => identity.stop());

interface Listed {
  readonly viewId: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

const paid = { screen: 'charges', name: 'Pagas no cartão', filters: { status: 'PAID', method: 'CREDIT_CARD' } };

const save = (person: TestPerson, more: object = {}, headers: Record<string, string> = {}) =>
  people.as(person, 'POST', '/views', { ...paid, ...more }, headers);
const saved = async (person: TestPerson, more: object = {}): Promise<string> => {
  const { status, body } = await save(person, more);
  expect(status).toBe(201);
  return String(body['viewId']);
};
const viewsOf = async (person: TestPerson): Promise<readonly Listed[]> => {
  const { status, body } = await people.as(person, 'GET', '/views');
  expect(status).toBe(200);
  return body['data'] as readonly Listed[];
};
const remove = (person: TestPerson, viewId: string) => people.as(person, 'DELETE', `/views/${viewId}`);

/** Puts so many rows there as if they had been saved, `offset` after others. */
const fill = (person: TestPerson, count: number, isShared: boolean) =>
  identity.db.query(
    `insert into saved_views (view_id, user_id, person_id, screen, name, filters, is_shared, updated_at)
     select 'viw_' || $2 || n, $1, $2, 'charges', 'View ' || n, '{"status":"PAID"}', $4, now()
     from generate_series(1, $3::int) n`,
    [person.userId, person.personId, count, isShared],
  );

describe('a saved view', () => {
  it('is kept for the person who saved it, and deleted by them as often as they like', async () => {
    const ana = await people.join(await identity.createUser(), 'FINANCE');
    const { status, body } = await save(ana);
    expect([status, body]).toMatchObject([
      201,
      {
        ...paid,
        viewId: expect.stringMatching(/^viw_/) as unknown,
        ...{ isShared: false, isOwn: true, canDelete: true, personName: 'Ana Souza' },
        updatedAt: '2026-12-01T10:00:00.000Z',
      },
    ]);
    expect(await viewsOf(ana)).toMatchObject([paid]);

    const viewId = String(body['viewId']);
    expect([(await remove(ana, viewId)).status, (await remove(ana, viewId)).status]).toEqual([204, 204]);
    expect(await viewsOf(ana)).toEqual([]);
  });

  it('is replaced by one of the same name and screen, and keeps its id', async () => {
    const ana = await people.join(await identity.createUser());
    const first = await saved(ana);
    const again = await saved(ana, { filters: { status: 'FAILED' }, isShared: true });
    const other = await saved(ana, { screen: 'refunds' });

    expect([again === first, other === first]).toEqual([true, false]);
    expect(await viewsOf(ana)).toMatchObject([
      { viewId: first, screen: 'charges', filters: { status: 'FAILED' }, isShared: true },
      { viewId: other, screen: 'refunds' },
    ]);
  });

  it('is the same under the key of a request that is repeated', async () => {
    const ana = await people.join(await identity.createUser());
    const headers = { 'idempotency-key': 'view-1' };
    const first = await save(ana, {}, headers);
    await remove(ana, String(first.body['viewId']));
    const again = await save(ana, {}, headers);

    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await viewsOf(ana)).toEqual([]);
  });

  it.each([
    ['no filter', { filters: {} }],
    ['a value that is no text', { filters: { status: 1 } }],
    ['a value that is empty', { filters: { status: '' } }],
    ['a long value', { filters: { status: 'x'.repeat(201) } }],
    ['a long name of a filter', { filters: { ['x'.repeat(41)]: 'PAID' } }],
    ['a name of a filter with a sign', { filters: { 'a&b': 'PAID' } }],
    ['filters within filters', { filters: { status: { of: 'PAID' } } }],
    ['too many filters', { filters: Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`f${String(n)}`, 'x'])) }],
    ['a screen with a slash', { screen: '../keys' }],
    ['a long screen', { screen: 'x'.repeat(41) }],
    ['a name that nobody sees', { name: '\u200b' }],
    ['a long name', { name: 'x'.repeat(61) }],
  ])('is refused with %s', async (_, more) => {
    const ana = await people.join(await identity.createUser());

    expect((await save(ana, more)).status).toBe(400);
    expect(await viewsOf(ana)).toEqual([]);
  });

  it('refuses a name that would change what every object has', async () => {
    const ana = await people.join(await identity.createUser());
    const filters = JSON.parse('{"__proto__":"x"}') as object;

    expect((await save(ana, { filters })).status).toBe(400);
  });
});

describe('whose view it is', () => {
  it('is nobody else’s of the team, not even an owner’s, unless it is shared', async () => {
    const userId = await identity.createUser();
    const [ana, owner] = [await people.join(userId, 'SUPPORT'), await people.join(userId)];
    const viewId = await saved(ana);

    expect(await viewsOf(owner)).toEqual([]);
    expect((await remove(owner, viewId)).status).toBe(204);
    expect(await viewsOf(ana)).toMatchObject([{ viewId }]);
  });

  it('is seen by the team when it is shared, and deleted by its maker and by an owner', async () => {
    const userId = await identity.createUser();
    const [ana, bia] = [await people.join(userId, 'SUPPORT'), await people.join(userId, 'READ_ONLY')];
    const owner = await people.join(userId);
    const [first, second] = [await saved(ana, { isShared: true }), await saved(ana, { name: 'B', isShared: true })];

    expect(await viewsOf(bia)).toMatchObject([
      { viewId: second, isOwn: false, canDelete: false },
      { viewId: first, isOwn: false, canDelete: false, personName: 'Ana Souza' },
    ]);
    expect(await viewsOf(owner)).toMatchObject([{ isOwn: false, canDelete: true }, {}]);
    expect(await remove(bia, first)).toMatchObject({ status: 403, body: { code: 'view.not_yours' } });
    expect((await remove(owner, first)).status).toBe(204);
    expect((await remove(ana, second)).status).toBe(204);
    expect(await viewsOf(bia)).toEqual([]);
  });

  it('is another one for another person of the same name', async () => {
    const userId = await identity.createUser();
    const [ana, bia] = [await people.join(userId), await people.join(userId)];
    const first = await saved(ana, { isShared: true });

    expect(await saved(bia, { isShared: true, filters: { status: 'FAILED' } })).not.toBe(first);
    expect(await viewsOf(ana)).toHaveLength(2);
  });

  it('is nothing to the people of another merchant, shared or not', async () => {
    const ana = await people.join(await identity.createUser());
    const stranger = await people.join(await identity.createUser());
    const viewId = await saved(ana, { isShared: true });

    expect(await viewsOf(stranger)).toEqual([]);
    expect((await remove(stranger, viewId)).status).toBe(204);
    expect(await viewsOf(ana)).toMatchObject([{ viewId }]);
  });

  it('is of one of a person’s users, and not at the others', async () => {
    const [one, other] = [await identity.createUser(), await identity.createUser()];
    const ana = await people.join(one);
    const { secret } = await people.invite(other, 'FINANCE', ana.email);
    await people.as(ana, 'POST', '/person/memberships', { secret });
    await saved(ana);

    expect(await viewsOf({ ...ana, userId: other })).toEqual([]);
  });

  it('has no key', async () => {
    const userId = await identity.createUser();
    const authorization = `Bearer ${await identity.tokenOf(await identity.issueKey(userId))}`;
    for (const [method, path] of [
      ['GET', '/views'],
      ['POST', '/views'],
      ['DELETE', '/views/viw_1'],
    ] as const)
      expect(await identity.call(method, path, method === 'POST' ? paid : undefined, { authorization })).toMatchObject({
        status: 403,
        body: { code: 'auth.scope_missing' },
      });
  });

  it('goes with the role of who made it', async () => {
    const [userId, other] = [await identity.createUser(), await identity.createUser()];
    const [ana, owner] = [await people.join(userId, 'FINANCE'), await people.join(userId)];
    const { secret } = await people.invite(other, 'FINANCE', ana.email);
    await people.as(ana, 'POST', '/person/memberships', { secret });
    await saved(ana, { isShared: true });
    const elsewhere = await saved({ ...ana, userId: other });
    const kept = await saved(owner);
    expect((await identity.asAdmin('DELETE', `/users/${String(userId)}/members/${ana.personId}`)).status).toBe(204);

    expect(await viewsOf(owner)).toMatchObject([{ viewId: kept }]);
    expect(await viewsOf({ ...ana, userId: other })).toMatchObject([{ viewId: elsewhere }]);
  });
});

describe('how many there are', () => {
  it('is 50 of a person, of which each can still be replaced', async () => {
    const ana = await people.join(await identity.createUser());
    await fill(ana, 49, false);
    const both = await Promise.all([save(ana, { name: 'One' }), save(ana, { name: 'Other' })]);

    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await save(ana, { name: 'More' })).toMatchObject({ status: 409, body: { code: 'view.limit_reached' } });
    expect((await save(ana, { name: 'View 7' })).status).toBe(201);
    expect(await viewsOf(ana)).toHaveLength(50);
  });

  it('is 200 that a team shares; one’s own are kept beside them', async () => {
    const userId = await identity.createUser();
    const makers = [];
    for (let n = 0; n < 5; n += 1) makers.push(await people.join(userId, 'SUPPORT'));
    const [ana, ...others] = makers;
    if (ana === undefined) throw new Error('Nobody joined.');
    for (const maker of others) await fill(maker, 50, true);

    expect(await save(ana, { isShared: true })).toMatchObject({ status: 409, body: { code: 'view.limit_reached' } });
    await saved(ana);
    expect(await save(ana, { isShared: true })).toMatchObject({ status: 409 });
    expect(await viewsOf(ana)).toHaveLength(201);
  });
});
