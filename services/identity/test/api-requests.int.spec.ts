import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { startTestIdentity, type IssuedKey, type TestIdentity } from './identity';

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startTestIdentity();
});
afterAll(() => identity.stop());

interface Page {
  readonly data: readonly Record<string, unknown>[];
  readonly pagination: { readonly nextCursor: string | null };
}

const as = async (key: IssuedKey, method: string, path: string, body?: object) =>
  identity.call(method, path, body, { authorization: `Bearer ${await identity.tokenOf(key)}` });
const requestsOf = async (key: IssuedKey, query = ''): Promise<Page> =>
  (await as(key, 'GET', `/requests/identity?limit=100${query}`)).body as unknown as Page;
const newKey = async (): Promise<IssuedKey & { readonly userId: number }> => {
  const userId = await identity.createUser();
  return { ...(await identity.issueKey(userId)), userId };
};
const routes = ({ data }: Page) =>
  data.map(({ method, route, status }) => `${String(method)} ${String(route)} ${String(status)}`);

it('tells a merchant what its keys asked and how it was answered, and nobody else', async () => {
  const [key, foreign] = [await newKey(), await newKey()];
  await as(key, 'GET', '/profile');
  const { headers } = await as(key, 'POST', '/recipients', { email: 'not an address 4111111111111111' });
  await as(key, 'GET', '/users');

  await eventuallyHolds(async () => {
    expect(routes(await requestsOf(key))).toEqual(
      expect.arrayContaining(['GET /profile 404', 'POST /recipients 400', 'GET /users 403']),
    );
  });
  const requestId = headers.get('x-request-id') ?? '';
  const { data } = await requestsOf(key, `&requestId=${requestId}`);
  expect(data).toMatchObject([
    { clientId: key.clientId, requestId, route: '/recipients', code: 'request.card_data_refused', isKeyed: false },
  ]);
  expect(routes(await requestsOf(key, '&isRefused=true&method=POST'))).toEqual(['POST /recipients 400']);
  expect((await requestsOf(key, `&clientId=${foreign.clientId}`)).data).toEqual([]);
  expect((await requestsOf(foreign, `&requestId=${requestId}`)).data).toEqual([]);
  expect((await as(foreign, 'GET', `/requests/identity?user_id=${String(key.userId)}`)).status).toBe(403);
  const staff = await identity.asAdmin(
    'GET',
    `/requests/identity?user_id=${String(key.userId)}&requestId=${requestId}`,
  );
  expect(staff.body['data']).toHaveLength(1);
  const [kept] = await identity.db.query<{ row: string }>("select string_agg(r::text, '') as row from api_requests r");
  expect(kept?.row).not.toContain('4111');
});

it('is read page by page', async () => {
  const key = await newKey();
  for (let at = 0; at < 5; at += 1) await as(key, 'GET', '/profile');
  await eventuallyHolds(async () => {
    expect((await requestsOf(key, '&status=404')).data).toHaveLength(5);
  });

  const seen: unknown[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await as(key, 'GET', `/requests/identity?limit=2&status=404${after}`);
    const { data, pagination } = body as unknown as Page;
    seen.push(...data.map(({ id }) => id));
    cursor = pagination.nextCursor;
  }
  expect(new Set(seen).size).toBe(5);
  expect(seen).toHaveLength(5);
});

it('outlives a stop of the service', async () => {
  const key = await newKey();
  await as(key, 'GET', '/second-factor');
  await identity.restart();

  expect(routes(await requestsOf(key))).toContain('GET /second-factor 404');
});
