import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { createHttpClient, HttpFault, type HttpClient } from '../src/http/client';
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
    baseUrl: `http://127.0.0.1:${portOf(server)}`,
    timeoutMs: 300,
    headers: { 'X-Client': 'repasse' },
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
  it('sends JSON, the client’s headers, the trace and the request id', async () => {
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
        'x-client': 'repasse',
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
    const closed = createHttpClient({ name: 'closed', baseUrl: 'http://127.0.0.1:1', timeoutMs: 300, log, metrics });

    await expect(closed.call({ method: 'GET', path: '/' })).rejects.toMatchObject({ code: 'refused' });
    closed.close();
  });

  it('to a closed connection is not asked for again', async () => {
    let requests = 0;
    answer = (request, response) => {
      requests += 1;
      if (requests === 1) response.end('{}');
      else request.socket.destroy();
    };
    await client.call({ method: 'GET', path: '/first' });

    expect(await faultOf()).toMatchObject({ code: 'broken' });
    expect(requests).toBe(2);
  });

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
