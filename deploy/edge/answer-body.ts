import { type Framing, MalformedAnswerError } from './answer-head';
import { createChunkedBody } from './chunked-body';

/** What is known of a body after some bytes. */
export type BodyProgress = {
  /** What of the bytes belongs to the body. */
  readonly data: readonly Buffer[];
  readonly isWhole: boolean;
};

export type BodyReader = (bytes: Buffer) => BodyProgress;

/** Finds the end of a body in the bytes of a connection. Throws MalformedAnswerError when more comes than the body. */
export const createBodyReader = (framing: Exclude<Framing, { kind: 'none' }>): BodyReader => {
  switch (framing.kind) {
    case 'length':
      return ofLength(framing.bytes);
    case 'chunked':
      return createChunkedBody();
    case 'until-close':
      return (bytes) => ({ data: [bytes], isWhole: false });
  }
};

const ofLength = (lengthBytes: number): BodyReader => {
  let missingBytes = lengthBytes;
  return (bytes) => {
    missingBytes -= bytes.length;
    if (missingBytes < 0) throw new MalformedAnswerError('More than the length that was announced.');
    return { data: [bytes], isWhole: missingBytes === 0 };
  };
};
