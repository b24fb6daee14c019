import fc from 'fast-check';
import { MalformedAnswerError } from '../edge/header-line';
import { createAnswerReader, type Reading } from '../edge/answer-reader';

const read = (pieces: readonly Buffer[], method = 'GET') => {
  const received = { status: 0, headers: [] as readonly string[], body: '', ends: 0 };
  const reader = createAnswerReader(method, {
    head: ({ status, headers }) => Object.assign(received, { status, headers }),
    data: (bytes) => {
      received.body += bytes.toString('latin1');
      return true;
    },
    end: () => (received.ends += 1),
  });
  const readings: Reading[] = pieces.map((piece) => reader.take(piece));
  return { ...received, readings, reader };
};

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');

const answers = {
  'with a length': ['HTTP/1.1 200 OK\r\nContent-Length: 11\r\nX-A: 1\r\n\r\nHello world', 'Hello world'],
  'in chunks': [
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nHello\r\n6;a=b\r\n world\r\n0\r\n\r\n',
    'Hello world',
  ],
  'in chunks, with a trailer': [
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\nB\r\nHello world\r\n0\r\nX-Sum: 1\r\n\r\n',
    'Hello world',
  ],
  'without a body': ['HTTP/1.1 204 No Content\r\nx-a: 1\r\n\r\n', ''],
  'with an empty body': ['HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n', ''],
  'behind an early hint': [
    'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok',
    'ok',
  ],
} as const;

describe('an answer', () => {
  it.each(Object.entries(answers))('%s is the same wherever the bytes are cut', (_how, [text, body]) => {
    const bytes = bytesOf(text);
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 });
    fc.assert(
      fc.property(cuts, (places) => {
        const ends = [...places.sort((a, b) => a - b), bytes.length];
        const pieces = ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
        const received = read(pieces);

        expect([received.body, received.ends]).toEqual([body, 1]);
        expect(received.readings).toEqual([...pieces.slice(1).map(() => 'more'), 'whole']);
        expect(received.reader.isKeptAlive()).toBe(true);
      }),
    );
  });

  it('to HEAD ends with its headers, whatever length they announce', () => {
    const received = read([bytesOf('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n')], 'HEAD');

    expect([received.readings, received.headers]).toEqual([['whole'], ['content-length', '500']]);
  });

  it('without a length or chunks ends with the connection', () => {
    const { reader, readings } = read([bytesOf('HTTP/1.1 200 OK\r\n\r\nall of')]);

    expect([readings, reader.takeEnd(), reader.isKeptAlive()]).toEqual([['more'], true, false]);
  });

  it('with a length does not end before it', () => {
    expect(read([bytesOf('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf')]).reader.takeEnd()).toBe(false);
  });

  it.each([
    ['HTTP/1.1 200 OK\r\nConnection: close\r\ncontent-length: 0\r\n\r\n'],
    ['HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n'],
  ])('is the last of its connection where it says so: %j', (text) =>
    expect(read([bytesOf(text)]).reader.isKeptAlive()).toBe(false),
  );

  it.each([
    ['its length', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok', 'ok'],
    ['its last chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n', 'ok'],
    ['a head that is all', 'HTTP/1.1 204 No Content\r\n\r\n', ''],
  ])('is the last of its connection when bytes stand behind %s, and has none of them', (_end, text, body) => {
    const { reader, ...received } = read([bytesOf(`${text}HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nstolen`)]);

    expect([received.body, received.ends, received.readings]).toEqual([body, 1, ['whole']]);
    expect(reader.isKeptAlive()).toBe(false);
  });

  it('leaves out headers meant for the edge alone', () => {
    const text =
      'HTTP/1.1 200 OK\r\nConnection: keep-alive, x-hop\r\nKeep-Alive: timeout=65\r\nX-Hop: 1\r\n' +
      'Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 0\r\n\r\n';

    expect(read([bytesOf(text)]).headers).toEqual(['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'Content-Length', '0']);
  });
});

describe('bytes that are not one answer', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH\r\n\r\n'],
    ['a status that is no number', 'HTTP/1.1 abc OK\r\n\r\n'],
    ['a header without a name', `${ok}: value\r\n\r\n`],
    ['two lengths', `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nx`],
    ['a length that is no number', `${ok}content-length: -1\r\n\r\n`],
    ['a length beside chunks', `${ok}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a coding that was not requested', `${ok}transfer-encoding: gzip, chunked\r\n\r\n`],
    ['a chunk without a size', `${ok}transfer-encoding: chunked\r\n\r\nzz\r\n`],
    ['a chunk longer than its size', `${ok}transfer-encoding: chunked\r\n\r\n2\r\nlong\r\n`],
    ['a chunk whose size ends wrongly', `${ok}transfer-encoding: chunked\r\n\r\n2\nok\r\n`],
    ['a chunk whose size has no end', `${ok}transfer-encoding: chunked\r\n\r\n${'0'.repeat(2_000)}`],
    ['a head without end', `${ok}x-a: ${'a'.repeat(40_000)}`],
  ])('are refused: %s', (_what, text) => expect(() => read([bytesOf(text)])).toThrow(MalformedAnswerError));
});
