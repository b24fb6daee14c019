import { type Operation } from '../src/http/app';
import { readIdempotencyKey } from '../src/idempotency/read-key';
import { createIdempotencyStore, type IdempotencyStore } from '../src/idempotency/store';
import { IdempotencyConflict } from '../src/idempotency/ticket';
import { openDatabase, type Database } from '../src/postgres/database';
import { chassisMigrations, migrate } from '../src/postgres/migrate';
import { fakeClock } from '../src/testing/clock';
import { endRowsAt } from '../src/testing/end-rows';
import { eventually } from '../src/testing/eventually';
import { callApi } from '../src/testing/http-test';
import { createTestDatabase, type TestDatabase } from '../src/testing/postgres';
import { startNotesApp, type NotesApp } from './notes-app';

let database: TestDatabase;
let db: Database;
let store: IdempotencyStore;
let app: NotesApp;
let token: string;
let handled: { ulid: string; isResumed: boolean }[];
let handler: Operation['handle'];

const clock = fakeClock('2026-11-21T12:00:00.000Z');

/** The count grows with each run, so an equal answer was not made anew. */
const answerCount: Operation['handle'] = async () => ({ status: 200, body: { count: handled.length } });

const remembering = (claim: NonNullable<Operation['claim']>): Operation => ({
  claim,
  handle: async (request) => {
    const { ulid, isResumed } = request.idempotency ?? { ulid: 'none', isResumed: false };
    handled.push({ ulid, isResumed });
    return handler(request);
  },
});

/** Claims as an append does: in a transaction of the handler's own, where losing throws. */
const claimByAppend: Operation['handle'] = async (request) => {
  const row = request.idempotency?.running();
  const claim = row === undefined || request.idempotency?.isResumed === true ? undefined : await store.claim(row);
  if (claim?.outcome === 'held') throw new IdempotencyConflict(claim.existing);
  return answerCount(request);
};

beforeAll(async () => {
  database = await createTestDatabase('idempotency');
  db = openDatabase({ url: database.url, name: 'test' });
  await migrate(db, [chassisMigrations.requests, chassisMigrations.idempotency, chassisMigrations.consumer]);
  store = createIdempotencyStore({ db, keys: () => keys });
  app = await startNotesApp(
    {
      createNote: remembering('before-handling'),
      purgeNotes: remembering('with-append'),
      getKey: readIdempotencyKey(store, clock),
    },
    { idempotency: store, clock },
  );
  token = await app.issuer.token({ userId: 7, profile: 'ADMIN', scopes: ['notes:write', 'notes:read'] });
});

beforeEach(() => {
  handled = [];
  handler = answerCount;
});

afterAll(async () => {
  await app.stop();
  await db.close();
  await database.drop();
});

/** Replaced by one test. */
let keys = [{ number: 1, key: 'a-key-of-the-tests' }];

const note = { text: 'Buy milk', size: 2.5, parts: [{ percent: 30 }] };
const post = (key: string, body: unknown = note, as = token) =>
  callApi(app.url, 'POST', '/notes', { token: as, body, headers: { 'idempotency-key': key } });
const purge = (key: string) => callApi(app.url, 'POST', '/notes/purge', { token, headers: { 'idempotency-key': key } });

