import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { type Socket } from 'node:net';
import { type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { callApi } from '@repasse/chassis/testing/http-test';
import { eventually } from '@repasse/chassis/testing/eventually';
import { ask, listenOn, rawService, startEdgeBefore, textAnswer, type TestServer } from './edge-for-tests';

describe('the connections from the edge to a service', () => {
  let service: TestServer;
  let edge: Running;
  let connections: number;
  let onRequest: (socket: Socket, text: string, nth: number) => void;

  beforeAll(async () => {
    const server = rawService((socket, text, nth) => onRequest(socket, text, nth));
    server.on('connection', () => (connections += 1));
    service = await listenOn(server);
  });
  beforeEach(async () => {
    connections = 0;
    edge = await startEdgeBefore(service.url);
  });
  afterEach(() => edge.stop());
  afterAll(() => service.close());

  const get = () => ask(edge.url, { path: '/charge/ch_1' });
  const postWith = (headers: Readonly<Record<string, string>>) =>
    ask(edge.url, { method: 'POST', path: '/charge', headers, body: '{"a":1}' });

  it('carry one request after the other', async () => {
    onRequest = (socket) => socket.write(textAnswer('ok'));
    for (let round = 0; round < 20; round += 1) expect((await get()).status).toBe(200);

    expect(connections).toBe(1);
  });

  it('are as many as there are requests at the same time', async () => {
    const waiting: Socket[] = [];
    onRequest = (socket) => waiting.push(socket);
    const asked = Array.from({ length: 10 }, get);
    await eventually(() => waiting.length === 10);
    for (const socket of waiting) socket.write(textAnswer('ok'));
    await Promise.all(asked);
    onRequest = (socket) => socket.write(textAnswer('ok'));
    await Promise.all(Array.from({ length: 10 }, get));

    expect(connections).toBe(10);
  });

  it('are not used again when the service says so', async () => {
    onRequest = (socket) => socket.write(`HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    await get();
    await get();

    expect(connections).toBe(2);
  });

  it('are left alone once the service has closed them', async () => {
    onRequest = (socket) => socket.write(textAnswer('ok'), () => socket.destroy());
    for (let round = 0; round < 5; round += 1) expect((await get()).status).toBe(200);
  });

  describe('that the service closes just when the next request goes out', () => {
    const received: string[] = [];
    beforeEach(() => {
      received.length = 0;
      onRequest = (socket, text, nth) => {
        received.push(text);
        if (nth === 1) socket.write(textAnswer(`connection ${connections}`));
        else socket.resetAndDestroy();
      };
    });

    it.each<[string, () => ReturnType<typeof ask>]>([
      ['GET', get],
      ['POST with an Idempotency-Key', () => postWith({ 'idempotency-key': 'k1' })],
    ])('%s is sent once more, over a new one', async (_what, send) => {
      await get();
      const answer = await send();

      expect([answer.status, answer.body.toString()]).toEqual([200, 'connection 2']);
      expect(received[2]).toBe(received[1]);
    });

    it.each<[string, () => ReturnType<typeof ask>]>([
      ['POST without an Idempotency-Key', () => postWith({})],
      [
        'one whose operation reads no key',
        () =>
          ask(edge.url, {
            ...{ method: 'POST', path: '/charge/ch_1/checkout/payment', body: '{}' },
            headers: { 'idempotency-key': 'k1' },
          }),
      ],
      [
        'one whose key goes no further than the edge',
        () => postWith({ 'idempotency-key': 'k1', connection: 'keep-alive, Idempotency-Key' }),
      ],
    ])('%s is not: its effect is unknown', async (_what, send) => {
      await get();
      const answer = await send();

      expect([answer.status, received.length]).toEqual([503, 2]);
    });
  });

  describe('on which more comes than an answer', () => {
    const stolen = 'HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nstolen';
    const bodyOf = async (send: () => ReturnType<typeof ask>) => (await send()).body.toString();

    it.each<[string, (socket: Socket) => void]>([
      ['together with it', (socket) => socket.write(textAnswer('mine') + stolen)],
      ['right behind it', (socket) => socket.write(textAnswer('mine'), () => socket.write(stolen))],
    ])('are closed, so that nobody gets it for theirs: %s', async (_when, answer) => {
      onRequest = answer;
      const bodies: string[] = [];
      for (let round = 0; round < 20; round += 1) bodies.push(await bodyOf(get));

      expect(new Set(bodies)).toEqual(new Set(['mine']));
      expect(connections).toBe(20);
    });

    it('are closed when it names another request', async () => {
      const idOf = (text: string): string => /x-request-id: (.*)\r\n/.exec(text)?.[1] ?? '';
      onRequest = (socket, text) =>
        socket.write(textAnswer('').replace('\r\n\r\n', `\r\nX-Request-Id: ${idOf(text)}\r\n\r\n`));
      expect((await get()).status).toBe(200);
      onRequest = (socket) =>
        socket.write(textAnswer('theirs').replace('\r\n\r\n', '\r\nX-Request-Id: req_other\r\n\r\n'));
      expect((await get()).status).toBe(503);
      onRequest = (socket) => socket.write(textAnswer('mine'));

      expect([await bodyOf(get), connections]).toEqual(['mine', 2]);
    });
  });

  it.each([
    ['closed without a word', (socket: Socket) => socket.end()],
    ['reset', (socket: Socket) => socket.resetAndDestroy()],
    ['ended within the headers', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-le')],
    ['ended within the body', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')],
    ['used for another protocol', (socket: Socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')],
    ['used for something else', (socket: Socket) => socket.write('220 ready\r\n\r\n')],
    [
      'given headers that cannot be sent on',
      (socket: Socket) => socket.write(textAnswer('').replace(': 0', ': 0\r\nx-a: \u0001')),
    ],
  ])('make a clean fault when %s', async (_how, answer) => {
    onRequest = answer;
    const given = await callApi(edge.url, 'GET', '/balance');

    expect([given.status, given.body['code'], given.headers.get('retry-after')]).toEqual([
      503,
      'edge.service_unavailable',
      '2',
    ]);
    expect(given.body['requestId']).toBe(given.headers.get('x-request-id'));
  });

  it('cut a long answer that breaks off, because its beginning is out already', async () => {
    onRequest = (socket) => socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n${'x'.repeat(70_000)}`);

    await expect(get()).rejects.toThrow('aborted');
  });

  it('hand over an answer that comes before the request was read', async () => {
    onRequest = (socket) => socket.write(textAnswer('no need').replace('200 OK', '401 Unauthorized'));
    const answer = await ask(edge.url, { method: 'POST', path: '/charge', body: Buffer.alloc(60_000) });

    expect([answer.status, answer.body.toString()]).toEqual([401, 'no need']);
  });

  it('end when the client does not wait for the answer', async () => {
    const asked: Socket[] = [];
    onRequest = (socket) => asked.push(socket);
    const asking = request(`${edge.url}/balance`).on('error', () => undefined);
    asking.end();
    await eventually(() => asked.length === 1);
    asking.destroy();

    await eventually(() => asked[0]?.destroyed === true);
  });

  it('outlive a client who leaves after the service has answered', async () => {
    onRequest = (socket) => socket.write(textAnswer('ok'));
    const [answer] = (await once(request(`${edge.url}/charge/ch_1`).end(), 'response')) as [IncomingMessage];
    answer.destroy();
    await get();

    expect(connections).toBe(1);
  });

  it('serve a stopping edge to the end, and its client is told to close', async () => {
    const asked: Socket[] = [];
    onRequest = (socket) => asked.push(socket);
    const agent = new Agent({ keepAlive: true });
    const answering = once(request(`${edge.url}/balance`, { agent }).end(), 'response');
    await eventually(() => asked.length === 1);
    const stopped = edge.stop();
    await eventually(() =>
      fetch(edge.url).then(
        () => false,
        () => true,
      ),
    );
    asked[0]?.write(textAnswer('ok'));
    const [answer] = (await answering) as [IncomingMessage];

    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
    answer.resume();
    await stopped;
    agent.destroy();
  });
});

describe('a service that is not there', () => {
  it('is a fault that may be waited for', async () => {
    const gone = await listenOn(rawService(() => undefined));
    await gone.close();
    const edge = await startEdgeBefore(gone.url);

    expect(await callApi(edge.url, 'GET', '/balance')).toMatchObject({ status: 503, body: { retryable: true } });
    await edge.stop();
  });
});
