import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { ask, listenOn, startEdgeBefore, type TestServer } from './edge-for-tests';

describe('what goes through the edge', () => {
  let service: TestServer;
  let edge: Running;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;

  beforeAll(async () => {
    service = await listenOn(createServer((request, response) => answer(request, response)));
    edge = await startEdgeBefore(service.url);
  });
  afterAll(async () => {
    await edge.stop();
    await service.close();
  });

  interface Received {
    method: string;
    url: string;
    headers: Record<string, string>;
    rawHeaders: string[];
    bytes: string;
  }
  const echo = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    const { method, url, headers, rawHeaders } = request;
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const bytes = Buffer.concat(chunks).toString('hex');
      response.end(JSON.stringify({ method, url, headers, rawHeaders, bytes }));
    });
  };
  const receivedOf = async (
    ...asked: Parameters<typeof ask> extends [string, ...infer R] ? R : never
  ): Promise<Received> => {
    answer = echo;
    return JSON.parse((await ask(edge.url, ...asked)).body.toString()) as Received;
  };

  describe('to a service', () => {
    it('is what the client sent, and who it was', async () => {
      const path = '/charge/list?page=2&q=%C3%A9';
      const headers = {
        host: 'api.example',
        authorization: 'Bearer x',
        'x-request-id': 'order-17',
        'x-odd': 'caf\u00e9',
      };
      const received = await receivedOf({ path, headers });

      expect([received.method, received.url]).toEqual(['GET', path]);
      expect(received.headers).toMatchObject({
        ...headers,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-host': 'api.example',
        'x-forwarded-port': new URL(edge.url).port,
        'x-forwarded-proto': 'http',
      });
      expect(received.headers['content-length']).toBeUndefined();
    });

    const claims = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop' };

    it('keeps what a proxy of ours in front has said of the client', async () => {
      answer = echo;
      const behindProxy = await startEdgeBefore(service.url, { PROXIES_IN_FRONT: '1' });
      const received = JSON.parse((await ask(behindProxy.url, { headers: claims })).body.toString()) as Received;
      await behindProxy.stop();

      expect(received.headers).toMatchObject({ ...claims, 'x-forwarded-for': '203.0.113.7, 127.0.0.1' });
    });

    it('has nothing of what a client claims to have been forwarded for', async () => {
      expect((await receivedOf({ headers: claims })).headers).toMatchObject({
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': new URL(edge.url).host,
      });
    });

    it('leaves out what is between client and edge alone', async () => {
      const received = await receivedOf({
        headers: {
          connection: 'keep-alive, x-private, upgrade',
          ...{ 'x-private': '1', te: 'trailers', 'proxy-authorization': 'Basic x', 'keep-alive': 'timeout=9' },
          ...{ upgrade: 'websocket', 'x-request-id': 'not sane', 'x-public': '1' },
        },
      });

      expect(received.headers).toMatchObject({ 'x-public': '1', 'x-request-id': expect.stringMatching(/^req_/) });
      for (const name of ['x-private', 'te', 'proxy-authorization', 'keep-alive', 'upgrade'])
        expect(received.headers).not.toHaveProperty(name);
    });

    const bytes = Buffer.from(Array.from({ length: 60_000 }, (_, at) => at % 256));
    it.each([
      ['with its length', { 'content-length': bytes.length }],
      ['in chunks', { 'transfer-encoding': 'chunked' }],
      ['after the go-ahead', { 'content-length': bytes.length, expect: '100-continue' }],
    ])('has its body byte for byte, and a length, when it came %s', async (_how, headers) => {
      const received = await receivedOf({ method: 'POST', path: '/charge', headers, body: bytes });

      expect(received.bytes).toBe(bytes.toString('hex'));
      expect(received.headers['content-length']).toBe('60000');
      expect(
        received.rawHeaders.filter((name) => /^(content-length|transfer-encoding|expect)$/i.test(name)),
      ).toHaveLength(1);
    });

    it.each(['POST', 'PUT', 'PATCH'])('says that %s has no body when it has none', async (method) => {
      expect((await receivedOf({ method, path: '/charge' })).headers).toMatchObject({ 'content-length': '0' });
    });
  });

  describe('back to the client', () => {
    it.each([0, 1, 60_000, 65_536, 65_537, 3_000_000])('is each of %d bytes', async (length) => {
      const bytes = Buffer.alloc(length, 'caf\u00e9\u0000\u00ff');
      answer = (_request, response) => response.writeHead(200, { 'content-length': length }).end(bytes);
      const given = await ask(edge.url, {});

      expect(given.body.equals(bytes)).toBe(true);
      expect(given.headers['content-length']).toBe(String(length));
    });

    it('is status and headers as they are, several of one name too', async () => {
      answer = (_request, response) =>
        response
          .writeHead(402, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Odd', 'caf\u00e9', 'Content-Length', '0'])
          .end();
      const given = await ask(edge.url, {});

      expect(given.status).toBe(402);
      expect(given.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-odd': 'caf\u00e9' });
    });

    it.each([
      ['HEAD', 200],
      ['GET', 204],
      ['GET', 304],
    ])('is no body for %s and %i', async (method, status) => {
      answer = (_request, response) =>
        response.writeHead(status, status === 200 ? { 'content-length': 500 } : { etag: '"1"' }).end();
      const given = await ask(edge.url, { method });

      expect([given.status, given.body.length]).toEqual([status, 0]);
      expect(given.headers['content-length']).toBe(status === 200 ? '500' : undefined);
    });
  });

  const converse = async (request: string): Promise<string> => {
    answer = echo;
    const socket = connect(Number(new URL(edge.url).port), '127.0.0.1');
    socket.write(request, 'latin1');
    return text(socket);
  };

  it('is answered to clients of HTTP/1.0, who name no host', async () => {
    const given = await converse('GET /balance HTTP/1.0\r\n\r\n');

    expect(given).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(given).toMatch(/\r\nConnection: close\r\n/i);
  });

  it.each([
    [
      'a length beside chunks',
      'POST /charge HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n',
    ],
    ['two lengths', 'POST /charge HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nbody'],
    ['a header in two lines', 'GET /balance HTTP/1.1\r\nhost: x\r\nx-a: 1\r\n transfer-encoding: chunked\r\n\r\n'],
    ['a line break in a value', 'GET /balance HTTP/1.1\r\nhost: x\r\nx-a: 1\nx-b: 2\r\n\r\n'],
    ['a line break in the path', 'GET /balance\rx HTTP/1.1\r\nhost: x\r\n\r\n'],
  ])('is never a request that could be read in two ways: %s', async (_what, request) => {
    expect(await converse(request)).toMatch(/^HTTP\/1\.1 400 /);
  });
});
