import { type IncomingMessage } from 'node:http';
import { declaredBytes, hasBody } from '../collect-body';

/**
 * Much larger than any body that is sent by mistake. Who sends more is cut off: an answer is only certain to be read by
 * a caller who may finish sending first, and many clients do nothing else meanwhile.
 */
const discardBytesMax = 16 * 1_024 * 1_024;

/** Below the time a whole request has to arrive in. */
const discardMsMax = 10_000;

/** The caller is, or may be, still sending. */
export const isBodyPending = (request: IncomingMessage): boolean => !request.complete && hasBody(request);

/** Whether the connection cannot carry another request, because the rest of this one will not be read to its end. */
export const isTooMuchToDiscard = (request: IncomingMessage): boolean =>
  isBodyPending(request) && declaredBytes(request.headers) > discardBytesMax;

/**
 * Reads the rest of a body without keeping it. A connection that is closed on unread bytes is reset, and the reset takes
 * the answer along that the caller has not read yet.
 */
export const discardBody = (request: IncomingMessage, onDone: () => void): void => {
  let bytes = 0;
  const cutOff = (): void => void request.socket.destroy();
  const tooLong = setTimeout(cutOff, discardMsMax);
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > discardBytesMax) cutOff();
  });
  // A caller who hangs up meanwhile is no fault.
  request.on('error', () => undefined);
  request.once('close', () => {
    clearTimeout(tooLong);
    onDone();
  });
  request.resume();
};
