import { startTestConsole } from './running-console';

const [staffUser, shopOfStaff, merchant] = [1, 7, 1001];

let running: Awaited<ReturnType<typeof startTestConsole>>;
let roles: Readonly<Record<number, string>>;

beforeAll(async () => {
  running = await startTestConsole({
    identity: (_, { userId = shopOfStaff }) => {
      const role = roles[Number(userId)];
      if (role === undefined) return { status: 404, body: { code: 'membership.not_found', detail: 'No role.' } };
      const memberships = Object.entries(roles).map(([id, each]) => ({ userId: Number(id), role: each }));
      return { status: 200, body: { person: { memberships }, userId, role, accessToken: 'a-token' } };
    },
    api: () => ({ status: 200 }),
  });
});
afterAll(() => running.stop());

const sessionAt = async (userId: number): Promise<readonly [number, unknown]> => {
  const answer = await running.ask('GET', `/session?user=${String(userId)}`);
  return [answer.status, await answer.json()];
};

it('of staff looks at a merchant as who they are, whichever of their users comes first', async () => {
  roles = { [shopOfStaff]: 'OWNER', [staffUser]: 'STAFF_OPERATOR' };

  const [status, session] = await sessionAt(merchant);
  expect([status, session]).toEqual([
    200,
    expect.objectContaining({ userId: staffUser, role: 'STAFF_OPERATOR', merchantId: merchant }),
  ]);
  expect(JSON.stringify(session)).not.toContain('a-token');
});

it('is for a user of one’s own no look at a merchant', async () => {
  roles = { [shopOfStaff]: 'OWNER', [staffUser]: 'STAFF_OPERATOR' };

  expect(await sessionAt(shopOfStaff)).toMatchObject([200, { userId: shopOfStaff, merchantId: null }]);
});

it('of a merchant’s people ends at their own users', async () => {
  roles = { [shopOfStaff]: 'OWNER' };

  expect(await sessionAt(merchant)).toMatchObject([404, { code: 'membership.not_found' }]);
});
