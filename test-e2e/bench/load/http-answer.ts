export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
  /** The server closes the connection behind this answer. */
  readonly isLast: boolean;
}

const headEnd = '\r\n\r\n';
const lineEnd = '\r\n';

/**
 * The answer that stands at the beginning of what a connection has received; undefined while it is not complete. Knows
 * as much of HTTP/1.1 as answers to requests with a body need: Content-Length, chunks, Connection.
 */
export const readAnswer = (received: Buffer): HttpAnswer | undefined => {
  const headLength = received.indexOf(headEnd);
  if (headLength < 0) return undefined;
  const head = received.toString('latin1', 0, headLength).toLowerCase();
  const body = bodyOf(head, received.subarray(headLength + headEnd.length));
  if (body === undefined) return undefined;
  return { status: Number(head.slice(9, 12)), body, isLast: head.includes('\r\nconnection: close') };
};

const bodyOf = (head: string, rest: Buffer): Buffer | undefined => {
  if (head.includes('\r\ntransfer-encoding: chunked')) return joinChunks(rest);
  const length = Number(/\r\ncontent-length: (\d+)/.exec(head)?.[1] ?? 0);
  return rest.length < length ? undefined : rest.subarray(0, length);
};

const joinChunks = (rest: Buffer): Buffer | undefined => {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const sizeEnd = rest.indexOf(lineEnd, at);
    if (sizeEnd < 0) return undefined;
    const size = Number.parseInt(rest.toString('latin1', at, sizeEnd), 16);
    const from = sizeEnd + lineEnd.length;
    if (rest.length < from + size + lineEnd.length) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(rest.subarray(from, from + size));
    at = from + size + lineEnd.length;
  }
};
