import { Readable } from 'node:stream';
import { CallerGoneError } from './collect-body';
import { type Logger } from '../log/logger';

/**
 * A text that is made while it is sent, a piece whenever the caller has taken the one before. A fault on the way breaks the
 * answer off, which the caller sees as a transfer that did not end.
 */
export const textStream = (pieces: AsyncIterable<string>, log: Logger): Readable =>
  Readable.from(telling(pieces, log), { objectMode: true, highWaterMark: 1 });

async function* telling(pieces: AsyncIterable<string>, log: Logger): AsyncGenerator<string> {
  try {
    yield* pieces;
  } catch (err) {
    // A caller that leaves is the usual end of a long download.
    if (!(err instanceof CallerGoneError)) log.error({ err }, 'an answer broke off');
    throw err;
  }
}
