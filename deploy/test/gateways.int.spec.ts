import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect as connectByTls } from 'node:tls';
import { loadOpenApi, type OpenApiDocument } from '@repasse/contracts';
import { describedOperations, type DescribedOperation } from '@repasse/chassis/http/described-operation';
import { createRouteTable } from '../edge/routes';
import { type RunningEdge } from '../edge/main';
import { ask, listenOn, startEdgeBefore, type TestServer } from './edge-for-tests';
import { askGateway, firstPiece, statusByHttp2, type GatewayHost } from './gateway-client';
import { hasNginx, startEnvoy, startNginx, type RunningGateway } from './gateway-programs';
import { installTimeoutMs } from './python-packages';

const names = [
  'charge',
  'identity',
  'invoice-query',
  'payment-gateway',
  'split-settlement',
  'webhook-dispatcher',
] as const;
const documents = Object.fromEntries(names.map((name) => [name, loadOpenApi(name)])) as Record<
  (typeof names)[number],
  OpenApiDocument
>;
const table = createRouteTable(documents);
const operations = Object.values(documents).flatMap(describedOperations);
const pathOf = ({ path }: DescribedOperation): string => path.replaceAll(/\{\w+\}/g, 'x1');
const outside = operations.filter(({ path }) => !path.startsWith('/internal/'));
const largest = Math.max(...outside.map(({ bodyLimitBytes }) => bodyLimitBytes));

const isStream = ({ path }: DescribedOperation): boolean =>
  Object.values(documents).some((document) =>
    JSON.stringify(document.paths[path]?.get?.responses ?? {}).includes('text/event-stream'),
  );

/** A request as the service behind the gateway got it. */
interface Received {
  readonly url: string | undefined;
  readonly requestId: unknown;
  readonly callers: readonly string[];
  readonly proto: unknown;
}

const createService = (received: Received[]): Server =>
  createServer((request, response) => {
    const { headers, url } = request;
    received.push({
      ...{ url, requestId: headers['x-request-id'], proto: headers['x-forwarded-proto'] },
      callers: String(headers['x-forwarded-for']).split(/, ?/),
    });
    response.setHeader('x-request-id', String(headers['x-request-id']));
    if (/^\/checkout\/.*\/events\?/.test(url ?? '')) return void response.write('data: first\n\n');
    request.resume().once('end', () => response.end(JSON.stringify({ method: request.method, url })));
  });

/** Envoy writes an address of the machine for callers on it. */
const addressesHere = Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address));

/** Beyond what a test of routes asks in a second. */
const unlimited = {
  nginx: [
    ['rate=50r/s', 'rate=100000r/s'],
    ['rate=1r/s', 'rate=100000r/s'],
  ],
  envoy: [[/max_tokens: \d+, tokens_per_fill: \d+/g, 'max_tokens: 100000, tokens_per_fill: 100000']],
} as const;

/** A few requests a minute, so that a slow machine sends too many as well; for tokens fewer than for the rest. */
const tight = {
  nginx: [
    ['rate=50r/s', 'rate=10r/m'],
    ['rate=1r/s', 'rate=6r/m'],
    [/burst=\d+/g, 'burst=3'],
  ],
  envoy: [
    [
      /max_tokens: \d{2,3}, tokens_per_fill: \d+, fill_interval: 1s/g,
      'max_tokens: 3, tokens_per_fill: 1, fill_interval: 10s',
    ],
  ],
} as const;

const hurried = {
  nginx: [['client_header_timeout 15s', 'client_header_timeout 1s']],
  envoy: [['request_headers_timeout: 15s', 'request_headers_timeout: 1s']],
} as const;

const starts = { nginx: startNginx, envoy: startEnvoy };
const hostOf = (isAtGateway: boolean): GatewayHost => (isAtGateway ? 'gateway.example.com' : 'api.example.com');

/** A machine of one's own may have no nginx; CI installs it. */
const programs = hasNginx || process.env['CI'] === 'true' ? (['nginx', 'envoy'] as const) : (['envoy'] as const);

