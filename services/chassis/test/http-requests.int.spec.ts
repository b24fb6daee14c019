import { systemClock } from '../src/clock';
import { createLogger } from '../src/log/logger';
import { createMetrics } from '../src/telemetry/metrics';
import { createAuthentication } from '../src/http/authentication';
import { describedOperations } from '../src/http/described-operation';
import { callApi, type TestClaims } from '../src/testing/http-test';
import { notesApi } from './notes-api';
import { bodyEcho, internalToken, startNotesApp, type NotesApp } from './notes-app';

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

describe('a body that is CSV', () => {
  const send = (rawBody: string | Uint8Array<ArrayBuffer>) =>
    callApi(app.url, 'POST', '/feedback', { rawBody, headers: { 'content-type': 'text/csv; charset=utf-8' } });

  it.each(['a;b\r\n1;2\r\n', '\uFEFFa,b\n"x\ny",2\n', '"not closed'])('is handed on as text: %j', async (text) => {
    expect(await send(text)).toMatchObject({ status: 200, body: { body: text } });
  });

  it.each([
    ['another encoding', new Uint8Array([0x6e, 0xe3, 0x6f]), 'must be UTF-8; save the file as CSV UTF-8.'],
    ['NUL in it', 'a\0b', 'must not hold a NUL character.'],
    ['more than its description takes', 'x'.repeat(1_001), expect.stringContaining('1000') as string],
  ])('is refused with %s', async (_, rawBody, message) => {
    expect(await send(rawBody)).toMatchObject({
      status: 400,
      body: { code: 'request.invalid', errors: [{ field: 'body', message }] },
    });
  });

  it('holds no card in any cell, while two cells beside each other are none', async () => {
    expect((await send('a,b\n41111111,11111111\n')).status).toBe(200);
    for (const text of ['a,b\n1,"4111,1111,1111,1111"\n', '4111111111111111,b\n'])
      expect(await send(text)).toMatchObject({ status: 400, body: { code: 'request.card_data_refused' } });
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

  it('asks a person, and no key, for a second factor that is not older than five minutes', async () => {
    const personId = 'per_01JDZZZZZZZZZZZZZZZZZZZZZZ';
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
    const changeKey = async (claims: TestClaims) =>
      callApi(app.url, 'POST', '/notes/key', { token: await app.issuer.token(claims) });

    expect((await changeKey({})).status).toBe(200);
    expect((await changeKey({ personId, provenAt: ago(60_000) })).status).toBe(200);
    expect(await changeKey({ personId })).toMatchObject({ status: 403, body: { code: 'auth.step_up_required' } });
    expect(await changeKey({ personId, provenAt: ago(6 * 60_000) })).toMatchObject({ status: 403 });
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

  it('knows each service by its token, and by two while one is replaced', async () => {
    const asking = (given: string) =>
      callApi(app.url, 'POST', '/internal/notes', { body: note, headers: { 'repasse-internal-token': given } });
    const next = await asking('next-token-of-the-importer');
    const stranger = await asking('internal-token-of-a-stranger');
    const { text } = await callApi(app.url, 'GET', '/metrics');

    expect(next.status).toBe(200);
    expect([stranger.status, stranger.body['code']]).toEqual([403, 'auth.caller_refused']);
    expect(text).toMatch(
      /repasse_internal_calls_total\{.*caller="importer",operation="importNote",outcome="admitted".*\} \d/,
    );
    expect(text).toMatch(
      /repasse_internal_calls_total\{.*caller="stranger",operation="importNote",outcome="refused".*\} 1/,
    );
    expect(app.logged.join('')).toContain('call of a service refused');
    expect(app.logged.join('')).not.toContain('internal-token-of-a-stranger');
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
    expect(() =>
      createAuthentication(sealNote, {
        clock: systemClock,
        log: createLogger({ service: 'notes', level: 'silent' }),
        metrics: createMetrics('notes'),
      }),
    ).toThrow('sealNote needs a guard for noteSeal');
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
