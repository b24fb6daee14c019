import { type AnyEvent } from '@repasse/contracts';
import { type Bus } from '../bus/bus';
import { type Logger } from '../log/logger';
import { type Database, type Tx } from '../postgres/database';
import { type Metrics } from '../telemetry/metrics';

export interface ConsumerOptions {
  readonly service: string;
  readonly topic: string;
  readonly db: Database;
  readonly bus: Bus;
  /**
   * What becomes of an event that cannot be handled: `park` holds its aggregate's later events back, where order means
   * money; `dead-letter` sends it to `<topic>.dlq` and goes on.
   */
  readonly onPoison: 'park' | 'dead-letter';
  /** Runs in the transaction that also remembers the event, so use `tx` for every write. Gets every known type. */
  readonly handle: (event: AnyEvent, tx: Tx) => Promise<void>;
  /** Runs after the commit with what was handled: wake relays and waiters here. */
  readonly afterCommit?: (events: readonly AnyEvent[]) => void;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface Consumer {
  /** False when it has been dead for longer than restarts should take: a matter for liveness. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** Reads a topic as the group `<service>.<topic>`. Each event takes effect once, in order of its aggregate. */
export declare const startConsumer: (options: ConsumerOptions) => Promise<Consumer>;
