import { type Exchange, type OutgoingRequest, type RawAnswer } from '../../exchange';
import { HttpFault } from '../../http-fault';
import { type Replicas } from '../replicas';

export interface RequestToAny extends Omit<OutgoingRequest, 'url'> {
  /** With its query. */
  readonly path: string;
  /** Asking twice is the same as asking once. */
  readonly isRepeatable: boolean;
  readonly onRepeat: () => void;
}

interface Link {
  readonly exchange: Exchange;
}

/**
 * Asks one process, and once more where the request certainly reached nobody, or where it may be repeated and its kept
 * connection broke before a byte of an answer. A timeout is not repeated: the caller's time is over.
 */
export const askOnceMore = async <L extends Link>(
  replicas: Replicas<L>,
  { path, isRepeatable, onRepeat, ...request }: RequestToAny,
): Promise<RawAnswer> => {
  const endsAtMs = performance.now() + request.timeoutMs;
  const first = replicas.take();
  const ask = async (replica: typeof first, timeoutMs: number): Promise<RawAnswer> => {
    try {
      return await replica.link.exchange({ ...request, timeoutMs, url: new URL(replica.target.url + path) });
    } catch (fault) {
      if (fault instanceof HttpFault && fault.code === 'refused') replicas.refused(replica);
      throw fault;
    } finally {
      replicas.giveBack(replica);
    }
  };
  try {
    return await ask(first, request.timeoutMs);
  } catch (fault) {
    const leftMs = endsAtMs - performance.now();
    if (leftMs <= 0 || !mayRepeat(fault, isRepeatable)) throw fault;
    onRepeat();
    return ask(replicas.take(first), leftMs);
  }
};

const mayRepeat = (fault: unknown, isRepeatable: boolean): boolean =>
  fault instanceof HttpFault && (fault.code === 'refused' || (fault.isUnanswered && isRepeatable));
