import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

/** What was asked and answered, and what Prism has against either. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly questionFaults: readonly string[];
  readonly answerFaults: readonly string[];
}

export interface Relay {
  /** As a bank's address: the version and /oauth/token are put behind it. */
  readonly url: string;
  /** Everything since this was asked last. */
  take(): readonly Exchange[];
  /** How many there are to take. */
  count(): number;
  stop(): Promise<void>;
}

/** The document has neither the version in its paths nor where tokens come from. */
const version = '/v2';
const tokenPath = '/oauth/token';

/** Stands in front of Prism, because what it has to say it says in a header that no adapter reads. */
export const startRelay = async (prismUrl: string, tokensFrom?: string): Promise<Relay> => {
  let exchanges: Exchange[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch((fault: unknown) => {
      response.writeHead(502).end(String(fault));
    });
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    if (path === tokenPath && tokensFrom === undefined) {
      sendJson(response, { access_token: 'of-the-relay', token_type: 'Bearer', expires_in: 3_600 });
      return;
    }
    const isToken = path === tokenPath;
    const target = isToken ? `${String(tokensFrom)}${path}` : prismUrl + path.slice(version.length);
    const passed = await pass(request, target);
    if (!isToken) exchanges.push(exchangeOf(request.method ?? '', path.slice(version.length), passed));
    const contentType = passed.headers.get('content-type');
    response.writeHead(passed.status, contentType === null ? {} : { 'content-type': contentType });
    response.end(Buffer.from(await passed.arrayBuffer()));
  };
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => {
      const taken = exchanges;
      exchanges = [];
      return taken;
    },
    count: () => exchanges.length,
    stop: () => stop(server),
  };
};

const pass = async (request: IncomingMessage, target: string): Promise<Response> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = ['authorization', 'content-type', 'accept'].flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  const body = chunks.length === 0 ? undefined : Buffer.concat(chunks);
  return fetch(target, { method: request.method ?? 'GET', headers, redirect: 'manual', ...(body && { body }) });
};

interface Violation {
  readonly location: readonly (string | number)[];
  readonly message: string;
}

const exchangeOf = (method: string, path: string, answered: Response): Exchange => {
  const violations = JSON.parse(answered.headers.get('sl-violations') ?? '[]') as Violation[];
  const of = (isQuestion: boolean) =>
    violations.filter(({ location }) => (location[0] === 'request') === isQuestion).map(({ message }) => message);
  return { method, path, status: answered.status, questionFaults: of(true), answerFaults: of(false) };
};

const sendJson = (response: ServerResponse, body: object): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const stop = async (server: Server): Promise<void> => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
};
