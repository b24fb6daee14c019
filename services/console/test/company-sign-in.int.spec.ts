import { cookie as session, startTestConsole } from './running-console';

const authorizationUrl = 'https://login.example/authorize?state=s&nonce=n';
const browserSecret = 'b'.repeat(43);
const asked: { path: string; body: Readonly<Record<string, unknown>> }[] = [];

let running: Awaited<ReturnType<typeof startTestConsole>>;
let completed: { status: number; body: object };

beforeAll(async () => {
  running = await startTestConsole({
    identity: (path, body) => {
      asked.push({ path, body });
      if (path.endsWith('/completion')) return completed;
      return { status: 200, body: { secret: browserSecret, authorizationUrl, displayName: 'Padaria <b>' } };
    },
    api: () => ({ status: 200 }),
  });
});
afterAll(() => running.stop());
beforeEach(() => {
  asked.length = 0;
  completed = { status: 200, body: { session: { sessionSecret: 'n'.repeat(43) } } };
});

const begin = (site: string, next?: string): Promise<Response> =>
  fetch(`${running.url}/sign-in/company`, {
    method: 'POST',
    headers: { 'sec-fetch-site': site },
    body: new URLSearchParams({ company: 'padaria', ...(next !== undefined && { next }) }),
  });
const comeBack = (query: string, ...cookies: readonly string[]): Promise<Response> =>
  fetch(`${running.url}/sign-in/company/callback?${query}`, {
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'cross-site', cookie: cookies.join('; ') },
  });
const browser = `repasse_company_=${browserSecret}`;
const cookiesOf = (answer: Response): string => answer.headers.getSetCookie().join('\n');

it('leads to the provider by a page, and binds the sign-in to the browser', async () => {
  const answer = await begin('same-origin');
  const page = await answer.text();

  expect(answer.status).toBe(200);
  expect(cookiesOf(answer)).toMatch(/^repasse_company_=b{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/m);
  expect(page).toContain(`content="0;url=${authorizationUrl.replace('&', '&amp;')}"`);
  expect(page).toContain('Padaria &lt;b&gt;');
  expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'");
});

it('is begun by no other site', async () => {
  expect((await begin('cross-site')).status).toBe(403);
  expect(asked).toEqual([]);
});

it('signs in whoever comes back to where they began, and forgets what the browser kept', async () => {
  const answer = await comeBack('state=s&code=c&iss=https%3A%2F%2Flogin.example', browser);

  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  expect(cookiesOf(answer)).toMatch(/repasse_session_=n{43};[^]*repasse_company_=;.*Max-Age=0/);
  expect(asked).toMatchObject([
    { body: { secret: browserSecret, state: 's', code: 'c', iss: 'https://login.example' } },
  ]);
});

it.each([
  ['/device?code=BCDF-GHJK', '/device?code=BCDF-GHJK'],
  ['//elsewhere.example/', '/'],
  ['https://elsewhere.example/', '/'],
])('leads who asked for %s to %s', async (next, way) => {
  const [, kept = ''] = /(repasse_way_=[^;]+);/.exec(cookiesOf(await begin('same-origin', next))) ?? [];
  const answer = await comeBack('state=s&code=c', browser, kept);

  expect(answer.headers.get('location')).toBe(way);
  expect(cookiesOf(answer)).toMatch(/repasse_way_=;.*Max-Age=0/);
});

it('leads nowhere else by a way that somebody else kept in the browser', async () => {
  const kept = `repasse_way_=${Buffer.from('//elsewhere.example/').toString('base64url')}`;

  expect((await comeBack('state=s&code=c', browser, kept)).headers.get('location')).toBe('/');
});

it('leads back to Security and leaves the session where a person was linked', async () => {
  completed = { status: 200, body: { session: null } };
  const answer = await comeBack('state=s&code=c', browser, session);

  expect(answer.headers.get('location')).toBe('/security');
  expect(cookiesOf(answer)).not.toContain('repasse_session');
  expect(asked).toMatchObject([{ body: { sessionSecret: 's'.repeat(43) } }]);
});

it.each([
  ['began elsewhere', 'state=s&code=c', session],
  ['gave up at the provider', 'state=s&error=access_denied', browser],
  ['brings a parameter twice', 'state=s&state=t&code=c', browser],
])('asks nothing of identity for who %s', async (_what, query, cookie) => {
  const answer = await comeBack(query, cookie);

  expect(answer.status).toBe(401);
  expect(await answer.text()).toContain('role="alert"');
  expect(asked).toEqual([]);
});

it('tells of a sign-in that nobody is linked to', async () => {
  completed = { status: 403, body: { code: 'company_sign_in.not_linked', detail: '' } };
  const answer = await comeBack('state=s&code=c&lang=en', browser);

  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain('Sign in by password first');
});
