import { Agent, request, type IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import fc from 'fast-check';
import { createAnswerReader } from '../edge/answer-reader';
import { withoutHopByHop } from '../edge/hop-by-hop';

/**
 * The edge reads the services' answers by itself. Whatever the bytes are, it must never take them for another answer than
 * Node's own parser does; it may refuse more.
 */
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 2_000);

type Method = 'GET' | 'HEAD';
/** Undefined when the bytes are no whole answer. */
interface Read {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string;
  readonly isKeptAlive: boolean;
}

type ReadByEdge = Read & {
  /** Of the answer; what stands behind it is not its own. */
  readonly pieces: number;
};

const readByEdge = (pieces: readonly Buffer[], method: Method): ReadByEdge | undefined => {
  let taken = 0;
  let [status, body, isWhole] = [0, '', false];
  let headers: readonly string[] = [];
  const reader = createAnswerReader(method, {
    head: (head) => ({ status, headers } = head),
    data: (bytes) => {
      body += bytes.toString('latin1');
      return true;
    },
    end: () => (isWhole = true),
  });
  try {
    for (const piece of pieces) {
      taken += 1;
      if (reader.take(piece) === 'whole') break;
    }
  } catch {
    return undefined;
  }
  if (!isWhole && !reader.takeEnd()) return undefined;
  return { status, headers, body, isKeptAlive: reader.isKeptAlive(), pieces: taken };
};

/** A connection whose other side sends these bytes once it has got a request, and then ends. */
class Scripted extends Duplex {
  constructor(private readonly pieces: readonly Buffer[]) {
    super();
  }
  override _read(): void {
    // Pushed when the request is there.
  }
  override _write(_bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    for (const piece of this.pieces) this.push(piece);
    this.push(null);
    done();
  }
  // Methods that Node's client calls on a socket.
  setTimeout = (): this => this;
  setKeepAlive = (): this => this;
  setNoDelay = (): this => this;
  ref = (): this => this;
  unref = (): this => this;
}

const readByNode = (pieces: readonly Buffer[], method: Method): Promise<Read | undefined> =>
  new Promise((resolve) => {
    const agent = Object.assign(new Agent({ keepAlive: true }), { createConnection: () => new Scripted(pieces) });
    const asking = request('http://service/', { method, agent }, (answer: IncomingMessage) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', () => resolve(undefined));
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: withoutHopByHop(answer.rawHeaders, answer.headers.connection?.toLowerCase() ?? ''),
          body: Buffer.concat(chunks).toString('latin1'),
          isKeptAlive: asking.shouldKeepAlive,
        }),
      );
    });
    asking.on('error', () => resolve(undefined));
    asking.once('upgrade', () => resolve(undefined));
    // A whole answer may still be read.
    asking.once('close', () => setImmediate(() => resolve(undefined)));
    asking.end();
  });

const text = (min: number, max: number) =>
  fc
    .array(fc.integer({ min: 0x20, max: 0xff }), { minLength: min, maxLength: max })
    .map((codes) => String.fromCharCode(...codes.map((code) => (code === 0x7f ? 0x7e : code))));
const upperOrLower = (name: string) => fc.constantFrom(name, name.toLowerCase(), name.toUpperCase());
const header = fc.oneof(
  fc.tuple(fc.constantFrom('X-A', 'Set-Cookie', 'content-type', 'X-Hop', "!#$%&'*+-.^_`|~9"), text(0, 12)),
  fc.constantFrom<[string, string]>(
    ['Connection', 'keep-alive'],
    ['Connection', 'close'],
    ['Connection', 'x-hop, Keep-Alive'],
    ['Keep-Alive', 'timeout=5'],
  ),
);
const chunks = fc.array(text(1, 30), { maxLength: 4 });
const chunked = (parts: readonly string[]): string =>
  `${parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')}0\r\n\r\n`;

/** An answer, and the body it has. */
const answer = fc
  .record({
    status: fc.constantFrom(200, 201, 204, 304, 402, 404, 503),
    minor: fc.constantFrom('1', '1', '1', '0'),
    reason: fc.constantFrom(' OK', ' ', ''),
    headers: fc.array(header, { maxLength: 4 }),
    blank: fc.constantFrom(' ', '', '\t', '  '),
    framing: fc.oneof(
      text(0, 60).map((body) => ({ kind: 'length' as const, body, coded: body })),
      chunks.map((parts) => ({ kind: 'chunked' as const, body: parts.join(''), coded: chunked(parts) })),
      text(0, 60).map((body) => ({ kind: 'close' as const, body, coded: body })),
    ),
    names: fc.tuple(upperOrLower('Content-Length'), upperOrLower('Transfer-Encoding')),
    before: fc.constantFrom(
      '',
      '',
      '',
      'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n',
      'HTTP/1.1 100 Continue\r\n\r\n',
    ),
  })
  .map(({ status, minor, reason, headers, blank, framing, names: [length, coding], before }) => {
    const framed: [string, string][] =
      framing.kind === 'length'
        ? [[length, String(framing.coded.length)]]
        : framing.kind === 'chunked'
          ? [[coding, 'chunked']]
          : [];
    const lines = [...headers, ...framed].map(([name, value]) => `${name}:${blank}${value}\r\n`);
    return {
      head: `${before}HTTP/1.${minor} ${status}${reason}\r\n${lines.join('')}\r\n`,
      coded: framing.coded,
      body: framing.body,
      hasBody: status !== 204 && status !== 304,
    };
  });

