import { type ServerResponse } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { discardBody, isBodyPending, isTooMuchToDiscard } from './internal/discard-body';
import { type ApiResponse } from './response';
import { serialise } from './internal/serialise';

/** `further` are the headers of this answer only. */
export type Sender = (
  response: ServerResponse,
  answer: ApiResponse,
  requestId: string,
  further?: Readonly<Record<string, string>>,
) => void;

/** Writes answers with the headers all of them share. Straight to node: express would look at each header again. */
export const createSender =
  (shared: Readonly<Record<string, string>>, isDraining: () => boolean): Sender =>
  (response, answer, requestId, further) => {
    if (response.headersSent || response.destroyed) {
      answer.stream?.destroy();
      return;
    }
    const { text, contentType } = serialise(answer, requestId);
    response.writeHead(answer.status, {
      ...without(shared, answer.withoutHeaders),
      'x-request-id': requestId,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
      // 204 and 304 have no body and must not state a length; the length of a stream is unknown.
      ...(answer.status === 204 || answer.status === 304 || answer.stream !== undefined
        ? {}
        : { 'content-length': text === undefined ? 0 : Buffer.byteLength(text) }),
      ...(isDraining() || isTooMuchToDiscard(response.req) ? { connection: 'close' } : {}),
      ...lowerCased(further),
      ...lowerCased(answer.headers),
    });
    if (answer.stream !== undefined) sendStream(answer.stream, response);
    else if (isBodyPending(response.req)) sendEarly(text, response);
    else response.end(text);
  };

const without = (
  headers: Readonly<Record<string, string>>,
  names: readonly string[] | undefined,
): Readonly<Record<string, string>> =>
  names === undefined ? headers : Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/**
 * The caller has the whole answer at once; the connection goes on, or is closed, once the request body has been read.
 */
const sendEarly = (text: string | undefined, response: ServerResponse): void => {
  response.flushHeaders();
  if (text !== undefined) response.write(text);
  discardBody(response.req, () => response.end());
};

const sendStream = (stream: Readable, response: ServerResponse): void => {
  if (response.req.method === 'HEAD') {
    stream.destroy();
    response.end();
    return;
  }
  // The first piece may take long, and the caller waits for the status.
  response.flushHeaders();
  // A caller that disconnects is the usual end of a stream and no fault.
  pipeline(stream, response, () => undefined);
};

const lowerCased = (headers: Readonly<Record<string, string>> | undefined): Record<string, string> | undefined =>
  headers === undefined
    ? undefined
    : Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
