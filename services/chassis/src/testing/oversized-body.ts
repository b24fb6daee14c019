import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface OversizedRequest {
  readonly url: string;
  /** Where the large body goes. */
  readonly path: string;
  /** Asked for behind it, on the same connection. */
  readonly nextPath: string;
  readonly bodyBytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isChunked?: boolean;
  /** Between two pieces of the body. */
  readonly pauseMs?: number;
}

export interface OversizedOutcome {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly code: unknown;
  /** The status of the request behind it, or that the connection was closed instead. */
  readonly next: number | 'closed';
}

const pieceBytes = 50_000;

/** Sends a body as simple clients do: all of it, and only then a look at the answer. */
export const sendOversizedBody = async (request: OversizedRequest): Promise<OversizedOutcome> => {
  const { hostname, port } = new URL(request.url);
  const socket = connect(Number(port), hostname);
  // Unread until everything is sent, as with a client that blocks.
  socket.pause();
  await once(socket, 'connect');
  const broken = once(socket, 'error').then(([fault]) => Promise.reject(fault as Error));
  try {
    return await Promise.race([converse(socket, request), broken]);
  } finally {
    broken.catch(() => undefined);
    socket.destroy();
  }
};

const converse = async (socket: Socket, request: OversizedRequest): Promise<OversizedOutcome> => {
  await sendBody(socket, request);
  const answers = createAnswerBuffer(socket);
  const first = await answers.next();
  if (first === undefined) throw new Error('The connection was closed without an answer.');
  if (/^connection: close$/im.test(first.head)) return { ...summaryOf(first), next: 'closed' };
  socket.write(`GET ${request.nextPath} HTTP/1.1\r\nhost: test\r\n\r\n`);
  const second = await answers.next();
  return { ...summaryOf(first), next: second === undefined ? 'closed' : summaryOf(second).status };
};

const sendBody = async (socket: Socket, request: OversizedRequest): Promise<void> => {
  const { path, bodyBytes, headers = {}, isChunked = false, pauseMs } = request;
  const framing = isChunked ? 'transfer-encoding: chunked' : `content-length: ${bodyBytes}`;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  await write(socket, `POST ${path} HTTP/1.1\r\nhost: test\r\n${lines.join('')}${framing}\r\n\r\n`);
  for (let left = bodyBytes; left > 0; left -= pieceBytes) {
    const piece = ' '.repeat(Math.min(left, pieceBytes));
    await write(socket, isChunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece);
    if (pauseMs !== undefined) await pause(pauseMs);
  }
  if (isChunked) await write(socket, '0\r\n\r\n');
};

const write = (socket: Socket, text: string): Promise<void> =>
  new Promise((resolve, refuse) => {
    socket.write(text, (fault) => (fault ? refuse(fault) : resolve()));
  });

interface Answer {
  readonly head: string;
  readonly body: string;
}

/** Answers one by one; undefined when the connection ends before the next one is whole. */
const createAnswerBuffer = (socket: Socket) => {
  const pieces = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let text = '';
  return {
    next: async (): Promise<Answer | undefined> => {
      for (;;) {
        const bodyAt = text.indexOf('\r\n\r\n') + 4;
        const length = Number(/^content-length: (\d+)$/im.exec(text.slice(0, bodyAt))?.[1] ?? Number.NaN);
        if (text.length >= bodyAt + length) {
          const answer = { head: text.slice(0, bodyAt), body: text.slice(bodyAt, bodyAt + length) };
          text = text.slice(bodyAt + length);
          return answer;
        }
        const piece = await pieces.next();
        if (piece.done === true) return undefined;
        text += piece.value.toString('latin1');
      }
    },
  };
};

const summaryOf = ({ head, body }: Answer): Omit<OversizedOutcome, 'next'> => ({
  status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]),
  contentType: /^content-type: (.*)$/im.exec(head)?.[1],
  code: (JSON.parse(body) as { readonly code?: unknown }).code,
});
