import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Answer, type CoinBooks, createCoinBooks, type Json } from './coin-books';
import { type Treatment } from './merchant-api';

export type CoinOperation = 'create' | 'list' | 'get' | 'minimum';

export interface CoinApi extends Omit<CoinBooks, 'answer'> {
  /** With the version. */
  readonly url: string;
  readonly questions: readonly { readonly operation: CoinOperation; readonly body: Json }[];
  /** For the next question of this kind; several queue up. */
  next(operation: CoinOperation, treatment: Treatment): void;
  stop(): Promise<void>;
}

/** A NOWPayments that can be told to misbehave. */
export const startCoinApi = async (): Promise<CoinApi> => {
  const books = createCoinBooks();
  const questions: { operation: CoinOperation; body: Json }[] = [];
  const queued: { operation: CoinOperation; treatment: Treatment }[] = [];

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    const { pathname: path, searchParams: query } = new URL(url, 'http://coins');
    const body = await read(request);
    const operation = operationOf(method, path);
    questions.push({ operation, body });
    const act = (): Answer => books.answer({ method, path, query, headers: { ...headers }, body });
    const at = queued.findIndex((each) => each.operation === operation);
    treat(at === -1 ? undefined : queued.splice(at, 1)[0]?.treatment, act, response);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    ...books,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    questions,
    next: (operation, treatment) => void queued.push({ operation, treatment }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const operationOf = (method: string, path: string): CoinOperation => {
  if (path.endsWith('/min-amount')) return 'minimum';
  if (method === 'POST') return 'create';
  return /\/payment\/\d+$/.test(path) ? 'get' : 'list';
};

const treat = (treatment: Treatment | undefined, act: () => Answer, response: ServerResponse): void => {
  const isDone = treatment === undefined || treatment.isDone;
  const answer = isDone ? act() : undefined;
  if (treatment?.kind === 'silent') return;
  if (treatment?.kind === 'cut') {
    response.destroy();
    return;
  }
  const { status, body } = treatment ?? answer ?? { status: 500, body: undefined };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const read = async (request: IncomingMessage): Promise<Json> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Json);
};