describe('an Idempotency-Key', () => {
  it('answers a repeat with the very same bytes and says so', async () => {
    const first = await post('same');
    const repeat = await post('same', { size: 2.5, parts: [{ percent: 30 }], text: 'Buy milk' });

    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(repeat.headers.get('idempotency-replayed')).toBe('true');
    expect([repeat.status, repeat.text]).toEqual([first.status, first.text]);
    expect(repeat.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(handled).toHaveLength(1);
  });

  it('keeps a refusal, request id included', async () => {
    handler = async () => ({ status: 409, contentType: 'application/problem+json', body: { code: 'note.locked' } });
    const first = await post('refused');
    const repeat = await post('refused');

    expect(first.body).toMatchObject({ code: 'note.locked', requestId: first.headers.get('x-request-id') });
    expect([repeat.status, repeat.text]).toEqual([409, first.text]);
    expect(repeat.headers.get('content-type')).toBe('application/problem+json');
  });

  it('refuses another body and names the fields that differ', async () => {
    await post('other');
    const answer = await post('other', { text: 'Buy milk', size: 3, parts: [{ percent: 31 }], kind: 'LIST' });

    expect([answer.status, answer.body['code']]).toEqual([422, 'idempotency.key_reused']);
    expect(answer.body['errors']).toEqual(
      ['kind', 'parts[0].percent', 'size'].map((field) => ({ field, message: 'differs from the first request.' })),
    );
  });

  it('knows a repeat after its key for fingerprints was replaced', async () => {
    const first = await post('key-rotated');
    const [former] = keys;
    keys = [{ number: 2, key: 'the-next-key-of-the-tests' }, ...keys];
    const repeat = await post('key-rotated');
    const other = await post('key-rotated', { ...note, size: 3 });
    const later = await post('made-with-the-second');
    keys = keys.slice(0, 1);
    const forgotten = await post('key-rotated');
    const kept = await post('made-with-the-second');
    keys = former === undefined ? [] : [former];

    expect([repeat.status, repeat.text]).toEqual([first.status, first.text]);
    expect(other.body['errors']).toEqual([{ field: 'size', message: 'differs from the first request.' }]);
    expect([forgotten.status, forgotten.body['code']]).toEqual([422, 'idempotency.key_not_comparable']);
    expect([kept.status, kept.text]).toEqual([later.status, later.text]);
    expect(
      await db.query("select request_hash like '2:%' as ok from idempotency_keys where key = 'made-with-the-second'"),
    ).toEqual([{ ok: true }]);
  });

  it('knows a row from before keys had numbers by the key with the number 0', async () => {
    keys = [{ number: 0, key: 'a-token-of-before' }];
    await post('unnumbered');
    keys = [{ number: 1, key: 'a-key-of-the-tests' }, ...keys];
    const repeat = await post('unnumbered');
    keys = keys.slice(0, 1);

    expect(repeat.headers.get('idempotency-replayed')).toBe('true');
    expect(
      await db.query(
        "select 1 as ok from idempotency_keys where key = 'unnumbered' and request_hash ~ '^[0-9a-f]{48}$'",
      ),
    ).toEqual([{ ok: 1 }]);
  });

  it('refuses another operation', async () => {
    await post('elsewhere');
    const answer = await purge('elsewhere');

    expect(answer.status).toBe(422);
    expect(answer.body['errors']).toEqual([{ field: 'Idempotency-Key', message: 'was used for createNote.' }]);
  });

  it('belongs to its user', async () => {
    await post('mine');
    const other = await app.issuer.token({ userId: 8, scopes: ['notes:write'] });
    const answer = await post('mine', note, other);

    expect(answer.status).toBe(200);
    expect(handled).toHaveLength(2);
  });

  it.each(['', 'with blank', 'é'.repeat(3), 'x'.repeat(256)])('must have a sane form: %p', async (key) => {
    const answer = await post(key);

    expect([answer.status, answer.body['code']]).toEqual([400, 'idempotency.key_invalid']);
  });

  it('keeps no value that could be read back', async () => {
    await post('secret');
    const [row] = await db.query<{ row: string }>(`select k::text as row from idempotency_keys k where key = 'secret'`);

    expect(row?.row).not.toContain('milk');
    expect(row?.row).not.toContain('2.5');
  });
});

describe('reading the record of a key', () => {
  const ask = (key: string, as = token) => callApi(app.url, 'GET', `/keys/${encodeURIComponent(key)}`, { token: as });

  it('shows the answer that was given', async () => {
    const first = await post('asked/about', note);

    expect((await ask('asked/about')).body).toEqual({
      key: 'asked/about',
      operation: 'createNote',
      status: 'DONE',
      responseStatus: 200,
      response: first.body,
      createdAt: clock.now().toISOString(),
    });
  });

  it('distinguishes a running request from an interrupted one', async () => {
    handler = async () => {
      throw new Error('cut off');
    };
    await post('asked-cut-off');
    expect((await ask('asked-cut-off')).body).toMatchObject({ status: 'INTERRUPTED', response: null });

    let finish: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    handler = async (request) => {
      await gate;
      return answerCount(request);
    };
    const running = post('asked-running');
    await eventually(() => handled.length === 2);
    expect((await ask('asked-running')).body).toMatchObject({ status: 'RUNNING', responseStatus: null });
    finish();
    await running;
  });

  it('does not show the keys of another user', async () => {
    await post('mine-alone');
    const other = await app.issuer.token({ userId: 8, scopes: ['notes:read'] });

    for (const answer of [await ask('mine-alone', other), await ask('never-used')]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'idempotency.key_not_found' } });
    }
  });
});

