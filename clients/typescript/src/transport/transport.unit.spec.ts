import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { Repasse } from '../repasse';
import { ConflictError, ConnectionError, isApiError, RateLimitedError, ServerError, TimeoutError } from './errors';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let baseUrl = '';
let answers: Answer[] = [];
let asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let tokens = 0;

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const refusal = (status: number, code: string, more: object = {}, headers: Record<string, string> = {}): Answer =>
  json(status, { type: '/docs/errors', title: 'A title', detail: 'A detail', status, code, ...more }, headers);
const silence: Answer = () => undefined;
const cut: Answer = ({ socket }) => socket.destroy();
const ok = json(200, { id: 'ch_1' });

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.url === '/oauth/token') {
        tokens += 1;
        json(200, { access_token: `token-${String(tokens)}`, expires_in: 3_600 })(request, response);
        return;
      }
      asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      (answers.shift() ?? ok)(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  [answers, asked, tokens] = [[], [], 0];
});

const client = (more = {}) => new Repasse({ baseUrl, clientId: 'key', clientSecret: 'secret', ...more });
const charge = { grossAmount: '10.00', currency: 'BRL' } as const;
const keys = () => asked.map(({ headers }) => headers['idempotency-key']);

describe('a call', () => {
  it('has one token for all, fetched once though many ask at the same moment', async () => {
    const repasse = client();
    await Promise.all([repasse.charges.get('ch_1'), repasse.charges.get('ch_2'), repasse.charges.get('ch_3')]);

    expect(tokens).toBe(1);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill('Bearer token-1'));
  });

  it('gets a new token once when the installation takes the present one no more', async () => {
    const repasse = client();
    await repasse.charges.get('ch_1');
    answers = [refusal(401, 'auth.token_invalid'), ok];
    await repasse.charges.get('ch_1');
    expect(asked.at(-1)?.headers.authorization).toBe('Bearer token-2');

    answers = [refusal(401, 'auth.token_invalid'), refusal(401, 'auth.token_invalid')];
    await expect(repasse.charges.get('ch_1')).rejects.toMatchObject({ status: 401, code: 'auth.token_invalid' });
  });

  it('writes ids into the path and filters behind it, whatever characters they have', async () => {
    await client().charges.get('a/b c');
    await client().payouts.listCsv({ limit: 5, batch_id: 'x&y' });

    expect(asked.map(({ url }) => url)).toEqual(['/charge/a%2Fb%20c', '/payouts?limit=5&batch_id=x%26y']);
    expect(asked[1]?.headers.accept).toBe('text/csv');
    await client().charges.export({ hasRefund: true });
    expect(asked[2]).toMatchObject({ url: '/charge/list.csv?hasRefund=true', headers: { accept: 'text/csv' } });
    await expect(async () => client().charges.get('')).rejects.toThrow('chargeId is missing.');
  });

  it('tells what came beside the body', async () => {
    answers = [json(200, { id: 'ch_1' }, { 'x-request-id': 'req_1', 'idempotency-replayed': 'true' })];
    const { data, response } = await client().charges.create(charge).withResponse();

    expect(data).toEqual({ id: 'ch_1' });
    expect(response).toMatchObject({ status: 200, requestId: 'req_1', isReplayed: true });
  });
});