const method = fc.constantFrom<Method>('GET', 'GET', 'GET', 'HEAD');
/** Uniform, as fast-check's own fractions are not. */
const part = fc.integer({ min: 0, max: 9_999 }).map((place) => place / 10_000);
/** Where the bytes are cut, as parts of the whole. */
const cuts = fc.array(part, { maxLength: 6 });
const cutAt = (bytes: Buffer, places: readonly number[]): readonly Buffer[] => {
  const ends = [...places.map((place) => Math.floor(place * bytes.length)).sort((a, b) => a - b), bytes.length];
  return ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end)).filter(({ length }) => length > 0);
};

/** Bytes that mean something in HTTP, and some that must not be there. */
const telling = [
  ...[
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    ' ',
    '\t',
    ':',
    ';',
    ',',
    '0',
    '9',
    'f',
    '-',
    '+',
    '"',
    '\0',
    '\x0b',
    '\x7f',
    '\xa0',
    '\x85',
  ],
  ...[
    'content-length: 3\r\n',
    'transfer-encoding: chunked\r\n',
    'transfer-encoding: gzip, chunked\r\n',
    'connection: close\r\n',
  ],
  ...['HTTP/1.1 200 OK\r\n', 'content-length: 0\r\n\r\n', '0\r\n\r\n', '5;a=b\r\n', ' folded\r\n', 'upgrade: h2c\r\n'],
];
const mutation = fc.record({
  place: part,
  removed: fc.constantFrom(0, 0, 1, 2, 5),
  put: fc.constantFrom('', ...telling),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer M> ? M : never;
const mutated = (whole: string, mutations: readonly Mutation[]): string =>
  mutations.reduce((given, { place, removed, put }) => {
    const at = Math.floor(place * given.length);
    return given.slice(0, at) + put + given.slice(at + removed);
  }, whole);

describe('an answer, read by the edge and by Node', () => {
  it('is the same answer, wherever its bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(answer, method, cuts, async ({ head, coded, body, hasBody }, asked, places) => {
        const isBodied = hasBody && asked === 'GET';
        const pieces = cutAt(Buffer.from(isBodied ? head + coded : head, 'latin1'), places);
        const byEdge = readByEdge(pieces, asked);

        expect(byEdge?.body).toBe(isBodied ? body : '');
        expect(withoutConnection(byEdge)).toEqual(withoutConnection(await readByNode(pieces, asked)));
      }),
      { seed, numRuns },
    );
  });

  it('is never taken for another one, whatever is wrong with it', async () => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(
        answer,
        method,
        fc.array(mutation, { minLength: 1, maxLength: 4 }),
        cuts,
        async ({ head, coded }, asked, mutations, places) => {
          const bytes = Buffer.from(mutated(head + coded, mutations), 'latin1');
          const byEdge = readByEdge(cutAt(bytes, places), asked);
          const byByte = readByEdge(byteByByte(bytes), asked);
          expect(withoutConnection(byEdge)).toEqual(withoutConnection(byByte));
          if (byByte === undefined) return;
          taken += 1;
          const byNode = await readByNode([bytes.subarray(0, byByte.pieces)], asked);

          expect(withoutConnection(byByte)).toEqual(withoutConnection(byNode));
          // To HEAD an answer ends with its head (RFC 9112, section 6.3); Node wants a length, too.
          if (asked === 'GET' && byNode?.isKeptAlive === false) expect(byByte.isKeptAlive).toBe(false);
        },
      ),
      { seed, numRuns },
    );
    // A reader that refuses everything would differ in nothing.
    expect(taken).toBeGreaterThan(numRuns / 10);
  });
});

/** The edge keeps fewer connections than Node. */
const withoutConnection = (read: Read | undefined): Pick<Read, 'status' | 'headers' | 'body'> | undefined =>
  read && { status: read.status, headers: read.headers, body: read.body };

const byteByByte = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1));
