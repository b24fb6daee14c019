import { ConnectionFault, type Answering, type Connection } from './connection';
import { createConnectionPool, type ConnectionPool } from './connection-pool';

/** A request with its whole body, on its way to a service. */
export type Passage = {
  /** All of it, as bytes in a latin1 text. */
  readonly text: string;
  readonly method: string | undefined;
  /** Asking twice is the same as asking once. */
  readonly isRepeatable: boolean;
  readonly answering: Answering;
};

/** A request under way. */
export type Passing = {
  /** More of the answer's data is wanted. */
  readonly resume: () => void;
  /** The answer is not wanted any more. */
  readonly abandon: () => void;
};

export type Upstream = {
  readonly pass: (passage: Passage) => Passing;
  readonly close: () => void;
};

/**
 * A service follows 5,000 payers' pages at most, each a request that does not end; the rest is room for requests that
 * end. More are refused at once, because a service with so many under way answers none of them in time.
 */
const requestsMax = 8_000;

/** Passes requests on to one service over connections that stay open. */
export const createUpstream = (url: URL): Upstream => {
  const pool = createConnectionPool(url);
  let underWay = 0;
  const onOver = (): void => void (underWay -= 1);
  return {
    pass: (passage) => {
      if (underWay >= requestsMax) {
        passage.answering.fault(new ConnectionFault(`${requestsMax} requests are under way.`, false));
        return nothingToDo;
      }
      underWay += 1;
      return ask(pool, passage, onOver);
    },
    close: () => pool.close(),
  };
};

const nothingToDo: Passing = { resume: () => undefined, abandon: () => undefined };

const ask = (pool: ConnectionPool, { text, method, isRepeatable, answering }: Passage, onOver: () => void): Passing => {
  let connection: Connection | undefined;
  const askOn = (chosen: Connection): void => {
    connection = chosen;
    chosen.ask(text, method, watched);
  };
  const over = (): void => {
    // From here on the connection may serve another request, which is not ours to abandon.
    connection = undefined;
    onOver();
  };
  const watched: Answering = {
    head: answering.head,
    data: answering.data,
    end: () => {
      answering.end();
      over();
    },
    fault: (fault) => {
      // A new connection has served no request before, so there is no third try.
      if (fault.isUnheard && isRepeatable) return askOn(pool.open());
      over();
      answering.fault(fault);
    },
  };
  askOn(pool.take());
  return { resume: () => connection?.resume(), abandon: () => connection?.destroy() };
};
