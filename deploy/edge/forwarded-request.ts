import { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { withoutHopByHop } from './hop-by-hop';

/** Written anew. The body is sent at once and whole, so the service need not confirm it (`expect`). */
const ownNames: ReadonlySet<string> = new Set([
  ...['content-length', 'expect', 'x-request-id'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto'],
]);

const ownNamesTraced: ReadonlySet<string> = new Set([...ownNames, 'traceparent']);

/** Without a length a service would have to guess whether a body comes. */
const methodsWithBody = new Set(['POST', 'PUT', 'PATCH']);

export interface Forwarding {
  readonly requestId: string;
  readonly body: Buffer | undefined;
  /** Of the edge's own span, in place of the client's; undefined while traces are off. */
  readonly traceparent?: string | undefined;
  /** A proxy of ours has called, and says whom it was called by. Anybody else could claim anything. */
  readonly isBehindProxy: boolean;
}

/**
 * A request as a service gets it, as bytes in a latin1 text: the client's request, and its address. Node's parser
 * refuses line breaks in names and values, so none of them can begin a line of its own.
 */
export const forwardedRequest = (
  request: IncomingMessage,
  { requestId, body, traceparent, isBehindProxy }: Forwarding,
): string => {
  const { headers, method = 'GET', url = '/', rawHeaders } = request;
  let text = `${method} ${url} HTTP/1.1\r\n`;
  const passed = withoutHopByHop(
    rawHeaders,
    headers.connection ?? '',
    traceparent === undefined ? ownNames : ownNamesTraced,
  );
  for (let at = 0; at < passed.length; at += 2) text += `${passed[at] ?? ''}: ${passed[at + 1] ?? ''}\r\n`;
  // HTTP/1.0 asks for no host, the services' HTTP/1.1 does.
  if (headers.host === undefined) text += 'host: edge\r\n';
  if (traceparent !== undefined) text += `traceparent: ${traceparent}\r\n`;
  text += `x-request-id: ${requestId}\r\n${forwardedHeaders(request, isBehindProxy ? headers : none)}`;
  if (body === undefined && !methodsWithBody.has(method)) return `${text}\r\n`;
  return `${text}content-length: ${body?.length ?? 0}\r\n\r\n${body?.toString('latin1') ?? ''}`;
};

const none: IncomingHttpHeaders = {};

/** Keeps the host and port that the first proxy saw; each proxy adds the address it was called from. */
const forwardedHeaders = ({ headers, socket }: IncomingMessage, claimed: IncomingHttpHeaders): string => {
  const { remoteAddress = '', localPort = '' } = socket;
  const before = claimed['x-forwarded-for'];
  const host = claimed['x-forwarded-host'] ?? headers.host ?? '';
  const port = claimed['x-forwarded-port'] ?? localPort;
  return (
    `x-forwarded-for: ${before === undefined ? '' : `${String(before)}, `}${remoteAddress}\r\n` +
    `x-forwarded-host: ${String(host)}\r\nx-forwarded-port: ${String(port)}\r\n` +
    `x-forwarded-proto: ${String(claimed['x-forwarded-proto'] ?? 'http')}\r\n`
  );
};
