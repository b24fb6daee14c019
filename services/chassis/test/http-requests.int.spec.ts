import { createAuthentication } from '../src/http/authentication';
import { describedOperations } from '../src/http/described-operation';
import { callApi } from '../src/testing/http-test';
import { notesApi } from './notes-api';
import { internalToken, startNotesApp, type NotesApp } from './notes-app';

let app: NotesApp;
let token: string;

beforeAll(async () => {
  app = await startNotesApp({
    createNote: {
      handle: async (request) => ({ status: 200, body: request.body }),
      check: (_request, faulty) => (faulty.has('text') ? [] : [{ field: 'text', message: 'is not polite.' }].slice(1)),
    },
  });
  token = await app.issuer.token({ userId: 7, scopes: ['notes:write', 'notes:read'] });
});

afterAll(() => app.stop());

const note = { text: 'Buy milk', size: 0.07 };
const post = (body: unknown, headers: Record<string, string> = {}) =>
  callApi(app.url, 'POST', '/notes', { token, body, headers });

describe('reading a body', () => {
  it('hands a valid one to the handler', async () => {
    const answer = await post(note);

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(note);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it.each([
    ['text that is no JSON', '{"text":', 400, 'request.malformed_json'],
    ['bytes that are no UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, 'request.malformed_json'],
    ['nesting without end', '['.repeat(40) + ']'.repeat(40), 400, 'request.malformed_json'],
    ['more than the limit', JSON.stringify({ text: 'x'.repeat(70_000) }), 413, 'request.too_large'],
  ])('refuses %s', async (_what, rawBody, status, code) => {
    const answer = await callApi(app.url, 'POST', '/notes', {
      token,
      rawBody,
      headers: { 'content-type': 'application/json' },
    });

    expect(answer.status).toBe(status);
    expect(answer.body['code']).toBe(code);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
  });

  it.each([
    ['{\n  "text": x}', 'The body is not valid JSON: line 2, column 11 is not as it should be.', undefined],
    ['{"text":"a\\u0000"}', expect.stringContaining('The field text holds a NUL character'), ['text']],
    ['{"4111111111111111":"\\u0000"}', expect.stringContaining('The field body holds'), ['body']],
  ])('says of %s where the fault is', async (rawBody, detail, fields) => {
    const answer = await callApi(app.url, 'POST', '/notes', {
      token,
      rawBody,
      headers: { 'content-type': 'application/json' },
    });

    expect(answer).toMatchObject({ status: 400, body: { code: 'request.malformed_json', detail } });
    const errors = answer.body['errors'] as readonly { readonly field: string }[] | undefined;
    expect(errors?.map(({ field }) => field)).toEqual(fields);
  });

  it.each([
    ['text/plain', {}],
    ['application/json; charset=latin1', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
  ])('takes no %s %j', async (contentType, headers) => {
    const answer = await callApi(app.url, 'POST', '/notes', {
      token,
      rawBody: '{}',
      headers: { 'content-type': contentType, ...headers },
    });

    expect(answer.status).toBe(415);
    expect(answer.body['code']).toBe('request.unsupported_media_type');
  });

  it('reads a form where the description has one', async () => {
    const answer = await callApi(app.url, 'POST', '/feedback', {
      rawBody: 'stars=5',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

    expect(answer.body['body']).toEqual({ stars: '5' });
  });
});

describe('a body that is bytes', () => {
  const put = (rawBody?: Uint8Array<ArrayBuffer>) =>
    callApi(app.url, 'PUT', '/notes/n1/picture', {
      ...(rawBody === undefined ? {} : { rawBody }),
      headers: { 'content-type': 'image/png' },
    });

  it('is handed on as it came', async () => {
    expect(await put(new Uint8Array([0x89, 0x50, 0xff, 0x00]))).toMatchObject({
      status: 200,
      body: { bytes: [0x89, 0x50, 0xff, 0x00] },
    });
  });

  it.each([undefined, new Uint8Array()])('is required where the description says so', async (nothing) => {
    expect(await put(nothing)).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ field: 'body', message: 'is required.' }] },
    });
  });
});

describe('optional fields', () => {
  it('may be null as well', async () => {
    const answer = await post({ ...note, kind: null, dueAt: null, parts: null });

    expect(answer).toMatchObject({ status: 200, body: note });
    expect(answer.body).toEqual(note);
    expect((await post({ text: null, size: 1 })).body['errors']).toEqual([{ field: 'text', message: 'must be text.' }]);
  });
});

describe('unknown fields', () => {
  it('are named in a header, in the query as in the body', async () => {
    const listed = await callApi(app.url, 'GET', '/notes?page=2&colour=red&x%00y=1', { token });
    const written = await callApi(app.url, 'POST', '/notes?dry=true', { token, body: { ...note, colour: 'red' } });

    expect(listed.headers.get('repasse-ignored-fields')).toBe('colour, x?y');
    expect(listed.body['query']).toEqual({ page: 2 });
    expect(written.headers.get('repasse-ignored-fields')).toBe('colour, dry');
    expect((await callApi(app.url, 'GET', '/notes?page=2', { token })).headers.has('repasse-ignored-fields')).toBe(
      false,
    );
  });
});

describe('e-mail addresses', () => {
  it.each([
    'ana@example.com',
    ' ana@example.com\t',
    'ana@localhost',
    'josé@exãmple.com.br',
    '用户@例子.公司',
    '"a b"@c.co',
  ])('that are only compared may be any: %j', async (friend) => {
    expect((await post({ ...note, friend })).body).toEqual({ ...note, friend: friend.trim() });
  });

  it.each(['', 'ana', 'ana@', '@example.com', 'a b@example.com', 'ana@example..com', 'a@b@c'])(
    'are no addresses when they cannot be: %j',
    async (friend) => {
      expect((await post({ ...note, friend })).body['errors']).toEqual([
        { field: 'friend', message: 'must be an e-mail address.' },
      ]);
    },
  );

  it('that are handed on are as strict as before, but for blanks around them', async () => {
    expect((await post({ ...note, author: { email: ' ana@example.com ' } })).body['author']).toEqual({
      email: 'ana@example.com',
    });
    expect((await post({ ...note, author: { email: 'ana@localhost' } })).status).toBe(400);
  });
});

describe('whole numbers in a query', () => {
  it('reach as far as they are exact', async () => {
    const listed = (page: string) => callApi(app.url, 'GET', `/notes?page=${page}`, { token });

    expect((await listed('9007199254740991')).body['query']).toEqual({ page: 9_007_199_254_740_991 });
    expect((await listed('9007199254740992')).status).toBe(400);
  });
});

describe('dates and times', () => {
  it.each([
    ['2026-11-22T00:00:00-03', '2026-11-22T03:00:00.000Z'],
    ['2026-11-22T00:00:00-0300', '2026-11-22T03:00:00.000Z'],
    ['2026-12-31T23:59:60Z', '2027-01-01T00:00:00.000Z'],
  ])('written %s reach the handler as %s', async (dueAt, moment) => {
    expect((await post({ ...note, dueAt })).body).toEqual({ ...note, dueAt: moment });
    const listed = await callApi(app.url, 'GET', `/notes?since=${encodeURIComponent(dueAt)}`, { token });
    expect(listed.body['query']).toEqual({ page: 1, since: moment });
  });

  it.each(['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-03:00', '2026-02-30T00:00:00Z'])(
    'that are none or out of range are refused by name: %s',
    async (dueAt) => {
      const refused = { status: 400, body: { code: 'request.invalid' } };
      expect(await post({ ...note, dueAt })).toMatchObject(refused);
      expect(await callApi(app.url, 'GET', `/notes?since=${dueAt}`, { token })).toMatchObject(refused);
    },
  );
});

describe('card data', () => {
  const number = '4111111111111111';

  it.each([
    ['a text', '/notes', { text: `card ${number}`, size: 1 }, {}, 'text'],
    ['an unknown field', '/notes', { ...note, cvv: '123' }, {}, 'cvv'],
    ['a text among other faults', '/notes', { text: number, size: 'big' }, {}, 'text'],
    ['the query', `/notes?memo=${number}`, note, {}, 'memo'],
    ['the Idempotency-Key', '/notes', note, { 'idempotency-key': number }, 'Idempotency-Key'],
  ])('is refused in %s and not repeated', async (_what, path, body, headers, field) => {
    const answer = await callApi(app.url, 'POST', path, { token, body, headers });

    expect(answer).toMatchObject({ status: 400, body: { code: 'request.card_data_refused', errors: [{ field }] } });
    expect(answer.text).not.toContain('1111');
  });

  it('is refused in a path', async () => {
    const answer = await callApi(app.url, 'GET', `/keys/${number}`, { token });

    expect(answer.body).toMatchObject({ code: 'request.card_data_refused', errors: [{ field: 'key' }] });
  });

  it('is no request id', async () => {
    const answer = await post(note, { 'x-request-id': number });

    expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
    expect(app.logged.join()).not.toContain(number);
  });
});

describe('faults of the request', () => {
  it('names all of them at once, by field, for a person', async () => {
    const answer = await post({
      text: '',
      size: 'big',
      kind: 'SONG',
      dueAt: 'tomorrow',
      parts: [{ percent: 50 }, { percent: 101 }, {}],
      author: { email: 'nobody' },
    });

    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      type: '/docs/errors#request.invalid',
      status: 400,
      code: 'request.invalid',
    });
    expect(answer.body['errors']).toEqual([
      { field: 'text', message: 'must not be empty.' },
      { field: 'size', message: 'must be a number.' },
      { field: 'kind', message: 'must be one of PLAIN, LIST.' },
      {
        field: 'dueAt',
        message:
          'must be an ISO 8601 date and time with its offset, from 1900 to 9999, such as 2026-01-31T12:00:00-03:00.',
      },
      { field: 'parts[1].percent', message: 'must be at most 100.' },
      { field: 'parts[2].percent', message: 'is required.' },
      { field: 'author.email', message: 'must be the e-mail of its author.' },
    ]);
  });

  it.each([
    ['a list', [], 'must be an object.'],
    ['text', 'note', 'must be an object.'],
    ['null', null, 'must be an object.'],
  ])('says so when the body is %s', async (_what, body, message) => {
    const answer = await post(body);

    expect(answer.body['errors']).toEqual([{ field: 'body', message }]);
  });

  it('says so when there is no body', async () => {
    const answer = await callApi(app.url, 'POST', '/notes', { token });

    expect(answer.status).toBe(400);
    expect(answer.body['errors']).toEqual([{ field: 'body', message: 'is required.' }]);
  });

  it('lists unknown fields in a header, and only harmless characters of them', async () => {
    const answer = await post({
      ...note,
      colour: 'red',
      'na\u00efve\r\nheader': 1,
      parts: [{ percent: 1, note: 'x' }],
      options: { any: 'thing' },
    });

    expect(answer.status).toBe(200);
    expect(answer.headers.get('repasse-ignored-fields')).toBe('colour, na?ve??header, parts[0].note');
  });

  it('coerces the query, fills in its defaults and refuses text that is not plainly a number', async () => {
    const given = await callApi(app.url, 'GET', '/notes?isDone=true', { token });
    const refused = await callApi(app.url, 'GET', '/notes?page=0x10&isDone=maybe', { token });
    const twice = await callApi(app.url, 'GET', '/notes?page=1&page=2', { token });

    expect(given.body['query']).toEqual({ page: 1, isDone: true });
    expect(refused.body['errors']).toEqual([
      { field: 'page', message: 'must be a whole number.' },
      { field: 'isDone', message: 'must be true or false.' },
    ]);
    expect(twice.body['errors']).toEqual([{ field: 'page', message: 'must be a whole number.' }]);
  });

  it('checks path parameters', async () => {
    const answer = await callApi(app.url, 'GET', '/notes/much-too-long', { token });

    expect(answer.body['errors']).toEqual([{ field: 'noteId', message: 'must have at most 8 characters.' }]);
  });
});

