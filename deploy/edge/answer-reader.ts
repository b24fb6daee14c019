import { createBodyReader } from './answer-body';
import { type BodyReader } from './body-reader';
import { parseAnswerHead, type AnswerHead } from './answer-head';
import { MalformedAnswerError } from './header-line';

/** Receives the parts of an answer: its head, its data in pieces, its end. */
export interface AnswerSink {
  readonly head: (head: AnswerHead) => void;
  /** Returns false when no more is wanted for now. */
  readonly data: (bytes: Buffer) => boolean;
  readonly end: () => void;
}

/** `full`: the answer goes on, but no more of it is wanted for now. */
export type Reading = 'more' | 'full' | 'whole';

/** Reads one answer out of the bytes of a connection. Throws MalformedAnswerError when they begin with none. */
export interface AnswerReader {
  readonly take: (bytes: Buffer) => Reading;
  /** The service has ended the connection: true when that is how the end of this answer is told. */
  readonly takeEnd: () => boolean;
  readonly hasBegun: () => boolean;
  /** Of a whole answer: another may follow on the same connection. Bytes behind its end would be taken for the next one. */
  readonly isKeptAlive: () => boolean;
}

/** Twice what node's server writes at most. */
const headBytesMax = 32 * 1_024;

const endOfHead = '\r\n\r\n';

export const createAnswerReader = (method: string | undefined, sink: AnswerSink): AnswerReader => {
  let begun: Buffer | undefined;
  let head: AnswerHead | undefined;
  let readBody: BodyReader | undefined;
  let isFollowed = false;

  const takeHead = (bytes: Buffer): Reading => {
    const all = begun === undefined ? bytes : Buffer.concat([begun, bytes]);
    const headEnd = all.indexOf(endOfHead);
    begun = headEnd < 0 ? all : undefined;
    if (Math.max(headEnd, begun?.length ?? 0) > headBytesMax) throw new MalformedAnswerError('A head without end.');
    if (headEnd < 0) return 'more';
    const found = parseAnswerHead(all.toString('latin1', 0, headEnd), method);
    const rest = all.subarray(headEnd + endOfHead.length);
    // The answer proper comes behind what is only said meanwhile, unless that says that it is the last.
    if (found.status < 200 && !found.isKeptAlive) throw new MalformedAnswerError('No answer behind an interim one.');
    if (found.status < 200) return rest.length === 0 ? 'more' : takeHead(rest);
    head = found;
    sink.head(found);
    return beginBody(found, rest);
  };

  const beginBody = ({ framing }: AnswerHead, rest: Buffer): Reading => {
    if (framing.kind === 'none') {
      isFollowed = rest.length > 0;
      return end();
    }
    readBody = createBodyReader(framing);
    return rest.length === 0 ? 'more' : takeBody(readBody, rest);
  };

  const takeBody = (read: BodyReader, bytes: Buffer): Reading => {
    const { data, isWhole, isFollowed: hasMore } = read(bytes);
    isFollowed = hasMore;
    let isWanted = true;
    for (const piece of data) isWanted = sink.data(piece);
    if (isWhole) return end();
    return isWanted ? 'more' : 'full';
  };

  const end = (): Reading => {
    sink.end();
    return 'whole';
  };

  return {
    take: (bytes) => (readBody === undefined ? takeHead(bytes) : takeBody(readBody, bytes)),
    takeEnd: () => {
      if (head?.framing.kind !== 'until-close') return false;
      end();
      return true;
    },
    hasBegun: () => begun !== undefined || head !== undefined,
    isKeptAlive: () => head?.isKeptAlive === true && !isFollowed,
  };
};
