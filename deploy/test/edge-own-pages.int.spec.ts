import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { eventually } from '@repasse/chassis/testing/eventually';
import { freePort } from '@repasse/chassis/testing/free-port';
import { type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { asyncApi, eventCatalogue, topics } from '@repasse/contracts';
import { ask, listenOn, startEdgeBefore, type TestServer } from './edge-for-tests';

/** So that a test never sees what an older build left. */
const buildDocs = (): void => {
  const { status, stderr } = spawnSync('npm', ['run', '-s', 'build:docs'], {
    cwd: join(__dirname, '..'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The documentation could not be built: ${stderr}`);
};

const textOf = async (url: string, path: string): Promise<string> => (await ask(url, { path })).body.toString();

describe('the edge’s own pages', () => {
  let service: TestServer;
  let edge: Running;
  let isServiceReady = true;

  beforeAll(async () => {
    buildDocs();
    service = await listenOn(
      createServer((request, response) => {
        response.statusCode = request.url === '/health/ready' && !isServiceReady ? 503 : 200;
        response.end('{}');
      }),
    );
    edge = await startEdgeBefore(service.url, { PAYMENT_GATEWAY_URL: 'http://127.0.0.1:1' });
  });
  afterAll(async () => {
    await edge.stop();
    await service.close();
  });

  it.each([
    ...['/', '/docs', '/docs/guides', '/docs/guides/', '/docs/guides/pt/webhooks', '/docs/errors', '/openapi.json'],
    ...['/asyncapi.json', '/docs/data/', '/docs/operations/settings', '/health/live', '/health/ready'],
  ])('%s is only read', async (path) => {
    const answer = await ask(edge.url, { method: 'POST', path, body: '{}' });

    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'route.method_not_allowed' });
    expect((await ask(edge.url, { method: 'HEAD', path })).body).toHaveLength(0);
  });

  it('have a reader that loads files of this host and nothing else, and no style or script of its own', async () => {
    const { headers, body } = await ask(edge.url, { path: '/docs' });
    const html = body.toString();
    const loaded = [...html.matchAll(/(?:src|<link rel="stylesheet" href)="([^"]+)"/g)].map(([, path = '']) => path);

    expect(headers['content-security-policy']).toBe(
      "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none';" +
        "script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self'",
    );
    expect(html).not.toMatch(/<style|style=|https?:/);
    expect(loaded).toHaveLength(4);
    for (const path of loaded) {
      const file = await ask(edge.url, { path });
      expect([path, file.status, file.headers['cache-control']]).toEqual([
        ...[path, 200, 'public, max-age=31536000, immutable'],
      ]);
    }
    const elsewhere = loaded.map((path) => path.replace(/assets\/\w+/, 'assets/0'));
    for (const path of elsewhere) expect((await ask(edge.url, { path })).status).toBe(404);
  });

  it('have a reader that is dark where the system is, by styles that Swagger UI has', async () => {
    const html = await textOf(edge.url, '/docs');
    const fileNamed = (name: RegExp): Promise<string> => textOf(edge.url, name.exec(html)?.[1] ?? '');

    expect(await fileNamed(/"([^"]+start-reader\.js)"/)).toContain('(prefers-color-scheme: dark)');
    expect(await fileNamed(/"([^"]+start-reader\.js)"/)).toContain("'dark-mode'");
    expect(await fileNamed(/"([^"]+swagger-ui\.css)"/)).toContain('html.dark-mode .swagger-ui');
  });

  it('have guides that load files of this host, and scripts of their own by hash', async () => {
    const { headers, body } = await ask(edge.url, { path: '/docs/guides/pt/refunds' });
    const html = body.toString();
    const loaded = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
    const inline = [...html.matchAll(/<script(?: id="[^"]+")?>(.*?)<\/script>/g)].map(([, script = '']) => script);
    const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);

    expect(headers['content-security-policy']).toBe(
      "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none';" +
        `script-src 'self' ${hashes.join(' ')};style-src 'self' 'sha256-skqujXORqzxt1aE0NNXxujEanPTX6raoqSscTV/Ww/Y=';` +
        "style-src-attr 'unsafe-inline';" +
        "img-src 'self' data:;connect-src 'self'",
    );
    expect(inline).toHaveLength(3);
    const files = loaded.filter((path) => !path.startsWith('data:'));
    expect(files.filter((path) => !path.startsWith('/docs/guides/'))).toEqual([]);
    for (const path of files) expect([path, (await ask(edge.url, { path })).status]).toEqual([path, 200]);
    expect(html).toContain('<html lang="pt-BR"');
  });

  it('have a page for each topic and event, the questions on them, and the same as AsyncAPI', async () => {
    expect(JSON.parse(await textOf(edge.url, '/asyncapi.json'))).toEqual(asyncApi());
    for (const { name } of eventCatalogue) expect(await textOf(edge.url, `/docs/data/events/${name}`)).toContain(name);
    for (const { name } of topics) expect(await textOf(edge.url, `/docs/data/topics/${name}`)).toContain(name);
    expect(await textOf(edge.url, '/docs/data/sql/schema.sql')).toContain('create table if not exists events');
    expect(await textOf(edge.url, '/docs/data/pt/')).toContain('<html lang="pt-BR"');
  });

  it('have guides whose start is found without its slash', async () => {
    for (const path of ['/docs/guides', '/docs/guides/pt', '/docs/data', '/docs/operations']) {
      const answer = await ask(edge.url, { path });
      expect([answer.status, answer.headers.location]).toEqual([308, `${path}/`]);
    }
  });

  it('come compressed to those who take gzip, and plain to the others', async () => {
    const plain = await ask(edge.url, { path: '/openapi.json', headers: { 'accept-encoding': 'br, gzip;q=0' } });
    const packed = await ask(edge.url, { path: '/openapi.json', headers: { 'accept-encoding': 'gzip, br' } });
    const head = await ask(edge.url, {
      ...{ method: 'HEAD', path: '/openapi.json', headers: { 'accept-encoding': 'gzip' } },
    });

    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(packed.headers['content-length']).toBe(String(packed.body.length));
    expect(packed.body.length).toBeLessThan(plain.body.length / 3);
    expect(gunzipSync(packed.body)).toEqual(plain.body);
    expect([head.body.length, head.headers['content-length']]).toEqual([0, packed.headers['content-length']]);
  });

  it('link only to pages and sections that are there', async () => {
    const open = ['/'];
    const missing: string[] = [];
    // The side bar names every page on every page.
    const asked = new Map<string, ReturnType<typeof ask>>();
    const once = (path: string): ReturnType<typeof ask> => {
      const answer = asked.get(path) ?? ask(edge.url, { path });
      asked.set(path, answer);
      return answer;
    };
    for (const path of open) {
      const html = await textOf(edge.url, path);
      for (const [, target = '', anchor] of html.matchAll(/<a [^>]*?href="(\/[^"#]*)?(?:#([^"]+))?"/g)) {
        const page = target === '' ? path : target;
        const answer = await once(page);
        const isThere = anchor === undefined || answer.body.toString().includes(` id="${decodeURIComponent(anchor)}"`);
        if (![200, 503].includes(answer.status ?? 0) || !isThere) missing.push(`${path} → ${page}#${anchor ?? ''}`);
        if (!open.includes(page) && String(answer.headers['content-type']).startsWith('text/html')) open.push(page);
      }
    }

    expect(missing).toEqual([]);
    expect(open).toEqual(expect.arrayContaining(['/docs', '/docs/errors', '/docs/guides/pt/refunds']));
  });

  it('are none about its metrics, which have a port of their own', async () => {
    const port = await freePort();
    const measured = await startEdgeBefore(service.url, { METRICS_PORT: String(port) });
    for (const path of ['/metrics', '/internal/payments/pay_1', '/internal/fx-quotes']) {
      expect((await ask(measured.url, { path })).status).toBe(404);
    }
    const page = await ask(`http://127.0.0.1:${port}`, { path: '/metrics' });
    expect([page.status, page.body.toString()]).toEqual([200, expect.stringContaining('service="edge"')]);
    expect((await ask(`http://127.0.0.1:${port}`, { path: '/balance' })).status).toBe(404);
    await measured.stop();
  });

  it('repeat nothing of a wrong address, which may hold the number of a card', async () => {
    const answer = await ask(edge.url, { path: '/nowhere/4111111111111111' });

    expect([answer.status, answer.body.toString()]).toEqual([404, expect.not.stringContaining('4111')]);
  });

  it('say that it is ready when it can serve, and which service is away', async () => {
    const health = async (): Promise<{ status: number | undefined; checks: Record<string, string> }> => {
      const answer = await ask(edge.url, { path: '/health/ready' });
      return { status: answer.status, ...(JSON.parse(answer.body.toString()) as { checks: Record<string, string> }) };
    };
    expect(await health()).toMatchObject({ status: 'ok', checks: { charge: 'ok', 'payment-gateway': 'failed' } });
    expect((await ask(edge.url, { path: '/health/ready' })).status).toBe(200);

    isServiceReady = false;
    await eventually(async () => (await health()).checks['charge'] === 'failed');
    expect((await ask(edge.url, { path: '/health/ready' })).status).toBe(200);
    isServiceReady = true;
  });

  it('ask each service for its health once a second at most, however many ask', async () => {
    const asked = new Map<string, number>();
    const counting = await listenOn(
      createServer((request, response) => {
        asked.set(request.url ?? '', (asked.get(request.url ?? '') ?? 0) + 1);
        response.end('{}');
      }),
    );
    const counted = await startEdgeBefore(counting.url);
    const startMs = performance.now();
    await Promise.all(Array.from({ length: 100 }, () => ask(counted.url, { path: '/health/ready' })));
    const services = 6;
    const seconds = Math.ceil((performance.now() - startMs) / 1_000);

    expect(asked.get('/health/ready')).toBeLessThanOrEqual(services * seconds);
    await counted.stop();
    await counting.close();
  });
});