describe('a key on an operation that takes none', () => {
  it('is not read, so that nothing of the request is kept', async () => {
    const feedback = { body: { stars: '5' }, token, headers: { 'idempotency-key': 'unread' } };

    expect((await callApi(app.url, 'POST', '/feedback', feedback)).status).toBe(200);
    expect(await store.find('7', 'unread')).toBeUndefined();
  });
});

describe('two requests at once', () => {
  it('run once; the second is asked to wait', async () => {
    let finish: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    handler = async (request) => {
      await gate;
      return answerCount(request);
    };
    const first = post('twice');
    await eventually(() => handled.length === 1);
    const second = await post('twice');
    finish();

    expect([second.status, second.body['code']]).toEqual([409, 'idempotency.in_progress']);
    expect(second.headers.get('retry-after')).toBe('10');
    expect((await first).status).toBe(200);
    expect((await post('twice')).text).toBe((await first).text);
  });
});

describe('a request that a server fault ended', () => {
  it('is not kept: the next try resumes at once with the same ids', async () => {
    handler = async () => {
      throw new Error('the disk is full');
    };
    const failed = await post('fault');
    handler = answerCount;
    const next = await post('fault');

    expect([failed.status, failed.body['code']]).toEqual([500, 'server.fault']);
    expect(failed.text).not.toContain('disk');
    expect(app.logged.join('')).toContain('the disk is full');
    expect(next.status).toBe(200);
    expect(handled).toEqual([
      { ulid: handled[0]!.ulid, isResumed: false },
      { ulid: handled[0]!.ulid, isResumed: true },
    ]);
  });

  it('is not kept either when the answer was a 503', async () => {
    handler = async () => ({ status: 503, body: { code: 'provider.unavailable' } });
    await post('unavailable');
    handler = answerCount;

    expect((await post('unavailable')).body).toEqual({ count: 2 });
  });
});

describe.each(['before-handling', 'with-append'] as const)('a request that a crash cut off, claimed %s', (claim) => {
  const send = claim === 'with-append' ? purge : (key: string) => post(key);

  it('is refused while its lease lives and finished with the same ids after that', async () => {
    const key = `crash-${claim}`;
    handler = claim === 'with-append' ? claimByAppend : answerCount;
    await send(key);
    await db.query(
      `update idempotency_keys set status = 'running', response_status = null, response_body = null where key = $1`,
      [key],
    );

    const early = await send(key);
    clock.advance(11_000);
    const late = await send(key);
    const repeat = await send(key);

    expect([early.status, early.body['code']]).toEqual([409, 'idempotency.in_progress']);
    expect(late.status).toBe(200);
    expect(repeat.text).toBe(late.text);
    expect(handled.filter(({ isResumed }) => isResumed)).toEqual([{ ulid: handled[0]!.ulid, isResumed: true }]);
  });
});

describe('the retention of keys', () => {
  it('ends those older than a day and a half', async () => {
    await post('old');
    await endRowsAt(db, 'charge', clock.now());
    const young = await store.find('7', 'old');
    clock.advance(37 * 60 * 60_000);
    await endRowsAt(db, 'charge', clock.now());

    expect(young).toBeDefined();
    expect(await store.find('7', 'old')).toBeUndefined();
  });
});
