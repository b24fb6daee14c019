import { type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@repasse/chassis/testing/eventually';
import { openConnection, type Connection, type ConnectionFault } from '../edge/connection';
import { listenOn, rawService, type TestServer } from './edge-for-tests';

/** The edge's own limit is 30 s. */
const silenceTimeoutMs = 100;

describe('a connection to a service that is silent', () => {
  let service: TestServer;
  let connection: Connection;
  let received: number;
  let isWhole: boolean;
  let fault: ConnectionFault | undefined;
  let isWanted: boolean;
  let onRequest: (socket: Socket) => void;

  beforeAll(async () => {
    service = await listenOn(rawService((socket) => onRequest(socket)));
  });
  beforeEach(() => {
    received = 0;
    isWhole = false;
    fault = undefined;
    isWanted = false;
    const target = { url: service.url, address: undefined };
    const limits = { connectTimeoutMs: 2_000, silenceTimeoutMs };
    connection = openConnection({ target, ...limits, onFree: () => undefined, onClosed: () => undefined });
  });
  afterEach(() => connection.destroy());
  afterAll(() => service.close());

  const ask = (): void =>
    connection.ask('GET / HTTP/1.1\r\nhost: x\r\n\r\n', 'GET', {
      head: () => undefined,
      data: (bytes) => {
        received += bytes.length;
        return isWanted;
      },
      end: () => (isWhole = true),
      fault: (given) => (fault = given),
    });
  const lengthBytes = 1_000_000;
  const head = `HTTP/1.1 200 OK\r\ncontent-length: ${lengthBytes}\r\n\r\n`;

  it('is not one whose client takes its time', async () => {
    onRequest = (socket) => socket.write(head + 'x'.repeat(lengthBytes));
    ask();
    await eventually(() => received > 0);
    const before = received;
    await pause(4 * silenceTimeoutMs);
    expect([received, fault]).toEqual([before, undefined]);
    isWanted = true;
    connection.resume();

    await eventually(() => isWhole);
    expect(received).toBe(lengthBytes);
  });

  it('ends, also after a client who took their time', async () => {
    onRequest = (socket) => socket.write(`${head}some`);
    ask();
    await eventually(() => received > 0);
    expect(fault).toBeUndefined();
    connection.resume();

    expect((await eventually(() => fault)).cause).toMatchObject({ message: 'Nothing came for 100 ms.' });
  });
});
