import { callApi } from '../src/testing/http-test';
import { bodyEcho, startNotesApp, type NotesApp } from './notes-app';

let app: NotesApp;
let token: string;

beforeAll(async () => {
  app = await startNotesApp({ createNote: bodyEcho });
  token = await app.issuer.token({ userId: 7, scopes: ['notes:write', 'notes:read'] });
});

afterAll(() => app.stop());

const note = { text: 'Buy milk', size: 0.07 };
const post = (body: unknown, headers: Record<string, string> = {}) =>
  callApi(app.url, 'POST', '/notes', { token, body, headers });

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

describe('texts of which a spelling is kept', () => {
  it('reach the handler in it', async () => {
    expect((await post({ ...note, link: 'HTTPS://é.example' })).body['link']).toBe('https://xn--9ca.example/');
  });

  it('are limited by it', async () => {
    const link = `https://a.example/${'é'.repeat(20)}`;

    expect(link.length).toBeLessThan(40);
    expect((await post({ ...note, link })).body['errors']).toEqual([
      { field: 'link', message: 'must have at most 40 characters.' },
    ]);
  });

  it('are refused by name', async () => {
    const { status, body } = await post({ ...note, link: ' http://a.example' });
    expect([status, body['errors']]).toEqual([400, [expect.objectContaining({ field: 'link' })]]);
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

  it.each([number, `${number}1229`, '4111:1111:1111:1111', 'order_4111-1111-1111-1111'])(
    'is no request id: %s',
    async (id) => {
      const answer = await post(note, { 'x-request-id': id });

      expect(answer.headers.get('x-request-id')).toMatch(/^req_/);
      expect(app.logged.join()).not.toContain(id);
    },
  );
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
