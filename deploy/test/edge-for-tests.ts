import { request, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { loadConfig } from '../edge/config';
import { startEdge, type RunningEdge } from '../edge/main';

const upstreamNames = [
  'CHARGE',
  'PAYMENT_GATEWAY',
  'SPLIT_SETTLEMENT',
  'INVOICE_QUERY',
  'WEBHOOK_DISPATCHER',
  'IDENTITY',
];

/** An edge on a free port whose services are all one. */
export const startEdgeBefore = (url: string, env: Record<string, string> = {}): Promise<RunningEdge> => {
  const upstreams = Object.fromEntries(upstreamNames.map((name) => [`${name}_URL`, url]));
  return startEdge(loadConfig({ PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...upstreams, ...env }));
};

export interface TestServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export const listenOn = async (server: Server): Promise<TestServer> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // Tests cut connections on purpose.
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

/** A service that speaks in bytes: `onRequest` gets what came on a connection, and its number on that connection. */
export const rawService = (onRequest: (socket: Socket, text: string, nth: number) => void): Server =>
  createServer((socket) => {
    let nth = 0;
    socket.on('data', (bytes: Buffer) => onRequest(socket, bytes.toString('latin1'), (nth += 1)));
  });

export const textAnswer = (body: string): string => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

export interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

export interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** One request on a connection of its own, with the headers that fetch would not send. */
export const ask = (url: string, { method = 'GET', path = '/balance', headers = {}, body }: Asked): Promise<Answered> =>
  new Promise((resolve, refuse) => {
    const asking = request(`${url}${path}`, { method, headers, agent: false }, (answer) => {
      readAnswer(answer).then(resolve, refuse);
    });
    asking.once('error', refuse);
    asking.end(body);
  });

/** To its end. */
export const readAnswer = async (answer: IncomingMessage): Promise<Answered> => {
  const body = await buffer(answer);
  return { status: answer.statusCode, headers: answer.headers, body };
};