describe('authentication', () => {
  it.each([
    ['no credentials', {}, 'auth.token_missing'],
    ['another scheme', { authorization: 'Basic eDp5' }, 'auth.token_invalid'],
    ['a made-up token', { authorization: 'Bearer abc.def.ghi' }, 'auth.token_invalid'],
  ])('is a 401 for %s, before the body is looked at', async (_who, headers, code) => {
    const answer = await callApi(app.url, 'POST', '/notes', { rawBody: '{', headers });

    expect(answer.status).toBe(401);
    expect(answer.body['code']).toBe(code);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="repasse"/);
  });

  it('answers 403 without the scope or the profile', async () => {
    const poor = await app.issuer.token({ scopes: ['notes:read'] });
    const scope = await callApi(app.url, 'POST', '/notes', { token: poor, body: note });
    const profile = await callApi(app.url, 'POST', '/notes/purge', { token: poor });

    expect([scope.status, scope.body['code']]).toEqual([403, 'auth.scope_missing']);
    expect([profile.status, profile.body['code']]).toEqual([403, 'auth.profile_missing']);
  });

  it('accepts another service', async () => {
    const headers = { 'repasse-internal-token': internalToken };
    const let_in = await callApi(app.url, 'POST', '/internal/notes', { body: note, headers });
    const refused = await callApi(app.url, 'POST', '/internal/notes', {
      body: note,
      headers: { 'repasse-internal-token': 'x' },
    });
    const merchant = await callApi(app.url, 'POST', '/internal/notes', { body: note, token });

    expect(let_in.status).toBe(200);
    expect([refused.status, refused.body['code']]).toEqual([401, 'auth.token_invalid']);
    expect([merchant.status, merchant.body['code']]).toEqual([401, 'auth.token_missing']);
    expect(refused.headers.get('www-authenticate')).toBe('Repasse-Internal-Token realm="repasse"');
  });
});

