import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { createHttpClient, HttpFault, type HttpClient } from '../src/http/client';
import { openExchange } from '../src/http/exchange';
import { createLogger } from '../src/log/logger';
import { createMetrics, type Metrics } from '../src/telemetry/metrics';
import { runInTrace } from '../src/telemetry/trace';

let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let client: HttpClient;
let metrics: Metrics;

const log = createLogger({ service: 'test', level: 'silent' });
const portOf = (listening: Server): number => (listening.address() as AddressInfo).port;

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  metrics = createMetrics('test');
  client = createHttpClient({
    name: 'psp',
    baseUrls: [`http://127.0.0.1:${portOf(server)}`],
    timeoutMs: 300,
    internalToken: () => 'a-token-of-the-tests',
    log,
    metrics,
  });
});

afterAll(async () => {
  client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const echo = (request: IncomingMessage, response: ServerResponse): void => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    response.setHeader('x-seen', 'yes');
    response.statusCode = 201;
    response.end(
      JSON.stringify({
        url: request.url,
        method: request.method,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      }),
    );
  });
};

describe('a call', () => {
  it('sends JSON, the token of this service, the trace and the request id', async () => {
    answer = echo;
    const trace = { requestId: 'req_9', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    const given = await runInTrace(trace, () =>
      client.call({ method: 'POST', path: '/cob/1', body: { valor: '1.00' }, query: { page: '2' } }),
    );

    expect(given.status).toBe(201);
    expect(given.headers['x-seen']).toBe('yes');
    expect(given.body).toMatchObject({
      url: '/cob/1?page=2',
      method: 'POST',
      body: '{"valor":"1.00"}',
      headers: {
        'content-type': 'application/json',
        'repasse-internal-token': 'a-token-of-the-tests',
        'x-request-id': 'req_9',
        traceparent: expect.stringContaining('a'.repeat(32)),
      },
    });
  });

  it.each([
    [500, '{"fault":1}', { fault: 1 }],
    [302, '', undefined],
    [502, '<html>Bad gateway</html>', undefined],
  ])('takes %i for an answer', async (status, text, body) => {
    answer = (_request, response) => response.writeHead(status, { location: '/elsewhere' }).end(text);

    expect(await client.call({ method: 'GET', path: '/thing' })).toMatchObject({ status, text, body });
  });
});

describe('no answer', () => {
  const faultOf = async (path = '/cob/1'): Promise<unknown> =>
    client.call({ method: 'GET', path, route: '/cob/{txid}' }).catch((fault: unknown) => fault);

  it('in time is a timeout, whether the headers or the body do not come', async () => {
    answer = () => undefined;
    const silent = await faultOf();
    answer = (_request, response) => void response.writeHead(200).write('{"half":');
    const half = await faultOf();

    expect(silent).toBeInstanceOf(HttpFault);
    expect(silent).toMatchObject({ code: 'timeout', isRetryable: true });
    expect(half).toMatchObject({ code: 'timeout' });
  });

  it('because the connection broke leaves open what was done', async () => {
    answer = (request) => request.socket.destroy();

    expect(await faultOf()).toMatchObject({ code: 'broken', message: expect.stringContaining('ECONNRESET') });
  });

  it('because nothing listens is known to have reached nothing', async () => {
    const closed = createHttpClient({ name: 'closed', baseUrls: ['http://127.0.0.1:1'], timeoutMs: 300, log, metrics });

    await expect(closed.call({ method: 'GET', path: '/' })).rejects.toMatchObject({ code: 'refused' });
    closed.close();
  });

  it.each([
    ['a POST is not', { method: 'POST', path: '/second' }, 2],
    ['a POST that may be repeated is', { method: 'POST', path: '/second', isRepeatable: true }, 3],
    ['a GET is', { method: 'GET', path: '/second' }, 3],
  ] as const)(
    'from a kept connection that was closed leaves open what was done: %s asked again',
    async (_w, call, asked) => {
      let requests = 0;
      answer = (request, response) => {
        requests += 1;
        if (request.url === '/first') response.end('{}');
        else request.socket.destroy();
      };
      await client.call({ method: 'GET', path: '/first' });

      await expect(client.call(call)).rejects.toMatchObject({ code: 'broken' });
      expect(requests).toBe(asked);
    },
  );

  it('is measured by route, not by path', async () => {
    const text = await metrics.registry.getSingleMetricAsString('repasse_http_client_duration_seconds');

    expect(text).toContain('route="/cob/{txid}",outcome="timeout"');
    expect(text).toContain('outcome="broken"');
  });
});

describe('an answer without end', () => {
  it('is cut off', async () => {
    answer = (_request, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(256 * 1_024);
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    };

    await expect(client.call({ method: 'GET', path: '/endless', timeoutMs: 5_000 })).rejects.toThrow('larger than');
  });
});

describe('a service of several processes', () => {
  let other: Server;
  let both: HttpClient;
  const asked: string[] = [];
  const answerAs = (name: string) => (request: IncomingMessage, response: ServerResponse) => {
    if (request.url !== '/health/ready') asked.push(name);
    response.end('{}');
  };
  beforeEach(async () => {
    asked.length = 0;
    answer = answerAs('first');
    other = createServer(answerAs('other'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const baseUrls = [`http://127.0.0.1:${portOf(server)}`, `http://127.0.0.1:${portOf(other)}`];
    both = createHttpClient({ name: 'both', baseUrls, timeoutMs: 2_000, log, metrics });
  });
  afterEach(async () => {
    both.close();
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
  });
  const post = (): Promise<unknown> => both.call({ method: 'POST', path: '/cob' });

  it('is asked in turns', async () => {
    for (let round = 0; round < 4; round += 1) await post();

    expect(asked.toSorted()).toEqual(['first', 'first', 'other', 'other']);
  });

  it('loses no call of any kind when one of them is gone, and asks it no more', async () => {
    other.closeAllConnections();
    await new Promise((resolve) => other.close(resolve));
    for (let round = 0; round < 4; round += 1) await post();

    expect(asked).toEqual(['first', 'first', 'first', 'first']);
    const repeats = await metrics.registry.getSingleMetricAsString('repasse_http_client_repeats_total');
    expect(repeats).toContain('{client="both",service="test"} 1');
  });
});

describe('a connection that does not come', () => {
  it('has reached nothing, and ends long before the time of the call', async () => {
    const { exchange, close } = openExchange({
      ...{ socketsMax: 1, answerBytesMax: 1_024, connectTimeoutMs: 50 },
      lookup: () => undefined,
    });
    const url = new URL('http://silent.example/');

    await expect(exchange({ method: 'POST', url, headers: {}, timeoutMs: 60_000 })).rejects.toMatchObject({
      code: 'refused',
      message: 'No connection within 50 ms.',
    });
    close();
  });
});
