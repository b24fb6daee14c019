import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { callApi } from '../src/testing/http-test';
import { sendOversizedBody, type OversizedRequest } from '../src/testing/oversized-body';
import { startNotesApp, type NotesApp } from './notes-app';

const together = 50;
/** Each takes its time, and a slow machine would take longer than a request may. */
const slowTogether = 15;

let app: NotesApp;
beforeAll(async () => {
  app = await startNotesApp();
});
afterAll(() => app.stop());

describe('a body of 5 MB', () => {
  let headers: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const token = await app.issuer.token({ userId: 7, scopes: ['notes:write'] });
    headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  });

  const oversized = (): OversizedRequest => ({
    ...{ url: app.url, path: '/notes', nextPath: '/notes/count', headers },
    bodyBytes: 5_000_000,
  });
  const tooLarge = { status: 413, contentType: 'application/problem+json', code: 'request.too_large' };

  it.each<[string, Partial<OversizedRequest>]>([
    ['with its length', {}],
    ['in chunks', { isChunked: true }],
    ['that comes slowly, with its length', { pauseMs: 5 }],
    ['that comes slowly, in chunks', { isChunked: true, pauseMs: 5 }],
    ['of a stranger, who is refused for that', { headers: {} }],
  ])('%s is read to its end, and its connection goes on', async (_how, more) => {
    const refusal = more.headers === undefined ? tooLarge : { ...tooLarge, status: 401, code: 'auth.token_missing' };
    const length = more.pauseMs === undefined ? together : slowTogether;
    const sent = Array.from({ length }, () => sendOversizedBody({ ...oversized(), ...more }));

    expect(await Promise.all(sent)).toEqual(sent.map(() => ({ ...refusal, next: 200 })));
  });

  it('from a client that wants the connection closed is read before it is', async () => {
    const closing = { ...oversized(), headers: { ...headers, connection: 'close' } };
    const sent = Array.from({ length: together }, () => sendOversizedBody(closing));

    expect(await Promise.all(sent)).toEqual(sent.map(() => ({ ...tooLarge, next: 'closed' })));
  });

  it('from a client that looks at the answer meanwhile is refused at once', async () => {
    const rawBody = new Uint8Array(5_000_000);
    const sent = Array.from({ length: together }, () => callApi(app.url, 'POST', '/notes', { rawBody, headers }));
    const answers = await Promise.all(sent);

    expect(answers.map(({ status, body }) => [status, body['code']])).toEqual(
      sent.map(() => [413, 'request.too_large']),
    );
    expect((await callApi(app.url, 'GET', '/notes/count')).status).toBe(200);
  });
});

describe('a body that is too large even to be read and forgotten', () => {
  it('is refused with word that the connection ends, whether it comes or not', async () => {
    const asking = request(`${app.url}/feedback`, {
      method: 'POST',
      headers: { 'content-length': 20 * 1_024 * 1_024 },
    });
    asking.on('error', () => undefined).flushHeaders();
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];

    expect([answer.statusCode, answer.headers.connection]).toEqual([413, 'close']);
    asking.destroy();
  });

  it('is cut off when its size was not told', async () => {
    const socket = connect(app.listening.port, '127.0.0.1').on('error', () => undefined);
    socket.resume().write('POST /feedback HTTP/1.1\r\nhost: test\r\ntransfer-encoding: chunked\r\n\r\n');
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    let sentBytes = 0;
    const more = (): void => {
      do sentBytes += chunk.length;
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', more);
    more();

    await new Promise((resolve) => socket.once('close', resolve));
    expect(sentBytes).toBeGreaterThan(16 * 1_024 * 1_024);
  });
});