describe('a call that is repeated', () => {
  it('keeps its Idempotency-Key over all tries, its own or one that is given', async () => {
    answers = [cut, refusal(503, 'service.unavailable', {}, { 'retry-after': '0' }), ok];
    await client().charges.create(charge);
    const [first] = keys();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys()).toEqual([first, first, first]);
    expect(asked.map(({ body }) => body)).toEqual(Array(3).fill(JSON.stringify(charge)));

    await client().charges.create(charge, { idempotencyKey: 'order-17' });
    expect(keys().at(-1)).toBe('order-17');
  });

  it('ends after two retries, or as many as are wanted', async () => {
    answers = Array<Answer>(10).fill(refusal(503, 'service.unavailable', {}, { 'retry-after': '0' }));
    await expect(client().charges.get('ch_1')).rejects.toBeInstanceOf(ServerError);
    expect(asked).toHaveLength(3);

    await expect(client().charges.get('ch_1', { maxRetries: 0 })).rejects.toBeInstanceOf(ServerError);
    expect(asked).toHaveLength(4);
  });

  it('is not one without a key whose answer was lost', async () => {
    answers = [cut];
    await expect(client().charges.previewSplit(charge)).rejects.toBeInstanceOf(ConnectionError);
    expect(asked).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it('is an error of its kind, with all that the problem says', async () => {
    const more = { currentStatus: 'PAID', allowedActions: ['refund'], requestId: 'req_2' };
    answers = [refusal(409, 'charge.not_cancelable', { ...more, retryable: false })];
    const thrown = await client()
      .charges.cancel('ch_1')
      .catch((each: unknown) => each);

    expect(thrown).toBeInstanceOf(ConflictError);
    const { message, status, code, currentStatus, allowedActions, requestId, isRetryable } = thrown as ConflictError;
    expect({ message, status, code }).toEqual({
      message: 'A title: A detail',
      status: 409,
      code: 'charge.not_cancelable',
    });
    expect({ currentStatus, allowedActions, requestId }).toEqual(more);
    expect(isRetryable).toBe(false);
    expect(isApiError(thrown, 'charge.not_found')).toBe(false);
  });

  it('that wants a longer pause than is waited is told', async () => {
    answers = [refusal(429, 'request.rate_limited', {}, { 'retry-after': '600' })];
    await expect(client().charges.get('ch_1')).rejects.toBeInstanceOf(RateLimitedError);
  });

  it('of a proxy in between has no code', async () => {
    answers = [(_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<html>')];
    await expect(client().charges.get('ch_1')).rejects.toMatchObject({ status: 404, code: undefined });
  });
});

describe('silence', () => {
  it('ends with the time of a try', async () => {
    answers = [silence];
    await expect(client().charges.get('ch_1', { timeoutMs: 100, maxRetries: 0 })).rejects.toBeInstanceOf(TimeoutError);
  });

  it('ends with it in the middle of an answer, too, and a broken answer is none', async () => {
    const half: Answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{');
    };
    const broken: Answer = (request, response) => {
      half(request, response);
      response.write('"', () => request.socket.destroy());
    };
    answers = [half];
    await expect(client().charges.get('ch_1', { timeoutMs: 200, maxRetries: 0 })).rejects.toBeInstanceOf(TimeoutError);
    answers = [broken, ok];
    expect(await client().charges.get('ch_1')).toEqual({ id: 'ch_1' });
  });

  it('ends when the caller wants it, without another try', async () => {
    answers = [silence];
    const ending = new AbortController();
    const call = client().charges.get('ch_1', { signal: ending.signal });
    const ended = expect(call).rejects.toThrow();
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    ending.abort();
    await ended;
    expect(asked).toHaveLength(1);
  });
});

describe('a list', () => {
  const page = (ids: readonly string[], nextCursor: string | null): Answer =>
    json(200, { data: ids.map((id) => ({ id })), pagination: { limit: 2, nextCursor } });

  it('runs over all of its pages', async () => {
    answers = [page(['a', 'b'], 'more'), page(['c'], null)];
    const ids: string[] = [];
    for await (const { id } of client().charges.list({ limit: 2, status: 'PAID' })) ids.push(id);

    expect(ids).toEqual(['a', 'b', 'c']);
    expect(asked.map(({ url }) => url)).toEqual([
      '/charge/list?limit=2&status=PAID',
      '/charge/list?limit=2&status=PAID&cursor=more',
    ]);
  });

  it('is its first page when it is awaited', async () => {
    answers = [page(['a'], 'more')];
    const first = await client().charges.list({ limit: 1 });

    expect(first).toMatchObject({ hasNext: true, body: { pagination: { limit: 2 } } });
    answers = [page(['b'], null)];
    const second = await first.next();
    expect(second.items.map(({ id }) => id)).toEqual(['b']);
    expect(second.hasNext).toBe(false);
    expect(() => second.next()).toThrow(RangeError);
  });

  it('of users is paged by number', async () => {
    const users = (number: number): Answer =>
      json(200, {
        data: [{ id: number }],
        pagination: { page: number, limit: 1, total: 2, totalPages: 2, nextCursor: null },
      });
    answers = [users(1), users(2)];
    const ids: number[] = [];
    for await (const { id } of client().users.list()) ids.push(id);

    expect(ids).toEqual([1, 2]);
  });
});

describe('the feed of events', () => {
  const events = (...ids: string[]): Answer =>
    json(200, { data: ids.map((id) => ({ id, type: 'charge.paid' })), nextAfter: ids.at(-1) ?? null, hasMore: false });

  it('goes on behind the last event, through outages, until it is ended', async () => {
    answers = [events('e1', 'e2'), cut, refusal(503, 'service.unavailable', {}, { 'retry-after': '0' }), events('e3')];
    const ending = new AbortController();
    const ids: string[] = [];
    for await (const { id } of client().followEvents({ after: 'e0', types: ['charge.*'], signal: ending.signal })) {
      ids.push(id);
      if (id === 'e3') ending.abort();
    }

    expect(ids).toEqual(['e1', 'e2', 'e3']);
    const afters = asked.map(({ url }) => new URL(url, baseUrl).searchParams.get('after'));
    expect(afters).toEqual(['e0', 'e2', 'e2', 'e2']);
  });

  it('ends with a refusal', async () => {
    answers = [refusal(403, 'auth.scope_missing')];
    await expect(client().followEvents().next()).rejects.toMatchObject({ code: 'auth.scope_missing' });
  });
});
