import { type IncomingMessage } from 'node:http';
import { ProblemError } from './problem';

/** The caller hung up, in the middle of the body or before the answer, so none is sent. */
export class CallerGoneError extends Error {
  override readonly name = 'CallerGoneError';
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  declaredBytes(headers) > 0 || headers['transfer-encoding'] !== undefined;

/** The value of Content-Length; 0 without one. */
export const declaredBytes = (headers: IncomingMessage['headers']): number => Number(headers['content-length'] ?? 0);

/** Throws the problem to answer with when Content-Length says that the body is larger than the limit. */
export const refuseTooLarge = ({ headers }: IncomingMessage, limitBytes: number): void => {
  if (declaredBytes(headers) > limitBytes) throw tooLarge(limitBytes);
};

/** Called with the number of bytes that have come. Returns the problem to answer with instead of keeping them. */
export type AdmitBytes = (bytes: number) => ProblemError | undefined;

/** The bytes of a body. Fails with the problem to answer with when they are too many, or with CallerGoneError. */
export const collectBody = (request: IncomingMessage, limitBytes: number, admit?: AdmitBytes): Promise<Buffer> =>
  new Promise((resolve, refuse) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      const refusal = bytes > limitBytes ? tooLarge(limitBytes) : admit?.(chunk.length);
      if (refusal === undefined) {
        chunks.push(chunk);
        return;
      }
      // The function that sends the answer discards the rest of the body.
      request.off('data', take).pause();
      refuse(refusal);
    };
    request.on('data', take);
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', (cause) => refuse(new CallerGoneError('The request broke off.', { cause })));
    request.once('close', () => {
      if (!request.readableEnded) refuse(new CallerGoneError('The request broke off.'));
    });
  });

const tooLarge = (limitBytes: number): ProblemError =>
  new ProblemError({
    status: 413,
    code: 'request.too_large',
    detail: `The body may have at most ${limitBytes} bytes.`,
  });
