import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import fc from 'fast-check';
import { type Running } from '@repasse/chassis/lifecycle/lifecycle';
import { listenOn, startEdgeBefore, type TestServer } from './edge-for-tests';

/**
 * Whatever a client sends, a service hears through the edge what Node's server hears of the same bytes without it: the same
 * requests, in the same order, each once, and none that the client has hidden in another.
 */
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 500);

/** Bytes that no answer follows are part of a request, and are ended. */
const answerMsMax = 30;
/** A connection that stays open on half a request is of no more interest. */
const openMsMax = 1_000;

interface Received {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly headers: readonly string[];
}

/** They are of one connection, or written by the edge. */
const ofConnection =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|expect|x-request-id|x-forwarded-.*)$/i;

/** The edge adds it for clients of HTTP/1.0 and 0.9, who name no host. */
const forOldClients = 'host: edge';

const receivedOf = ({ method = '', url = '', rawHeaders, headers }: IncomingMessage, body: Buffer): Received => {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const line = `${name}: ${rawHeaders[at + 1] ?? ''}`;
    if (!ofConnection.test(name) && !named.has(name.toLowerCase()) && line !== forOldClients) kept.push(line);
  }
  return { method, url, body: body.toString('latin1'), headers: kept };
};

const listening = (received: Received[]): Server =>
  createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => undefined);
    request.on('end', () => {
      received.push(receivedOf(request, Buffer.concat(chunks)));
      response.end('{}');
    });
  });

/** Of `all`, those that stand in `wanted`, each once and in its order. */
const inOrder = (wanted: readonly Received[], all: readonly Received[]): readonly Received[] => {
  const left = wanted.map((received) => JSON.stringify(received));
  return all.filter((received) => left[0] === JSON.stringify(received) && left.shift() !== undefined);
};

const text = (max: number) =>
  fc
    .array(fc.integer({ min: 0x21, max: 0xfe }), { maxLength: max })
    .map((codes) => String.fromCharCode(...codes.map((code) => (code === 0x7f ? 0x7e : code))));
const path = fc.constantFrom('/balance', '/charge', '/charge/ch_1?q=%0d%0a', '/withdrawals', '/charge/list?page=1');
const header = fc.oneof(
  fc.tuple(fc.constantFrom('X-A', 'authorization', 'Cookie', 'X-Hop', 'idempotency-key'), text(10)),
  fc.constantFrom<[string, string]>(
    ['Connection', 'keep-alive'],
    ['Connection', 'x-hop, X-A'],
    ['Expect', '100-continue'],
    ['TE', 'trailers'],
    ['Upgrade', 'h2c'],
    ['X-Forwarded-For', '1.2.3.4'],
    ['Proxy-Authorization', 'Basic x'],
  ),
);
const request = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
    path,
    headers: fc.array(header, { maxLength: 4 }),
    body: fc.oneof(
      fc.constant(undefined),
      text(60),
      text(60).map((part) => `${part}GET /balance HTTP/1.1\r\n\r\n`),
    ),
    isChunked: fc.boolean(),
  })
  .map(({ method, path: target, headers, body, isChunked }) => {
    const hasBody = body !== undefined && method !== 'GET' && method !== 'OPTIONS';
    const framing = !hasBody ? '' : isChunked ? 'transfer-encoding: chunked\r\n' : `content-length: ${body.length}\r\n`;
    const coded = !hasBody ? '' : isChunked ? chunked(body) : body;
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return `${method} ${target} HTTP/1.1\r\nhost: x\r\n${lines}${framing}\r\n${coded}`;
  });
const chunked = (body: string): string => `${body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n\r\n`;

const telling = [
  ...['\r', '\n', '\r\n', '\r\n\r\n', ' ', '\t', ':', '\0', ';', '0\r\n\r\n', '\x0b', '\x80'],
  ...[
    'content-length: 3\r\n',
    'content-length: 0\r\n',
    'transfer-encoding: chunked\r\n',
    'Transfer-Encoding: x, chunked\r\n',
  ],
  ...['GET /balance HTTP/1.1\r\nhost: x\r\n\r\n', ' HTTP/1.1\r\n', 'connection: content-length\r\n', ' folded\r\n'],
];
const part = fc.integer({ min: 0, max: 9_999 }).map((place) => place / 10_000);
const mutation = fc.record({
  place: part,
  removed: fc.constantFrom(0, 0, 1, 3),
  put: fc.constantFrom('', ...telling),
});

describe('what a service hears through the edge', () => {
  const [through, direct]: [Received[], Received[]] = [[], []];
  let behind: TestServer;
  let plain: TestServer;
  let edge: Running;

  beforeAll(async () => {
    behind = await listenOn(listening(through));
    plain = await listenOn(listening(direct));
    edge = await startEdgeBefore(behind.url);
  });
  afterAll(async () => {
    await edge.stop();
    await behind.close();
    await plain.close();
  });

  /** Until the server has closed the connection. `ending` is sent behind the first answer, or when none comes. */
  const send = (url: string, bytes: string, ending: string): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.setTimeout(openMsMax, () => socket.destroy());
      const end = (): void => {
        clearTimeout(late);
        socket.off('data', end).resume().write(ending, 'latin1');
      };
      const late = setTimeout(end, answerMsMax);
      socket
        .on('error', () => undefined)
        .once('close', () => {
          clearTimeout(late);
          resolve();
        });
      socket.on('data', end).write(bytes, 'latin1');
    });
  const sendBoth = async (bytes: string, ending: string): Promise<void> => {
    [through.length, direct.length] = [0, 0];
    await Promise.all([send(edge.url, bytes, ending), send(plain.url, bytes, ending)]);
  };
  const last = 'GET /balance HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';

  it('is what Node hears of the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 3 }), async (requests) => {
        await sendBoth(requests.join(''), last);

        expect(direct).toHaveLength(requests.length + 1);
        expect(through).toEqual(direct);
      }),
      { seed, numRuns },
    );
  }, 120_000);

  it('is nothing else, whatever is wrong with them', async () => {
    /** Ends each state that a parser can be in: a body of some hundred bytes, then what belongs nowhere. */
    const garbage = `${'Z'.repeat(2_000)}\r\n\0\r\n\r\n\0`;
    let received = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { minLength: 1, maxLength: 2 }),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        async (requests, mutations) => {
          const bytes = mutations.reduce((given, { place, removed, put }) => {
            const at = Math.floor(place * given.length);
            return given.slice(0, at) + put + given.slice(at + removed);
          }, requests.join(''));
          await sendBoth(bytes, garbage);

          received += through.length;
          // Requests before the garbage may end with the connection, and the edge refuses what no operation describes.
          expect(inOrder(through, direct)).toEqual(through);
        },
      ),
      { seed, numRuns },
    );
    expect(received).toBeGreaterThan(numRuns / 10);
  }, 120_000);
});
