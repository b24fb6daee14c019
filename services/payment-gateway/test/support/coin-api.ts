import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Answer, type CoinBooks, createCoinBooks, type Json } from './coin-books';
import { type Treatment } from './merchant-api';
import { createPayoutBooks, type PayoutBooks } from './payout-books';

export type CoinOperation =
  | 'create'
  | 'list'
  | 'get'
  | 'minimum'
  | 'sign_in'
  | 'estimate'
  | 'validate_address'
  | 'create_payout'
  | 'verify_payout'
  | 'get_payout';

export interface CoinApi extends Omit<CoinBooks, 'answer'> {
  /** With the version. */
  readonly url: string;
  readonly payouts: PayoutBooks;
  readonly questions: readonly { readonly operation: CoinOperation; readonly body: Json }[];
  /** For the next question of this kind; several queue up. */
  next(operation: CoinOperation, treatment: Treatment): void;
  /** For every question of this kind from now on; undefined ends it. */
  always(operation: CoinOperation, treatment: Treatment | undefined): void;
  count(operation: CoinOperation): number;
  stop(): Promise<void>;
}

/** A NOWPayments that can be told to misbehave. */
export const startCoinApi = async (): Promise<CoinApi> => {
  const books = createCoinBooks();
  const payouts = createPayoutBooks();
  const lasting = new Map<CoinOperation, Treatment>();
  const questions: { operation: CoinOperation; body: Json }[] = [];
  const queued: { operation: CoinOperation; treatment: Treatment }[] = [];

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    const { pathname: path, searchParams: query } = new URL(url, 'http://coins');
    const body = await read(request);
    const operation = operationOf(method, path);
    questions.push({ operation, body });
    const asked = { method, path, query, headers: { ...headers }, body };
    const act = (): Answer => payouts.answer(asked) ?? books.answer(asked);
    const at = queued.findIndex((each) => each.operation === operation);
    treat(at === -1 ? lasting.get(operation) : queued.splice(at, 1)[0]?.treatment, act, response);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    ...books,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    payouts,
    questions,
    next: (operation, treatment) => void queued.push({ operation, treatment }),
    always: (operation, treatment) => {
      if (treatment === undefined) lasting.delete(operation);
      else lasting.set(operation, treatment);
    },
    count: (operation) => questions.filter((each) => each.operation === operation).length,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const operationOf = (method: string, path: string): CoinOperation => {
  if (path.endsWith('/min-amount')) return 'minimum';
  if (path.endsWith('/auth')) return 'sign_in';
  if (path.endsWith('/estimate')) return 'estimate';
  if (path.endsWith('/validate-address')) return 'validate_address';
  if (path.endsWith('/verify')) return 'verify_payout';
  if (path.includes('/payout')) return method === 'POST' ? 'create_payout' : 'get_payout';
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
