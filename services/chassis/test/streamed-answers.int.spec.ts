import { Readable } from 'node:stream';
import { eventually } from '../src/testing/eventually';
import { startNotesApp, type NotesApp } from './notes-app';

describe('an answer that is a stream', () => {
  let app: NotesApp;
  let token: string;
  let stream: Readable;

  beforeAll(async () => {
    app = await startNotesApp({
      listNotes: {
        handle: async () => {
          stream = new Readable({ read: () => undefined });
          return { status: 200, stream, contentType: 'text/event-stream' };
        },
      },
    });
    token = await app.issuer.token({ userId: 7, scopes: ['notes:read'] });
  });
  afterAll(() => app.stop());

  const ask = (init: RequestInit = {}): Promise<Response> =>
    fetch(`${app.url}/notes`, { ...init, headers: { authorization: `Bearer ${token}` } });

  it('is sent piece by piece, before it has ended', async () => {
    const answer = await ask();
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.headers.get('content-length')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');

    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    stream.push('one');
    expect((await reader.read()).value).toBe('one');
    stream.push('two');
    expect((await reader.read()).value).toBe('two');
    stream.push(null);
    expect((await reader.read()).done).toBe(true);
  });

  it('is destroyed when the caller goes away', async () => {
    const abort = new AbortController();
    await ask({ signal: abort.signal });
    expect(stream.destroyed).toBe(false);
    abort.abort();
    await eventually(() => stream.destroyed);
  });

  it('is not waited for when only the headers are asked for', async () => {
    const answer = await ask({ method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(stream.destroyed).toBe(true);
  });
});
