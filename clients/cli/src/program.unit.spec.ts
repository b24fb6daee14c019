import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { Webhook } from 'standardwebhooks';
import { runProgram } from './program';
import { version } from './version';

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (asked: Asked, response: ServerResponse) => void;

const secret = `whsec_${Buffer.from('a-secret-of-webhooks-for-the-tests').toString('base64')}`;
const json =
  (status: number, body: unknown): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

let server: Server;
let baseUrl = '';
let folder = '';
let routes: Record<string, Answer> = {};
let asked: Asked[] = [];

const usual: Record<string, Answer> = {
  'POST /oauth/token': json(200, { access_token: 'token', expires_in: 3_600 }),
  'GET /api-key/validate': ({ headers }, response) => {
    const isTaken = headers.authorization === `Basic ${Buffer.from('key:right').toString('base64')}`;
    const key = {
      valid: true,
      userId: 1_001,
      clientId: 'key',
      profile: 'CUSTOMER',
      scopes: ['charges:read'],
      expiresAt: null,
    };
    json(isTaken ? 200 : 401, isTaken ? key : { code: 'auth.token_invalid' })({} as Asked, response);
  },
  'GET /webhook-secret': json(200, { secret, createdAt: '2026-11-26T12:00:00.000Z', previousSecretExpiresAt: null }),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body };
      asked.push(one);
      const route = `${method} ${url.replace(/\?.*/, '')}`;
      (routes[route] ?? usual[route] ?? json(404, { code: 'route.not_found', title: 'No', detail: 'No' }))(
        one,
        response,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repasse-cli-'));
  [routes, asked] = [{}, []];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

const collecting = () => {
  const chunks: string[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk.toString());
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
};

const repasse = async (
  args: readonly string[],
  more: { env?: object; stdin?: string; signal?: AbortSignal } = {},
): Promise<Run> => {
  const [out, err] = [collecting(), collecting()];
  const exitCode = await runProgram(args, {
    env: { XDG_CONFIG_HOME: join(folder, 'config'), XDG_STATE_HOME: join(folder, 'state'), ...more.env },
    cwd: folder,
    stdin: Readable.from([more.stdin ?? '']),
    ...{ stdout: out.stream, stderr: err.stream, fetch: globalThis.fetch },
    signal: more.signal ?? new AbortController().signal,
  });
  return { exitCode, out: out.text(), err: err.text() };
};
const login = (name = 'default') =>
  repasse(['login', '--profile', name, '--base-url', baseUrl, '--client-id', 'key'], { stdin: 'right\n' });

describe('signing in', () => {
  it('keeps a key that is taken in a file of its owner, and says whose it is', async () => {
    expect(await login()).toMatchObject({ exitCode: 0, out: '' });

    const file = join(folder, 'config', 'repasse', 'profiles.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { exitCode, out } = await repasse(['whoami', '--json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ profile: 'default', userId: 1_001, scopes: ['charges:read'] });
  });

  it('keeps nothing of a key that is refused', async () => {
    const args = ['login', '--base-url', baseUrl, '--client-id', 'key'];
    expect(await repasse(args, { stdin: 'wrong\n' })).toMatchObject({ exitCode: 4 });
    expect(await repasse(['whoami'])).toMatchObject({ exitCode: 4 });
  });

  const device = {
    ...{ clientId: 'key', clientSecret: 'right', userCode: 'BDFG-HJKL', intervalSeconds: 0 },
    ...{ approvalUrl: 'https://console.example/device?code=BDFG-HJKL', expiresAt: '2999-01-01T00:00:00.000Z' },
  };
  /** One answer after the other; the last stays. */
  const decisions = (...statuses: readonly string[]): Answer => {
    const left = [...statuses];
    return (one, response) => json(200, { status: left.length > 1 ? left.shift() : left[0] })(one, response);
  };

  it('gets a key in the browser, once a person has approved it there', async () => {
    routes['POST /device-authorizations'] = json(201, device);
    routes['GET /device-authorizations/key'] = decisions('WAITING', 'WAITING', 'APPROVED');
    const { exitCode, err, out } = await repasse(['login', '--base-url', baseUrl, '--scopes', 'charges:read']);

    expect([exitCode, out]).toEqual([0, '']);
    expect(err).toContain('BDFG-HJKL');
    expect(err).toContain(device.approvalUrl);
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({ scopes: ['charges:read'] });
    expect(await repasse(['whoami'])).toMatchObject({ exitCode: 0 });
  });

  it('prints what a script needs to have it approved', async () => {
    routes['POST /device-authorizations'] = json(201, device);
    routes['GET /device-authorizations/key'] = decisions('APPROVED');
    const { out } = await repasse(['login', '--json', '--base-url', baseUrl]);

    const { approvalUrl, userCode, expiresAt } = device;
    expect(JSON.parse(out)).toEqual({ approvalUrl, userCode, expiresAt });
  });

  it('keeps nothing of a key that was refused in the browser, or that nobody approved', async () => {
    routes['POST /device-authorizations'] = json(201, device);
    routes['GET /device-authorizations/key'] = decisions('REFUSED');
    expect(await repasse(['login', '--base-url', baseUrl])).toMatchObject({ exitCode: 4 });
    routes['GET /device-authorizations/key'] = json(404, { code: 'device_authorization.not_found' });
    expect(await repasse(['login', '--base-url', baseUrl])).toMatchObject({ exitCode: 4 });
    expect(await repasse(['whoami'])).toMatchObject({ exitCode: 4 });
  });

  it('says why an installation has no page for it', async () => {
    const detail = 'There is no console.';
    routes['POST /device-authorizations'] = json(409, { code: 'device_authorization.no_console', detail });
    const { exitCode, err } = await repasse(['login', '--base-url', baseUrl]);

    expect(exitCode).toBe(1);
    expect(err).toContain(detail);
  });

  it('takes the demo merchant of a system that runs here', async () => {
    mkdirSync(join(folder, '.local'));
    const stack = { baseUrl, sandboxUrl: baseUrl, merchant: { clientId: 'key', clientSecret: 'right' } };
    writeFileSync(join(folder, '.local', 'stack.json'), JSON.stringify(stack));
    expect(await repasse(['login', '--local'])).toMatchObject({ exitCode: 0 });
  });

  it('is not needed where the environment has the key', async () => {
    const env = { REPASSE_BASE_URL: baseUrl, REPASSE_CLIENT_ID: 'key', REPASSE_CLIENT_SECRET: 'right' };
    expect((await repasse(['whoami'], { env })).out).toContain('environment');
  });

  it('has several profiles, of which one is meant, and forgets them', async () => {
    await login('shop');
    await login('other');
    expect(
      (await repasse(['profiles', '--json'])).out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toMatchObject([
      { name: 'shop', current: '' },
      { name: 'other', current: '*' },
    ]);
    await repasse(['profiles', 'use', 'shop']);
    await repasse(['logout']);
    expect(readFileSync(join(folder, 'config', 'repasse', 'profiles.json'), 'utf8')).not.toContain('"shop"');
  });
});

describe('charges', () => {
  beforeEach(() => login());

  it('are listed as a table, or an object a line', async () => {
    const charge = {
      id: 'ch_1',
      status: 'PAID',
      grossAmount: '10.00',
      externalReference: 'a\u001b[31m',
      createdAt: 'now',
    };
    routes['GET /charge/list'] = json(200, { data: [charge], pagination: { nextCursor: null } });

    const { out } = await repasse(['charges', 'list', '--status', 'paid']);
    expect(out).toMatch(/^ID +STATUS/);
    expect(out).not.toContain('\u001b');
    expect(asked.at(-1)?.url).toBe('/charge/list?limit=20&status=PAID');
    expect(JSON.parse((await repasse(['charges', 'list', '--json'])).out)).toEqual(charge);
  });

  it('are created with a key that repeats are known by', async () => {
    routes['POST /charge'] = json(200, { id: 'ch_1' });
    await repasse(['charges', 'create', '--amount', '10.00', '--method', 'pix', '--idempotency-key', 'order-1']);

    const { headers, body } = asked.at(-1) ?? {};
    expect(headers?.['idempotency-key']).toBe('order-1');
    expect(JSON.parse(body ?? '')).toEqual({ grossAmount: '10.00', currency: 'BRL', paymentMethod: 'PIX' });
  });

  it('that are refused say why, and what is allowed', async () => {
    const errors = [{ field: 'grossAmount', message: 'is too small.' }];
    routes['POST /charge'] = json(400, {
      code: 'request.invalid',
      title: 'Faults',
      detail: 'One.',
      status: 400,
      errors,
    });
    const { exitCode, out, err } = await repasse(['charges', 'create', '--amount', '0.00']);

    expect([exitCode, out]).toEqual([1, '']);
    expect(err).toBe('Faults: One. (request.invalid)\n  grossAmount is too small.\n');
  });
});

describe('a fault of the command line', () => {
  it.each([
    [['charges', 'create'], 'amount'],
    [['charges', 'list', '--limit', 'x'], '--limit must be a whole number'],
    [['statement', '--from', '2026-11-01', '--to', '2026-11-02', '--format', 'pdf'], '--format is json, csv or ofx'],
    [['nonsense'], 'unknown command'],
  ])('%j is told with exit code 2', async (args, text) => {
    await login();
    const { exitCode, err } = await repasse(args);
    expect([exitCode, err.includes(text)]).toEqual([2, true]);
  });

  it('is none where help or the version is asked for', async () => {
    expect(await repasse(['--version'])).toMatchObject({ exitCode: 0, out: `${version}\n` });
    expect((await repasse(['listen', '--help'])).exitCode).toBe(0);
  });
});

describe('listen', () => {
  const event = (id: string, type: string) => ({ id, type, timestamp: '2026-11-26T12:00:00.000Z', data: {} });
  const page = (...data: object[]): Answer => json(200, { data, nextAfter: null, hasMore: false });

  it('forwards each event once to the address of its type, signed, and goes on there after a restart', async () => {
    await login();
    const received: Asked[] = [];
    routes['POST /all'] = (one, response) => (received.push(one), response.writeHead(204).end());
    routes['POST /refunds'] = (one, response) => (received.push(one), response.writeHead(500).end());
    const feed =
      (after: string | null, ending: AbortController, pages: Record<string, Answer>): Answer =>
      (one, response) => {
        const behind = new URL(one.url, baseUrl).searchParams.get('after') ?? String(after);
        const found = pages[behind];
        if (found === undefined) ending.abort();
        (found ?? page())(one, response);
      };
    const first = new AbortController();
    routes['GET /events'] = feed(null, first, { null: page(event('e0', 'charge.created')), e0: page() });
    const args = ['listen', '--forward-to', `${baseUrl}/all`, '--forward-to', `refund.*=${baseUrl}/refunds`];
    // The first look is for the end of the feed; from there on the second page is new.
    let looks = 0;
    const pages: Record<string, Answer> = { null: page(event('e0', 'charge.created')) };
    routes['GET /events'] = (one, response) => {
      looks += 1;
      if (looks > 1) pages['e0'] = page(event('e1', 'charge.paid'), event('e2', 'refund.failed'));
      feed(null, first, pages)(one, response);
    };
    const run = await repasse(args, { signal: first.signal });
    expect(run.exitCode).toBe(130);
    expect(received.map(({ url }) => url)).toEqual(['/all', '/refunds']);
    const [paid] = received;
    expect(new Webhook(secret).verify(paid?.body ?? '', paid?.headers as Record<string, string>)).toMatchObject({
      id: 'e1',
    });
    expect(run.out).toMatch(/charge\.paid +e1 +204[^]*refund\.failed +e2 +500/);

    const second = new AbortController();
    routes['GET /events'] = feed(null, second, { e2: page(event('e3', 'charge.paid')) });
    expect((await repasse([...args, '--json'], { signal: second.signal })).err).toContain('Going on behind e2');
    expect(received.map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual(['e1', 'e2', 'e3']);
  });
});

it('prints a completion for each shell, with every command', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { exitCode, out } = await repasse(['completion', shell]);
    expect([exitCode, out.includes('charges'), out.includes('redeliver')]).toEqual([0, true, true]);
  }
});

it('says the version that the package has', () => {
  const root = join(__dirname, '..');
  expect(version).toBe((JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version);
  expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`\n## [${version}]`);
});
