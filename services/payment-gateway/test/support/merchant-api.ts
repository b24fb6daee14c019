import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Answer, createMerchantBooks, type Json, type MerchantBooks } from './merchant-books';

export type MerchantOperation = 'create' | 'list' | 'get' | 'cancel' | 'refund' | 'webhooks';

/** How one question is treated. `isDone` says whether it is acted on first. */
export type Treatment =
  | { readonly kind: 'silent'; readonly isDone: boolean }
  | { readonly kind: 'cut'; readonly isDone: boolean }
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown; readonly isDone: boolean };

interface Question {
  readonly operation: MerchantOperation;
  readonly headers: Json;
  readonly body: Json;
}

export interface MerchantApi extends Omit<MerchantBooks, 'answer'> {
  readonly url: string;
  readonly questions: readonly Question[];
  /** The kinds of questions that arrived, oldest first. */
  asked(): readonly MerchantOperation[];
  /** For the next question of this kind; several queue up. */
  next(operation: MerchantOperation, treatment: Treatment): void;
  stop(): Promise<void>;
}

/** A Merchant API that can be told to misbehave. */
export const startMerchantApi = async (): Promise<MerchantApi> => {
  const books = createMerchantBooks();
  const questions: Question[] = [];
  const queued: { operation: MerchantOperation; treatment: Treatment }[] = [];

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    const { pathname, searchParams } = new URL(url, 'http://merchant');
    const body = await read(request);
    const operation = operationOf(method, pathname);
    questions.push({ operation, headers: { ...headers }, body });
    const act = (): Answer =>
      books.answer({ method, path: pathname, query: searchParams, headers: { ...headers }, body });
    const at = queued.findIndex((each) => each.operation === operation);
    treat(at === -1 ? undefined : queued.splice(at, 1)[0]?.treatment, act, response);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    ...books,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    questions,
    asked: () => questions.map(({ operation }) => operation),
    next: (operation, treatment) => void queued.push({ operation, treatment }),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const operationOf = (method: string, path: string): MerchantOperation => {
  if (path.startsWith('/api/webhooks')) return 'webhooks';
  if (path.endsWith('/cancel')) return 'cancel';
  if (path.endsWith('/refund')) return 'refund';
  if (method === 'POST') return 'create';
  return path === '/api/orders' ? 'list' : 'get';
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
