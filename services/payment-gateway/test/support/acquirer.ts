import { type IncomingMessage } from 'node:http';
import { type AcquirerBooks, type Answer, createAcquirerBooks } from './acquirer-books';
import { type ProviderStandIn, startProviderStandIn } from './provider-stand-in';

export type AcquirerOperation = 'sell' | 'capture' | 'void' | 'read' | 'find';

export interface AcquirerQuestion {
  readonly operation: AcquirerOperation;
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Sales under `<url>/sales`, questions under `<url>/query`, as they are two hosts in the real world. */
export interface Acquirer extends ProviderStandIn<AcquirerQuestion> {
  readonly books: AcquirerBooks;
}

export const acquirerMerchantId = '0e5a4b3c-1d2e-4f60-9a8b-7c6d5e4f3a2b';
export const acquirerMerchantKey = 'AKEYOFFORTYCHARACTERSFORTHETESTSONLYXXXX';

/** An acquirer that can be told to misbehave. */
export const startAcquirer = async (): Promise<Acquirer> => {
  const books = createAcquirerBooks();
  const standIn = await startProviderStandIn<AcquirerQuestion>({
    route: (request, text) => {
      const { operation, act } = routeOf(request, books);
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      return {
        question: { operation, url: request.url ?? '', headers: { ...request.headers }, body },
        act: () => (isStranger(request) ? unknownMerchant : act(body)),
      };
    },
  });
  return { ...standIn, books };
};

const unknownMerchant: Answer = { status: 401, body: [{ Code: 132, Message: 'MerchantKey' }] };

interface Operation {
  readonly operation: AcquirerOperation;
  readonly act: (body: unknown) => Answer;
}

const routeOf = ({ method = '', url = '' }: IncomingMessage, books: AcquirerBooks): Operation => {
  const { pathname, searchParams } = new URL(url, 'http://acquirer');
  const [, , , paymentId = '', what] = pathname.slice(1).split('/');
  const routes: Readonly<Record<string, Operation>> = {
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
