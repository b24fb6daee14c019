import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer } from './bank-answer';
import { type Books, createBooks, type Operation } from './bank-books';

/** How the bank treats one question. `isDone` says whether it acts on it before it misbehaves. */
export type Behaviour =
  | { readonly kind: 'silent'; readonly isDone: boolean }
  | { readonly kind: 'cut'; readonly isDone: boolean }
  | { readonly kind: 'slow'; readonly delayMs: number }
  | { readonly kind: 'answer'; readonly status: number; readonly body?: unknown; readonly isDone: boolean }
  /** Acts, then lets something else happen before it answers. */
  | { readonly kind: 'meanwhile'; readonly run: () => Promise<unknown> };

interface Question {
  readonly operation: Operation;
  /** The txid or the key in the path; of a refund `<endToEndId>/<id>`, of a list its query. */
  readonly key: string;
  readonly authorization: string;
}

export interface Bank extends Omit<Books, 'answer'> {
  readonly url: string;
  /** Every question that arrived, oldest first. */
  readonly questions: readonly Question[];
  count(operation: Operation): number;
  /** How often anything was asked about one charge. */
  questionsAbout(txid: string): number;
  /** For the next question of this kind; several queue up. */
  next(operation: Operation, behaviour: Behaviour): void;
  /** For every question of this kind, until it is told to behave again. */
  always(operation: Operation, behaviour: Behaviour | undefined): void;
  stop(): Promise<void>;
  /** Comes back under the same address after a stop. */
  restart(): Promise<void>;
}

/** A bank that can be told to misbehave; with `tls` it insists on what that says. */
export const startBank = async (tls?: ServerOptions): Promise<Bank> => {
  const books = createBooks();
  const questions: Question[] = [];
  const queued: { operation: Operation; behaviour: Behaviour }[] = [];
  const constant = new Map<Operation, Behaviour>();

  const behaviourFor = (operation: Operation): Behaviour | undefined => {
    const at = queued.findIndex((each) => each.operation === operation);
    return at === -1 ? constant.get(operation) : queued.splice(at, 1)[0]?.behaviour;
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await read(request);
    const question = { ...routeOf(request), authorization: request.headers.authorization ?? '' };
    questions.push(question);
    const { operation, key, authorization } = question;
    const act = (): Answer => books.answer(operation, key, authorization, text);
    await treat(behaviourFor(operation), act, response);
  };
  const listenOn = async (port: number): Promise<Server> => {
    const onRequest = (request: IncomingMessage, response: ServerResponse) => void serve(request, response);
    const opened = tls === undefined ? createServer(onRequest) : createTlsServer(tls, onRequest);
    await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve));
    return opened;
  };
  let server = await listenOn(0);
  const { port } = server.address() as AddressInfo;

  return {
    ...books,
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    questions,
    count: (operation) => questions.filter((each) => each.operation === operation).length,
    questionsAbout: (txid) => questions.filter(({ key }) => key === txid).length,
    next: (operation, behaviour) => void queued.push({ operation, behaviour }),
    always: (operation, behaviour) => {
      constant.delete(operation);
      if (behaviour !== undefined) constant.set(operation, behaviour);
    },
    stop: () => close(server),
    restart: async () => {
      server = await listenOn(port);
    },
  };
};

const treat = async (behaviour: Behaviour | undefined, act: () => Answer, response: ServerResponse): Promise<void> => {
  if (behaviour === undefined) {
    send(response, act());
    return;
  }
  if ('isDone' in behaviour && behaviour.isDone) act();
  switch (behaviour.kind) {
    case 'silent':
      return;
    case 'cut':
      response.destroy();
      return;
    case 'answer': {
      send(response, { status: behaviour.status, body: behaviour.body });
      return;
    }
    case 'slow':
      await pause(behaviour.delayMs);
      {
        send(response, act());
        return;
      }
    case 'meanwhile': {
      const answer = act();
      await behaviour.run();
      send(response, answer);
      return;
    }
  }
};

const cobOperations: Readonly<Record<string, Operation>> = { PUT: 'put_cob', PATCH: 'patch_cob' };

const routeOf = ({ method, url = '' }: IncomingMessage): { operation: Operation; key: string } => {
  const { pathname, search } = new URL(url, 'http://bank');
  const key = decodeURIComponent(pathname.split('/').at(-1) ?? '');
  if (pathname === '/v2/pix') return { operation: 'list_pix', key: search };
  if (pathname === '/oauth/token') return { operation: 'token', key };
  if (pathname.startsWith('/v2/webhook/')) return { operation: 'put_webhook', key };
  const [, , endToEndId = '', kind, id = ''] = pathname.slice(1).split('/').map(decodeURIComponent);
  if (kind === 'devolucao') {
    return { operation: method === 'PUT' ? 'put_devolucao' : 'get_devolucao', key: `${endToEndId}/${id}` };
  }
  return { operation: cobOperations[method ?? ''] ?? 'get_cob', key };
};

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const send = (response: ServerResponse, { status, body }: Answer): void => {
  const type = status >= 400 ? 'application/problem+json' : 'application/json';
  response.writeHead(status, { 'content-type': type }).end(textOf(body));
};

const textOf = (body: unknown): string => {
  if (typeof body === 'string') return body;
  return body === undefined ? '' : JSON.stringify(body);
};

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
