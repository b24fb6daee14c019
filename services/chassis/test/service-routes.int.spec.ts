import { callApi } from '../src/testing/http-test';
import { createApp } from '../src/http/app';
import { HttpFault } from '../src/http/client';
import { createHealth } from '../src/health/health';
import { createLogger } from '../src/log/logger';
import { serveMetrics } from '../src/service/serve-metrics';
import { createMetrics } from '../src/telemetry/metrics';
import { notesApi } from './notes-api';
import { echo, echoes, startNotesApp, type NotesApp } from './notes-app';

const silent = createLogger({ service: 'test', level: 'silent' });
let app: NotesApp;

beforeAll(async () => {
  app = await startNotesApp(
    {
      countNotes: {
        handle: async () => {
          throw new Error('select * from secret_table failed');
        },
      },
      getNote: {
        handle: async () => {
          throw new HttpFault('timeout', 'the provider did not answer');
        },
      },
      sendFeedback: {
        handle: async () => ({ status: 200, body: {}, headers: { 'X-Odd': 'line\nbreak' } }),
      },
    },
    { extend: (express) => express.get('/page', (_request, response) => void response.send('a page')) },
  );
});

afterAll(() => app.stop());

describe('beside its own interface a service shows', () => {
  it('its description, and the problem codes as a page that needs nothing from elsewhere', async () => {
    const json = await callApi(app.url, 'GET', '/openapi.json');
    const page = await callApi(app.url, 'GET', '/docs/errors');

    expect(json.body).toEqual(notesApi);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('id="route.not_found"');
    expect(page.text).not.toMatch(/src=|@import|https?:\/\//);
    expect(page.headers.get('content-security-policy')).toMatch(/style-src 'sha256-/);
  });

  it('no metrics where they have a port of their own', async () => {
    const page = await serveMetrics({ metrics: createMetrics('apart'), port: 0, host: '127.0.0.1', log: silent });
    const own = await startNotesApp({}, { hasMetricsPage: false });
    expect((await callApi(own.url, 'GET', '/metrics')).status).toBe(404);
    expect((await callApi(page.url, 'GET', '/metrics')).text).toContain('service="apart"');
    expect((await callApi(page.url, 'GET', '/notes')).body).toMatchObject({ code: 'route.not_found' });
    await Promise.all([own.stop(), page.close()]);
  });

  it('its metrics by route, where a made-up path is one series', async () => {
    await callApi(app.url, 'GET', '/notes/abc');
    await callApi(app.url, 'GET', '/made/up/1');
    await callApi(app.url, 'GET', '/made/up/2');
    const { text } = await callApi(app.url, 'GET', '/metrics');

    expect(text).toContain(
      'http_request_duration_seconds_count{service="notes",method="GET",route="/notes/{noteId}",status="401"} 1',
    );
    expect(text).toContain(
      'http_request_duration_seconds_count{service="notes",method="GET",route="unknown",status="404"} 2',
    );
    expect(text).not.toContain('/made/up');
  });

  it('in its log, at the level it has by default, every refusal and fault by the request id of the answer', async () => {
    for (const [method, path, status, code] of [
      ['GET', '/made/up/2', 404, 'route.not_found'],
      ['DELETE', '/metrics', 405, 'route.method_not_allowed'],
      ['GET', '/notes/abc', 401, 'auth.token_missing'],
    ] as const) {
      const answer = await callApi(app.url, method, path);
      expect(answer.status).toBe(status);
      const lines = app.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
      const told = lines.filter(({ requestId, level }) => requestId === answer.body['requestId'] && level !== 'debug');
      expect(told).toMatchObject([{ level: 'info', msg: 'request refused', status, code }]);
    }
  });

  it('pages of its own, and nothing else under the wrong method', async () => {
    const page = await callApi(app.url, 'GET', '/page');
    const post = await callApi(app.url, 'POST', '/metrics');

    expect(page.text).toBe('a page');
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a fault of ours', () => {
  it('is logged with the request id and shows the caller nothing else', async () => {
    const answer = await callApi(app.url, 'GET', '/notes/count');

    expect([answer.status, answer.body['code']]).toEqual([500, 'server.fault']);
    expect(answer.text).not.toMatch(/secret_table|at .*\.ts/);
    const line = app.logged.find((entry) => entry.includes('secret_table')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ level: 'error', requestId: answer.body['requestId'] });
  });

  it('that may pass by itself is a 503 the caller may wait for', async () => {
    const answer = await callApi(app.url, 'GET', '/notes/abc', {
      token: await app.issuer.token({ scopes: ['notes:read'] }),
    });

    expect([answer.status, answer.body['code'], answer.headers.get('retry-after')]).toEqual([
      503,
      'server.unavailable',
      '1',
    ]);
  });

  it('is answered even when the handler’s headers cannot be sent', async () => {
    const answer = await callApi(app.url, 'POST', '/feedback', { body: { stars: '5' } });

    expect([answer.status, answer.body['code']]).toEqual([500, 'server.fault']);
  });
});

describe('an interface that is not whole', () => {
  const create = (operations: typeof echoes) => () =>
    createApp({
      service: 'notes',
      openapi: notesApi,
      operations,
      log: createLogger({ service: 'notes', level: 'silent' }),
      metrics: createMetrics('notes'),
      health: createHealth(),
    });

  it('does not start', () => {
    const others = Object.fromEntries(Object.entries(echoes).filter(([id]) => id !== 'createNote'));

    expect(create({ ...others, writeNote: echo })).toThrow('createNote has no handler, writeNote is not described');
  });

  it('does not start either without a token verifier', () => {
    expect(create(echoes)).toThrow('needs a token verifier');
  });
});