describe.each(programs)('%s before the edge', (program) => {
  const received: Received[] = [];
  let service: TestServer;
  let edge: RunningEdge;
  let gateway: RunningGateway;
  const edgesOf = () => ({
    api: new URL(edge.url).host.replace('localhost', '127.0.0.1'),
    gateway: new URL(edge.gatewayUrl ?? '').host.replace('localhost', '127.0.0.1'),
  });

  beforeAll(async () => {
    service = await listenOn(createService(received));
    edge = await startEdgeBefore(service.url, { GATEWAY_PORT: '0', PROXIES_IN_FRONT: '1' });
    gateway = await starts[program](edgesOf(), [...unlimited[program], ...hurried[program]]);
  }, installTimeoutMs);
  beforeEach(() => received.splice(0));
  afterAll(async () => {
    await gateway.stop();
    await edge.stop();
    await service.close();
  });

  const passesOn = async (operation: DescribedOperation): Promise<void> => {
    const { method } = operation;
    const path = `${pathOf(operation)}?a=%2F&b=c%20d`;
    const isAtGateway = table.find(pathOf(operation))?.isAtGateway === true;
    const headers = { 'content-type': 'application/json', 'x-request-id': 'req.of-a:caller_1' };
    const asked = { method, path, headers, ...(method !== 'GET' && method !== 'DELETE' && { body: '{}' }) };
    const straight = await ask(edge.url, asked);
    const passed = await askGateway(gateway, 'api.example.com', asked);
    const atGateway = await askGateway(gateway, 'gateway.example.com', asked);

    expect([method, path, passed.status, passed.body.toString()]).toEqual([
      method,
      path,
      200,
      straight.body.toString(),
    ]);
    expect(passed.headers['x-request-id']).toBe('req.of-a:caller_1');
    expect([method, path, atGateway.status]).toEqual([method, path, isAtGateway ? 200 : 404]);
  };

  it('passes every route of the contracts on, as it came, and answers as the edge does', async () => {
    const routes = outside.filter((each) => !isStream(each));
    const together = 8;
    for (let at = 0; at < routes.length; at += together) {
      await Promise.all(routes.slice(at, at + together).map(passesOn));
    }
    expect(new Set(received.map(({ requestId }) => requestId))).toEqual(new Set(['req.of-a:caller_1']));
  }, 120_000);

  it.each(
    operations.filter(({ path }) => path.startsWith('/internal/')).map(({ method, path }) => [method, path] as const),
  )('has nothing of what services ask each other: %s %s', async (method, path) => {
    for (const host of ['api.example.com', 'gateway.example.com'] as const) {
      const { status } = await askGateway(gateway, host, { method, path: path.replaceAll(/\{\w+\}/g, 'x1') });
      expect(status).toBe(404);
    }
    expect(received).toEqual([]);
  });

  it.each(['/charge/a%2Fb', '/charge//x', '/charge/../internal/x', '/%69nternal/payments', '/metrics', '/nothing'])(
    'decides nothing by a path of its own reading: %s',
    async (path) => {
      const { status } = await ask(edge.url, { path });
      expect((await askGateway(gateway, 'api.example.com', { path })).status).toBe(status);
    },
  );

  it('writes events of a stream as they come', async () => {
    for (const operation of outside.filter(isStream)) {
      const isAtGateway = table.find(pathOf(operation))?.isAtGateway === true;
      for (const host of new Set([hostOf(false), hostOf(isAtGateway)])) {
        expect(await firstPiece(gateway, host, `${pathOf(operation)}?token=t`)).toContain('data: first');
      }
    }
    expect(outside.filter(isStream).length).toBeGreaterThan(1);
  });

  it('takes the largest body of the API and nothing larger', async () => {
    const headers = { 'content-type': 'application/json' };
    const operation = outside.find(({ bodyLimitBytes }) => bodyLimitBytes === largest);
    const path = operation === undefined ? '' : pathOf(operation);
    const method = operation?.method ?? 'POST';
    const fits = await askGateway(gateway, 'api.example.com', {
      method,
      path,
      headers,
      body: Buffer.alloc(largest, 32),
    });
    const exceeds = await askGateway(gateway, 'api.example.com', {
      ...{ method, path, headers, body: Buffer.alloc(largest + 1, 32) },
    });

    expect(fits.status).toBe(200);
    expect([exceeds.status, exceeds.headers['content-type']]).toEqual([413, 'application/problem+json']);
    expect(JSON.parse(exceeds.body.toString())).toMatchObject({
      ...{ status: 413, code: 'request.too_large', requestId: exceeds.headers['x-request-id'] },
    });
    expect(received).toHaveLength(1);
  });

  it('gives a request without a sane id one, which the service and the answer have', async () => {
    for (const given of [undefined, 'two words', '<script>', 'x'.repeat(129)]) {
      const { headers } = await askGateway(gateway, 'api.example.com', {
        headers: given === undefined ? {} : { 'x-request-id': given },
      });
      expect(headers['x-request-id']).toMatch(/^[\w.:-]{1,128}$/);
      expect(received.at(-1)?.requestId).toBe(headers['x-request-id']);
      expect(headers['x-request-id']).not.toBe(given);
    }
  });

  it('believes no caller whom the request is from, and has browsers come by https', async () => {
    const { headers } = await askGateway(gateway, 'api.example.com', {
      headers: { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' },
    });

    // The edge adds the gateway's address; the one before it is whom the gateway saw (PROXIES_IN_FRONT=2 of services).
    expect(addressesHere).toContain(received[0]?.callers.at(-2));
    expect(received[0]?.proto).toBe('https');
    expect(headers['strict-transport-security']).toContain('max-age=');
  });

  it('speaks HTTP/2, and sends plain http to https', async () => {
    expect(await statusByHttp2(gateway, 'api.example.com', '/balance')).toBe(200);

    const { status, headers } = await ask(`http://127.0.0.1:${gateway.httpPort}`, {
      ...{ path: '/charge?a=b', headers: { host: 'api.example.com' } },
    });
    expect([status, headers.location]).toEqual([308, 'https://api.example.com/charge?a=b']);
  });

  it('leaves a caller who sends no whole request', async () => {
    const sockets = [
      connect(gateway.httpPort, '127.0.0.1'),
      connectByTls({ port: gateway.httpsPort, host: '127.0.0.1', ca: gateway.ca }),
    ];
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of sockets) {
      socket.on('error', () => undefined).resume();
      socket.write('GET / HTTP/1.1\r\nHost: api.exam');
    }
    await Promise.all(closed);
  });

  it('limits what one address may ask, but no report of a provider', async () => {
    const limited = await starts[program](edgesOf(), tight[program]);
    const statusesOf = async (host: GatewayHost, method: string, path: string) =>
      Promise.all(Array.from({ length: 40 }, () => askGateway(limited, host, { method, path })));
    try {
      const reports = await statusesOf('gateway.example.com', 'POST', '/callbacks/revolut');
      expect(new Set(reports.map(({ status }) => status))).toEqual(new Set([200]));

      for (const [method, path] of [
        ['GET', '/balance'],
        ['POST', '/oauth/token'],
      ] as const) {
        const refused = (await statusesOf('api.example.com', method, path)).filter(({ status }) => status === 429);
        expect([path, refused.length > 0]).toEqual([path, true]);
        expect(refused[0]?.headers['retry-after']).toBe('1');
        expect(JSON.parse(String(refused[0]?.body))).toMatchObject({ status: 429, code: 'request.rate_limited' });
      }
    } finally {
      await limited.stop();
    }
  });

  it('says so when no edge answers', async () => {
    const nowhere = await starts[program]({ api: '127.0.0.1:9', gateway: '127.0.0.1:9' });
    try {
      const { status, headers, body } = await askGateway(nowhere, 'api.example.com', {});
      expect([status, headers['content-type'], headers['retry-after']]).toEqual([503, 'application/problem+json', '2']);
      expect(JSON.parse(body.toString())).toMatchObject({ code: 'edge.service_unavailable', retryable: true });
      expect(headers['x-request-id']).toBeDefined();
    } finally {
      await nowhere.stop();
    }
  });
});
