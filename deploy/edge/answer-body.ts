import { type Framing, MalformedAnswerError } from './answer-head';
import { type BodyReader } from './body-reader';
import { createChunkedBody } from './chunked-body';

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
