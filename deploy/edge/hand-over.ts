import { type ServerResponse } from 'node:http';
import { type AnswerHead, type Framing } from './answer-head';
import { MalformedAnswerError } from './header-line';
import { type TransportHeaders } from './transport-security';
import { type Answering, type ConnectionFault } from './connection';

/** Nearly all answers are smaller; they are handed over whole, so that one which breaks off becomes a clean fault. */
const wholeBytesMax = 64 * 1_024;

export interface HandOver {
  readonly response: ServerResponse;
  /** Of the request. Services repeat it in their answers. */
  readonly requestId: string;
  /** Added to the service's own headers. */
  readonly transport: TransportHeaders;
  /** The service did not answer, or not to the end, and nothing was sent to the client yet. */
  readonly onFault: (fault: ConnectionFault) => void;
  /** The client took all buffered bytes, and wants more. */
  readonly onDrain: () => void;
  /** The edge is about to stop, so no further request is wanted on the client's connection. */
  readonly isDraining: () => boolean;
}

/** Hands a service's answer to the client: a small one when it is complete, any other as it comes. */
export const handOver = (o: HandOver): Answering => {
  const { response, requestId, transport, onFault, onDrain, isDraining } = o;
  const further = Object.entries(transport).flat();
  let head: AnswerHead | undefined;
  let isStream = false;
  const pieces: Buffer[] = [];

  const writeHead = ({ status, headers }: AnswerHead): void => {
    if (isDraining()) response.shouldKeepAlive = false;
    response.writeHead(status, [...headers, ...further]);
  };

  return {
    head: (given) => {
      if (!isAnswerTo(requestId, given)) throw new MalformedAnswerError('The answer to another request.');
      head = given;
      isStream = !isSmall(given.framing);
      if (!isStream) return;
      writeHead(given);
      // The first piece may be long in coming, and the client waits for the status.
      response.flushHeaders();
      response.on('drain', onDrain);
    },
    data: (bytes) => {
      if (isStream) return response.write(bytes);
      pieces.push(bytes);
      return true;
    },
    end: () => {
      if (head === undefined || response.destroyed) return;
      if (isStream) {
        response.end();
        return;
      }
      writeHead(head);
      // As text, node sends it in one piece with the headers.
      response.end(textOf(pieces), 'latin1');
    },
    fault: (fault) => {
      if (response.destroyed) return;
      // Half of an answer is out already; cutting the connection is the only honest end.
      if (response.headersSent) response.destroy();
      else onFault(fault);
    },
  };
};

/**
 * A service that once sends more than its answer would answer the next request with it. An answer that names no request is
 * one that Node gives before the service sees the request, and closes the connection with.
 */
const isAnswerTo = (requestId: string, { headers }: AnswerHead): boolean => {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    if (name.length === 12 && name.toLowerCase() === 'x-request-id') return headers[at + 1] === requestId;
  }
  return true;
};

/** An answer without a length may be an endless stream of events, so it is not awaited whole. */
const isSmall = (framing: Framing): boolean =>
  framing.kind === 'none' || (framing.kind === 'length' && framing.bytes <= wholeBytesMax);

const textOf = (pieces: readonly Buffer[]): string => {
  const [first] = pieces;
  if (first === undefined) return '';
  return (pieces.length === 1 ? first : Buffer.concat(pieces)).toString('latin1');
};
