import { createServer } from 'node:http';
import { ask, listenOn, startEdgeBefore, type TestServer } from './edge-for-tests';
import { type RunningEdge } from '../edge/main';

describe('the gateway’s address', () => {
  let service: TestServer;
  let edge: RunningEdge;
  const received: { url: string | undefined; from: string | undefined }[] = [];

  beforeAll(async () => {
    service = await listenOn(
      createServer((request, response) => {
        received.push({ url: request.url, from: String(request.headers['x-forwarded-for']) });
        response.end('{}');
      }),
    );
    edge = await startEdgeBefore(service.url, {
      GATEWAY_PORT: '0',
      RATE_LIMIT_PER_OPERATION: 'POST /payments/v2/crypto=2/60',
    });
  });
  beforeEach(() => received.splice(0));
  afterAll(async () => {
    await edge.stop();
    await service.close();
  });

  const statusOf = async (url: string | undefined, method: string, path: string): Promise<number | undefined> =>
    (await ask(url ?? '', { method, path, headers: { 'x-forwarded-for': '203.0.113.7' } })).status;

  it.each([
    ['POST', '/callbacks/pix/token/pix'],
    ['POST', '/callbacks/cielo/token'],
    ['POST', '/callbacks/nowpayments'],
    ['POST', '/callbacks/revolut'],
    ['POST', '/payments/v2/crypto/pay_1/accept'],
    ['GET', '/payments/idempotency/key'],
    ['GET', '/checkout/crypto/pay_1?token=t'],
    ['GET', '/checkout/crypto/pay_1/events?token=t'],
    ['GET', '/checkout/crypto/assets/0f/browser/main.js'],
  ])('passes on %s %s, and no claim of whom it is for', async (method, path) => {
    expect(await statusOf(edge.gatewayUrl, method, path)).toBe(200);
    expect(received).toEqual([{ url: path, from: '127.0.0.1' }]);
  });

  it.each(['/internal/payments', '/internal/payments/pay_1', '/internal/fx-quotes'])(
    'has nothing at %s, nor has the edge',
    async (path) => {
      for (const url of [edge.gatewayUrl, edge.url]) {
        expect([await statusOf(url, 'POST', path), await statusOf(url, 'GET', path)]).toEqual([404, 404]);
      }
      expect(received).toEqual([]);
    },
  );

  it.each([
    '/',
    '/docs',
    '/metrics',
    '/openapi.json',
    '/charge',
    '/refunds/invoice/1',
    '/statement-checks',
    '/balance',
  ])('has nothing else: %s', async (path) => {
    expect([await statusOf(edge.gatewayUrl, 'GET', path), received]).toEqual([404, []]);
  });

  it('says that it can serve', async () => {
    expect(await statusOf(edge.gatewayUrl, 'GET', '/health/live')).toBe(200);
    expect(await statusOf(edge.gatewayUrl, 'GET', '/health/ready')).toBe(200);
  });

  it('shares the limits of the edge', async () => {
    const path = '/payments/v2/crypto';
    const asked = [edge.gatewayUrl, edge.url, edge.gatewayUrl];
    const statuses: (number | undefined)[] = [];
    for (const url of asked) statuses.push(await statusOf(url, 'POST', path));

    expect(statuses).toEqual([200, 200, 429]);
  });
});
