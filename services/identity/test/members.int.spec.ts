import { fakeClock } from '@repasse/chassis/testing/clock';
import { newEmail, startTestIdentity, type TestIdentity } from './identity';
import { peopleOf, type TestPeople } from './people';

const clock = fakeClock('2026-12-01T10:00:00.000Z');

let identity: TestIdentity;
let people: TestPeople;

beforeAll(async () => {
  identity = await startTestIdentity(clock);
  people = peopleOf(identity, clock);
});
afterAll(() => identity.stop());

describe('an owner', () => {
  it('invites, lists, changes roles and takes people away', async () => {
    const userId = await identity.createUser();
    const { person: owner } = await people.joinProven(userId);
    const email = newEmail();
    const invited = await people.as(owner, 'POST', '/invitations', { email, role: 'SUPPORT' });
    expect(invited).toMatchObject({ status: 201, body: { email, role: 'SUPPORT' } });
    expect((await people.as(owner, 'GET', '/invitations')).body['data']).toMatchObject([{ email }]);
    await people.become(String(invited.body['secret']), { name: 'Bia' });
    const members = (await people.as(owner, 'GET', '/members')).body['data'] as { personId: string }[];
    expect(members).toMatchObject([
      { personId: owner.personId, role: 'OWNER', hasSecondFactor: true },
      { name: 'Bia', email, role: 'SUPPORT', hasSecondFactor: false },
    ]);
    const path = `/members/${members[1]?.personId ?? ''}`;

    expect(await people.as(owner, 'PATCH', path, { role: 'FINANCE' })).toMatchObject({ body: { role: 'FINANCE' } });
    expect((await people.as(owner, 'DELETE', path)).status).toBe(204);
    expect((await people.as(owner, 'DELETE', path)).status).toBe(204);
    expect((await people.as(owner, 'PATCH', path, { role: 'FINANCE' })).status).toBe(404);
  });

  it('needs a second factor that was proven within minutes', async () => {
    const { person: owner, app } = await people.joinProven(await identity.createUser());
    const invite = () => people.as(owner, 'POST', '/invitations', { email: newEmail(), role: 'SUPPORT' });
    expect((await invite()).status).toBe(201);
    clock.advance(6 * 60_000);
    expect(await invite()).toMatchObject({ status: 403, body: { code: 'auth.step_up_required' } });
    owner.secret = String((await people.prove(owner.secret, people.codeOf(app))).body['sessionSecret']);

    expect((await invite()).status).toBe(201);
  });

  it('stays one while they are the last, whoever tries, also two at once', async () => {
    const userId = await identity.createUser();
    const [one, other] = [(await people.joinProven(userId)).person, (await people.joinProven(userId)).person];
    const demote = (who: typeof one, whom: typeof one) =>
      people.as(who, 'PATCH', `/members/${whom.personId}`, { role: 'READ_ONLY' });
    const answers = await Promise.all([demote(one, other), demote(other, one)]);
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    const last = answers[0].status === 200 ? one : other;

    expect(await demote(last, last)).toMatchObject({ status: 409, body: { code: 'membership.last_owner' } });
    expect(await people.as(last, 'DELETE', `/members/${last.personId}`)).toMatchObject({ status: 409 });
    expect((await identity.asAdmin('DELETE', `/users/${String(userId)}/members/${last.personId}`)).status).toBe(204);
  });

  it('sees nobody of another merchant', async () => {
    const [own, foreign] = [await identity.createUser(), await identity.createUser()];
    const { person: owner } = await people.joinProven(own);
    const stranger = await people.join(foreign);
    const { body: invited } = await identity.asAdmin('POST', `/users/${String(foreign)}/invitations`, {
      ...{ email: newEmail(), role: 'OWNER' },
    });

    expect((await people.as(owner, 'PATCH', `/members/${stranger.personId}`, { role: 'SUPPORT' })).status).toBe(404);
    expect((await people.as(owner, 'DELETE', `/members/${stranger.personId}`)).status).toBe(204);
    expect((await people.as(owner, 'DELETE', `/invitations/${String(invited['invitationId'])}`)).status).toBe(404);
    expect((await people.tokenOf(stranger.secret, { userId: foreign })).status).toBe(200);
  });
});

describe('a role', () => {
  it.each(['FINANCE', 'SUPPORT', 'DEVELOPER', 'READ_ONLY'])('of %s lets nobody in', async (role) => {
    const { person } = await people.joinProven(await identity.createUser(), role);

    expect(await people.as(person, 'POST', '/invitations', { email: newEmail(), role: 'OWNER' })).toMatchObject({
      status: 403,
    });
    expect((await people.as(person, 'GET', '/members')).status).toBe(200);
    expect((await people.as(person, 'GET', '/audit')).status).toBe(403);
  });

  it('of staff is for staff, and not for an owner beside them to give', async () => {
    const [merchant, staff] = [await identity.createUser(), await identity.createUser('ADMIN')];
    const { person: owner } = await people.joinProven(staff);
    const invitation = { email: newEmail(), role: 'STAFF_ADMIN' };

    expect(await identity.asAdmin('POST', `/users/${String(merchant)}/invitations`, invitation)).toMatchObject({
      status: 409,
      body: { code: 'membership.role_not_allowed' },
    });
    expect(await people.as(owner, 'POST', '/invitations', invitation)).toMatchObject({ status: 409 });
    expect(await people.as(owner, 'PATCH', `/members/${owner.personId}`, { role: 'STAFF_ADMIN' })).toMatchObject({
      status: 409,
    });
  });
});

describe('an invitation', () => {
  it('takes the place of the one before for the same address', async () => {
    const userId = await identity.createUser();
    const first = await people.invite(userId);
    const second = await people.invite(userId, 'OWNER', first.email);

    expect((await people.become(first.secret)).status).toBe(404);
    expect((await people.become(second.secret)).status).toBe(201);
    expect(
      await identity.asAdmin('POST', `/users/${String(userId)}/invitations`, { email: first.email, role: 'OWNER' }),
    ).toMatchObject({ status: 409, body: { code: 'membership.exists' } });
  });

  it('is taken back, and its secret stands nowhere', async () => {
    const userId = await identity.createUser();
    const { person: owner } = await people.joinProven(userId);
    const { body } = await people.as(
      owner,
      'POST',
      '/invitations',
      { email: newEmail(), role: 'SUPPORT' },
      {
        'idempotency-key': 'one-invitation',
      },
    );
    const stored = await identity.stored('invitations', 'idempotency_keys', 'audit_entries', 'outbox');
    expect(stored).not.toContain(String(body['secret']));
    const path = `/invitations/${String(body['invitationId'])}`;

    expect((await people.as(owner, 'DELETE', path)).status).toBe(204);
    expect((await people.as(owner, 'DELETE', path)).status).toBe(204);
    expect((await people.become(String(body['secret']))).status).toBe(404);
  });

  it('is not made beyond a hundred people', async () => {
    const userId = await identity.createUser();
    await identity.db.query(
      `insert into invitations (invitation_id, user_id, email, role, secret_hash, created_at, created_by, expires_at)
       select 'inv_' || n, $1::bigint, n || '@example.com', 'SUPPORT', decode(md5(n::text || $1::text), 'hex'), $2::timestamptz, 'test',
         $2::timestamptz + interval '1 day' from generate_series(1, 100) n`,
      [userId, clock.now().toISOString()],
    );

    expect(
      await identity.asAdmin('POST', `/users/${String(userId)}/invitations`, { email: newEmail(), role: 'OWNER' }),
    ).toMatchObject({ status: 409, body: { code: 'membership.limit_reached' } });
  });
});
