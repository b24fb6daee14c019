import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { once } from 'node:events';

const gigabyte = 1_024 * 1_024 * 1_024;
const pieceBytes = 64 * 1_024;

/** Longer than a dispatcher keeps a connection; see webhook-receiver.ts. */
const keepAliveTimeoutMs = 120_000;

/** How a receiver answers a webhook. */
const behaviours = {
  well: (response: ServerResponse) => void response.writeHead(204).end(),
  hangs: () => undefined,
  drips: (response: ServerResponse) => {
    response.writeHead(200);
    const dripping = setInterval(() => response.write('.'), 1_000);
    response.on('close', () => clearInterval(dripping));
  },
  floods: (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': gigabyte });
    const piece = Buffer.alloc(pieceBytes, 'x');
    const pour = (): void => {
      while (!response.destroyed && response.write(piece)) continue;
    };
    response.on('drain', pour);
    pour();
  },
  'leads inside': (response: ServerResponse) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
} as const satisfies Readonly<Record<string, (response: ServerResponse) => void>>;

export type Behaviour = keyof typeof behaviours;

/** Each has an address of its own, since a dispatcher tells receivers apart by host and port. */
export type OtherUrls = Readonly<Record<Behaviour, string>>;

const listening = async (respond: (response: ServerResponse) => void): Promise<Server> => {
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (request, response) => {
    // Who hangs up on a flood is right.
    response.on('error', () => undefined);
    request.resume();
    request.once('end', () => respond(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

/** The process: tells its parent the addresses, and ends with it. */
export const serveOthers = async (): Promise<void> => {
  const urls: Record<string, string> = {};
  for (const [name, respond] of Object.entries(behaviours)) {
    const { port } = (await listening(respond)).address() as AddressInfo;
    urls[name] = `http://127.0.0.1:${port}/webhooks`;
  }
  process.on('disconnect', () => process.exit(0));
  process.send?.(urls);
};
