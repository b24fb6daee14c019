import { type BodyReader } from './body-reader';
import { MalformedAnswerError, pushHeader, refuseControls } from './header-line';

/** A size, or a line behind the last chunk. Services send neither extensions nor trailers. */
const lineBytesMax = 1_024;

type Expecting = 'size' | 'data' | 'end-of-data' | 'trailer' | 'nothing';

/** Takes a chunked body apart (RFC 9112, section 7.1). What stands behind the last chunk is read and dropped. */
export const createChunkedBody = (): BodyReader => {
  let expecting: Expecting = 'size';
  let line = '';
  let missingBytes = 0;

  const endOfLine = (): void => {
    const text = line;
    line = '';
    refuseControls(text);
    switch (expecting) {
      case 'size':
        missingBytes = sizeOf(text);
        expecting = missingBytes === 0 ? 'trailer' : 'data';
        return;
      case 'end-of-data':
        if (text !== '') throw new MalformedAnswerError('A chunk longer than its size.');
        expecting = 'size';
        return;
      default:
        if (text === '') expecting = 'nothing';
        else pushHeader([], text);
    }
  };

  /** Returns where the line's own bytes end. */
  const takeLine = (bytes: Buffer, from: number): number => {
    const feedAt = bytes.indexOf(0x0a, from);
    const until = feedAt < 0 ? bytes.length : feedAt;
    line += bytes.toString('latin1', from, until);
    if (line.length > lineBytesMax) throw new MalformedAnswerError('A chunk whose size has no end.');
    if (feedAt < 0) return bytes.length;
    if (!line.endsWith('\r')) throw new MalformedAnswerError('A line that does not end as lines do.');
    line = line.slice(0, -1);
    endOfLine();
    return feedAt + 1;
  };

  return (bytes) => {
    const data: Buffer[] = [];
    let at = 0;
    while (at < bytes.length && expecting !== 'nothing') {
      if (expecting !== 'data') {
        at = takeLine(bytes, at);
        continue;
      }
      const piece = bytes.subarray(at, at + missingBytes);
      data.push(piece);
      at += piece.length;
      missingBytes -= piece.length;
      if (missingBytes === 0) expecting = 'end-of-data';
    }
    return { data, isWhole: expecting === 'nothing', isFollowed: at < bytes.length };
  };
};

const sizeOf = (line: string): number => {
  const digits = /^([0-9a-f]{1,8})(?:;.*)?$/i.exec(line)?.[1];
  if (digits === undefined) throw new MalformedAnswerError('A chunk without a size.');
  return Number.parseInt(digits, 16);
};
