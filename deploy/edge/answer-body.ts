import { type Framing } from './answer-head';
import { type BodyReader } from './body-reader';
import { createChunkedBody } from './chunked-body';

/** Finds the end of a body in the bytes of a connection. */
export const createBodyReader = (framing: Exclude<Framing, { kind: 'none' }>): BodyReader => {
  switch (framing.kind) {
    case 'length':
      return ofLength(framing.bytes);
    case 'chunked':
      return createChunkedBody();
    case 'until-close':
      return (bytes) => ({ data: [bytes], isWhole: false, isFollowed: false });
  }
};

const ofLength = (lengthBytes: number): BodyReader => {
  let missingBytes = lengthBytes;
  return (bytes) => {
    const data = bytes.subarray(0, missingBytes);
    missingBytes -= data.length;
    return { data: [data], isWhole: missingBytes === 0, isFollowed: data.length < bytes.length };
  };
};
