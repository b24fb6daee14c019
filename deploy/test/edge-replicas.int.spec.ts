import { createServer, type Server, type Socket } from 'node:net';
import { callApi } from '@repasse/chassis/testing/http-test';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type RunningEdge } from '../edge/main';
import { ask, listenOn, rawService, startEdgeBefore, textAnswer, type TestServer } from './edge-for-tests';

/** A process of a service, which can turn red and lose its connections. */
class Process {
  isReady = true;
  requests: string[] = [];
  connections = new Set<Socket>();
  private server: TestServer | undefined;
  onRequest = (socket: Socket, name: string): unknown => socket.write(textAnswer(name));

  constructor(readonly name: string) {}

  async start(): Promise<void> {
    const server = rawService((socket, text) => {
      if (text.startsWith('GET /health/ready')) {
        return void socket.write(textAnswer('').replace('200 OK', this.isReady ? '200 OK' : '503 Not ready'));
      }
      if (!this.connections.has(socket)) socket.once('close', () => this.connections.delete(socket));
      this.connections.add(socket);
      this.requests.push(text);
      this.onRequest(socket, this.name);
    });
    this.server = await listenOn(server);
  }

  get url(): string {
    return this.server?.url ?? '';
  }

  async stop(): Promise<void> {
    await this.server?.close();
  }
}

describe('a service of several processes behind the edge', () => {
  let a: Process;
  let b: Process;
  let edge: RunningEdge;

  beforeEach(async () => {
    [a, b] = [new Process('a'), new Process('b')];
    await Promise.all([a.start(), b.start()]);
    edge = await startEdgeBefore(`${a.url},${b.url}`);
  });
  afterEach(async () => {
    await edge.stop();
    await Promise.all([a.stop(), b.stop()]);
  });
  const get = () => ask(edge.url, { path: '/charge/ch_1' });
  const post = () => ask(edge.url, { method: 'POST', path: '/charge', body: '{"a":1}' });
  const bodiesOf = async (send: () => ReturnType<typeof ask>, count = 6): Promise<string[]> => {
    const bodies: string[] = [];
    for (let round = 0; round < count; round += 1) bodies.push((await send()).body.toString());
    return bodies;
  };

  it('gets requests spread over them', async () => {
    expect((await bodiesOf(get)).sort()).toEqual(['a', 'a', 'a', 'b', 'b', 'b']);
  });

  it('loses no request of any kind when one of them is gone: nothing was sent there', async () => {
    await a.stop();

    expect(new Set(await bodiesOf(post))).toEqual(new Set(['b']));
  });

  it('is not asked where it is red, and no connection is kept there', async () => {
    await bodiesOf(get);
    expect(a.connections.size).toBe(1);
    a.isReady = false;
    await eventually(() => a.connections.size === 0);
    expect(new Set(await bodiesOf(get))).toEqual(new Set(['b']));
    a.isReady = true;

    await eventually(async () => new Set(await bodiesOf(get)).size === 2);
  });

  it('gets a GET at another process when its kept connection breaks, and a POST without a key at none', async () => {
    const breakOff = (socket: Socket): unknown => socket.resetAndDestroy();
    await bodiesOf(get, 2);
    a.onRequest = b.onRequest = breakOff;
    expect([(await post()).status, a.requests.length + b.requests.length]).toEqual([503, 3]);
    a.onRequest = b.onRequest = (socket, name) => socket.write(textAnswer(name));
    await bodiesOf(get, 4);
    a.onRequest = breakOff;

    const askedBefore = a.requests.length;
    while (a.requests.length === askedBefore) expect(await bodiesOf(get, 1)).toEqual(['b']);
  });

  it('is 503 when none of them is there, after two tries', async () => {
    await Promise.all([a.stop(), b.stop()]);

    expect((await callApi(edge.url, 'GET', '/balance')).status).toBe(503);
  });
});

describe('a process that takes connections and says nothing to TLS', () => {
  let silent: Server;
  let listening: TestServer;
  let there: Process;

  beforeAll(async () => {
    silent = createServer(() => undefined);
    listening = await listenOn(silent);
    there = new Process('there');
    await there.start();
  });
  afterAll(async () => {
    await listening.close();
    await there.stop();
  });

  it('has got nothing, so another one is asked whatever the request', async () => {
    const edge = await startEdgeBefore(`${listening.url.replace('http:', 'https:')},${there.url}`);
    const answers = await Promise.all(
      Array.from({ length: 2 }, () => ask(edge.url, { method: 'POST', path: '/charge', body: '{}' })),
    );

    expect(answers.map(({ body }) => body.toString())).toEqual(['there', 'there']);
    await edge.stop();
  });
});

describe('an edge that is asked to stop', () => {
  it('is red at once, and still takes requests, each of which closes its connection', async () => {
    const service = new Process('a');
    await service.start();
    const edge = await startEdgeBefore(service.url, { DRAIN_DELAY_MS: '500' });
    const stopped = edge.stop();
    const [ready, answer] = [
      await callApi(edge.url, 'GET', '/health/ready'),
      await ask(edge.url, { path: '/charge/ch_1', headers: { connection: 'keep-alive' } }),
    ];

    expect([ready.status, answer.status, answer.headers.connection]).toEqual([503, 200, 'close']);
    await stopped;
    await expect(ask(edge.url, {})).rejects.toThrow('ECONNREFUSED');
    await service.stop();
  });

  it('does not stay longer than its grace period allows', () => {
    expect(() => startEdgeBefore('http://127.0.0.1:1', { DRAIN_DELAY_MS: '20000' })).toThrow(
      'DRAIN_DELAY_MS must be a whole number from 0 to 10000.',
    );
  });
});
