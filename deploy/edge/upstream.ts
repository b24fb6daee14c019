import { followReplicas, type Replica, type Replicas } from '@repasse/chassis/http/replicas/replicas';
import { type Logger } from '@repasse/chassis/log/logger';
import { ConnectionFault, type Answering, type Connection } from './connection';
import { createConnectionPool, type ConnectionPool } from './connection-pool';

/** A request with its whole body, on its way to a service. */
export interface Passage {
  /** All of it, as bytes in a latin1 text. */
  readonly text: string;
  readonly method: string | undefined;
  /** Asking twice is the same as asking once. */
  readonly isRepeatable: boolean;
  readonly answering: Answering;
}

/** A request under way. */
export interface Passing {
  /** More of the answer's data is wanted. */
  readonly resume: () => void;
  /** The answer is not wanted any more. */
  readonly abandon: () => void;
}

export interface Upstream {
  readonly pass: (passage: Passage) => Passing;
  /** Whether one of its processes is ready. */
  readonly isReady: () => Promise<boolean>;
  readonly close: () => void;
}

export interface UpstreamOptions {
  readonly name: string;
  /** Of its processes. */
  readonly urls: readonly string[];
  readonly log: Logger;
  /** A request is sent once more. */
  readonly onRepeat: () => void;
}

/**
 * One process follows 5,000 payers' pages at most, each a request that does not end; the rest is room for requests that
 * end. More are refused at once, because a process with so many under way answers none of them in time.
 */
const requestsMax = 8_000;

/** Passes requests on to the processes of one service over connections that stay open. */
export const createUpstream = ({ name, urls, log, onRepeat }: UpstreamOptions): Upstream => {
  const replicas = followReplicas<ConnectionPool>({
    ...{ name, urls, log, open: createConnectionPool },
    onReadiness: (pool, isReady) => pool.keepIdle(isReady),
    onGone: (pool) => pool.close(),
    onClosed: (pool) => pool.close(),
  });
  let underWay = 0;
  const onOver = (): void => void (underWay -= 1);
  return {
    pass: (passage) => {
      if (underWay >= requestsMax * replicas.count) {
        passage.answering.fault(new ConnectionFault(`${underWay} requests are under way.`, 'unknown'));
        return nothingToDo;
      }
      underWay += 1;
      return ask({ replicas, passage, onOver, onRepeat });
    },
    isReady: () => replicas.isReady(),
    close: () => replicas.close(),
  };
};

const nothingToDo: Passing = { resume: () => undefined, abandon: () => undefined };

interface Asking {
  readonly replicas: Replicas<ConnectionPool>;
  readonly passage: Passage;
  readonly onOver: () => void;
  readonly onRepeat: () => void;
}

const ask = ({ replicas, passage, onOver, onRepeat }: Asking): Passing => {
  const { text, method, answering } = passage;
  let replica: Replica<ConnectionPool> | undefined;
  let connection: Connection | undefined;
  let isRepeated = false;
  const askOn = (next: Replica<ConnectionPool>, chosen: Connection): void => {
    replica = next;
    connection = chosen;
    chosen.ask(text, method, watched);
  };
  const leave = (): void => {
    // From here on the connection may serve another request, which is not ours to abandon.
    connection = undefined;
    if (replica !== undefined) replicas.giveBack(replica);
    replica = undefined;
  };
  const askAgain = (tried: Replica<ConnectionPool> | undefined): void => {
    isRepeated = true;
    onRepeat();
    const next = replicas.take(tried);
    // Its kept connections may be as old as the one that was lost.
    askOn(next, next.link.open());
  };
  const watched: Answering = {
    head: answering.head,
    data: answering.data,
    end: () => {
      answering.end();
      leave();
      onOver();
    },
    fault: (fault) => {
      const tried = replica;
      leave();
      if (fault.reach === 'unsent' && tried !== undefined) replicas.refused(tried);
      if (!isRepeated && mayRepeat(fault, passage)) return askAgain(tried);
      onOver();
      answering.fault(fault);
    },
  };
  const first = replicas.take();
  askOn(first, first.link.take());
  return { resume: () => connection?.resume(), abandon: () => connection?.destroy() };
};

const mayRepeat = ({ reach }: ConnectionFault, { isRepeatable }: Passage): boolean =>
  reach === 'unsent' || (reach === 'unanswered' && isRepeatable);
