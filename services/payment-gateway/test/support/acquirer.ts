import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type AcquirerBooks, type Answer, createAcquirerBooks } from './acquirer-books';

export type AcquirerOperation = 'sell' | 'capture' | 'void' | 'read' | 'find';

/** How one question is treated. `isDone` says whether it is acted on first. */
export type Treatment =
  | { readonly kind: 'silent'; readonly isDone: boolean }
  | { readonly kind: 'cut'; readonly isDone: boolean }
  /** Acted on and answered as always, once the test lets it go. */
  | { readonly kind: 'held'; readonly until: Promise<void>; readonly isDone: false }
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown; readonly isDone: boolean };

export interface AcquirerQuestion {
  readonly operation: AcquirerOperation;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export interface Acquirer {
  /** Sales under `<url>/sales`, questions under `<url>/query`, as they are two hosts in the real world. */
  readonly url: string;
  readonly books: AcquirerBooks;
  readonly questions: readonly AcquirerQuestion[];
  asked(): readonly AcquirerOperation[];
  /** For the next question of this kind; several queue up. */
  next(operation: AcquirerOperation, treatment: Treatment): void;
  stop(): Promise<void>;
}

export const acquirerMerchantId = '0e5a4b3c-1d2e-4f60-9a8b-7c6d5e4f3a2b';
export const acquirerMerchantKey = 'AKEYOFFORTYCHARACTERSFORTHETESTSONLYXXXX';

/** An acquirer that can be told to misbehave. */
export const startAcquirer = async (): Promise<Acquirer> => {
  const books = createAcquirerBooks();
  const questions: AcquirerQuestion[] = [];
  const queued: { operation: AcquirerOperation; treatment: Treatment }[] = [];

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { operation, act } = routeOf(request, books);
    const text = await read(request);
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    questions.push({ operation, url: request.url ?? '', headers: { ...request.headers }, body });
    const at = queued.findIndex((each) => each.operation === operation);
    const treatment = at === -1 ? undefined : queued.splice(at, 1)[0]?.treatment;
    if (isStranger(request)) send(response, { status: 401, body: [{ Code: 132, Message: 'MerchantKey' }] });
    else treat(treatment, () => act(body), response);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    books,
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

interface Route {
  readonly operation: AcquirerOperation;
  readonly act: (body: unknown) => Answer;
}

const routeOf = ({ method = '', url = '' }: IncomingMessage, books: AcquirerBooks): Route => {
  const { pathname, searchParams } = new URL(url, 'http://acquirer');
  const [, , , paymentId = '', what] = pathname.slice(1).split('/');
  const routes: Readonly<Record<string, Route>> = {
    'POST /sales/1/sales/': { operation: 'sell', act: (body) => books.sell(body) },
    [`PUT /sales/1/sales/${paymentId}/capture`]: { operation: 'capture', act: () => books.capture(paymentId) },
    [`PUT /sales/1/sales/${paymentId}/void`]: {
      operation: 'void',
      act: () => books.void(paymentId, searchParams.has('amount') ? Number(searchParams.get('amount')) : undefined),
    },
    [`GET /query/1/sales/${paymentId}`]: { operation: 'read', act: () => books.read(paymentId) },
    'GET /query/1/sales': { operation: 'find', act: () => books.find(searchParams.get('merchantOrderId') ?? '') },
  };
  const route = routes[`${method} ${pathname}`];
  if (route === undefined) throw new Error(`The acquirer knows no ${method} ${pathname} ${what ?? ''}.`);
  return route;
};

const isStranger = ({ headers }: IncomingMessage): boolean =>
  headers['merchantid'] !== acquirerMerchantId || headers['merchantkey'] !== acquirerMerchantKey;

const treat = (treatment: Treatment | undefined, act: () => Answer, response: ServerResponse): void => {
  if (treatment === undefined) return send(response, act());
  if (treatment.isDone) act();
  switch (treatment.kind) {
    case 'silent':
      return;
    case 'cut':
      response.destroy();
      return;
    case 'held':
      void treatment.until.then(() => send(response, act()));
      return;
    case 'answer':
      send(response, treatment);
  }
};

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const send = (response: ServerResponse, { status, body }: Answer): void => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
};