describe('a scheme of the application’s own', () => {
  const seal = (noteId: string, headers: Record<string, string> = {}) =>
    callApi(app.url, 'POST', `/notes/${noteId}/seal`, { headers });

  it('admits a caller its guard accepts, by the path’s parameter', async () => {
    expect(await seal('n1', { 'x-note-seal': 'seal-of-n1' })).toMatchObject({ status: 200, body: { userId: null } });
    for (const headers of [{}, { 'x-note-seal': 'seal-of-n2' }, { authorization: `Bearer ${token}` }]) {
      expect(await seal('n1', headers)).toMatchObject({ status: 401, body: { code: 'auth.token_invalid' } });
    }
  });

  it('does not come to life without its guard', () => {
    const sealNote = describedOperations(notesApi).find(({ operationId }) => operationId === 'sealNote')!;
    expect(() => createAuthentication(sealNote, {})).toThrow('sealNote needs a guard for noteSeal');
  });
});

describe('routing', () => {
  it('takes a fixed path before one with a parameter', async () => {
    const answer = await callApi(app.url, 'GET', '/notes/count');

    expect(answer.body['operationId']).toBe('countNotes');
  });

  it('distinguishes a wrong method from a wrong path', async () => {
    const method = await callApi(app.url, 'DELETE', '/notes');
    const path = await callApi(app.url, 'GET', '/nowhere');
    const options = await callApi(app.url, 'OPTIONS', '/notes');

    expect([method.status, method.body['code'], method.headers.get('allow')]).toEqual([
      405,
      'route.method_not_allowed',
      'GET, POST, HEAD, OPTIONS',
    ]);
    expect([path.status, path.body['code']]).toEqual([404, 'route.not_found']);
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
  });

  it('answers HEAD like GET without the body, and a broken path as a bad request', async () => {
    const head = await callApi(app.url, 'HEAD', '/notes/count');
    const broken = await callApi(app.url, 'GET', '/notes/%ff', { token });

    expect([head.status, head.text]).toEqual([200, '']);
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
    expect([broken.status, broken.body['code']]).toEqual([400, 'request.invalid']);
  });
});

describe('every answer', () => {
  it('has security headers and a request id, the caller’s own when it is sane', async () => {
    const own = await callApi(app.url, 'GET', '/notes/count', { headers: { 'x-request-id': 'order-17' } });
    const odd = await callApi(app.url, 'GET', '/nowhere', { headers: { 'x-request-id': 'a b' } });

    expect(own.headers.get('x-request-id')).toBe('order-17');
    expect(odd.headers.get('x-request-id')).toMatch(/^req_[0-9A-Z]{26}$/);
    expect(odd.body['requestId']).toBe(odd.headers.get('x-request-id'));
    expect(own.headers.get('x-content-type-options')).toBe('nosniff');
    expect(own.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(own.headers.get('x-powered-by')).toBeNull();
  });
});
