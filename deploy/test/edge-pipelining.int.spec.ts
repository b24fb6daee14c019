import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { ask, listenOn, startEdgeBefore, type TestServer } from './edge-for-tests';

describe('a stranger who sends many requests before the first is answered', () => {
  let open: ServerResponse[];
  let asked: number;
  let connections: number;
  let service: TestServer;
  let edge: Running;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    [open, asked, connections] = [[], 0, 0];
    const server = createServer((request, response) => {
      asked += 1;
      if (request.headers.authorization === undefined) open.push(response);
      else response.end('{}');
    });
    server.on('connection', () => (connections += 1));
    service = await listenOn(server);
    edge = await startEdgeBefore(service.url);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await edge.stop();
    await service.close();
  });

  const send = (text: string): Socket => {
    const socket = connect(Number(new URL(edge.url).port), '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    socket.resume().write(text);
    return socket;
  };
  const stream = 'GET /checkout/ch_1/events?token=t HTTP/1.1\r\nhost: x\r\n\r\n';

  it('has one of them passed on, and keeps nobody waiting', async () => {
    send(stream.repeat(50));
    await eventually(() => open.length === 1);
    for (let round = 0; round < 20; round += 1) {
      expect((await ask(edge.url, { headers: { authorization: 'Bearer a' } })).status).toBe(200);
    }

    expect([open.length, connections]).toEqual([1, 2]);
  });

  it('has the next one passed on when the first is answered', async () => {
    send(stream.repeat(3));
    for (let nth = 1; nth <= 3; nth += 1) {
      await eventually(() => open.length === nth);
      open[nth - 1]?.end('{}');
    }

    expect(asked).toBe(3);
  });

  it('takes the one under way along on leaving, and those behind are never passed on', async () => {
    const socket = send(stream.repeat(50));
    const first = await eventually(() => open[0]);
    socket.resetAndDestroy();
    // As the service does for payers' pages; nobody reads the client's connection now.
    const beats = setInterval(() => first.write(': beat\n\n'), 10);
    await eventually(() => first.closed);
    clearInterval(beats);

    expect(asked).toBe(1);
  });

  it('is cut off with 285 KB of them', async () => {
    const socket = send('GET /balance HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(8_000));
    await eventually(() => socket.destroyed);

    // The first may have been passed on before the edge saw how many they are.
    expect(asked).toBeLessThanOrEqual(1);
    await eventually(() => open.every(({ closed }) => closed));
    expect((await ask(edge.url, { headers: { authorization: 'Bearer a' } })).status).toBe(200);
  });
});
