import { createServer } from 'node:http';
import { freePort } from '@repasse/chassis/testing/free-port';
import type { Running } from '@repasse/chassis/lifecycle/lifecycle';
import { ask, listenOn, startEdgeBefore, type TestServer } from './edge-for-tests';

describe('the edge’s own pages', () => {
  let service: TestServer;
  let edge: Running;
  let isServiceReady = true;

  beforeAll(async () => {
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

  it.each(['/', '/docs', '/docs/errors', '/openapi.json', '/health/live', '/health/ready'])(
    '%s is only read',
    async (path) => {
      const answer = await ask(edge.url, { method: 'POST', path, body: '{}' });

      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
      expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'route.method_not_allowed' });
      expect((await ask(edge.url, { method: 'HEAD', path })).body).toHaveLength(0);
    },
  );

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

  it('say that it is as ready as the services behind it, in the words of theirs', async () => {
    const away = await ask(edge.url, { path: '/health/ready' });
    expect(away.status).toBe(503);
    expect(JSON.parse(away.body.toString())).toMatchObject({
      status: 'failed',
      checks: { charge: 'ok', 'payment-gateway': 'failed' },
    });

    const whole = await startEdgeBefore(service.url);
    expect((await ask(whole.url, { path: '/health/ready' })).status).toBe(200);
    isServiceReady = false;
    expect((await ask(whole.url, { path: '/health/ready' })).status).toBe(503);
    expect((await ask(whole.url, { path: '/health/live' })).status).toBe(200);
    isServiceReady = true;
    await whole.stop();
  });
});
