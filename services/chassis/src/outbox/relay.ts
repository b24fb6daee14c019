import { type Bus } from '../bus/bus';
import { type Logger } from '../log/logger';
import { type Database } from '../postgres/database';
import { type Metrics } from '../telemetry/metrics';

export interface RelayOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly pollIntervalMs?: number;
  readonly batchMessages?: number;
}

export interface Relay {
  /** Says that something was committed. Cheap: call it after every commit that filled the outbox. */
  wake(): void;
  /** Finishes the batch under way and frees the lock. */
  stop(): Promise<void>;
}

/** Carries the outbox to the bus, in order. Any number of processes may run one; a lock lets one of them work. */
export declare const startRelay: (options: RelayOptions) => Relay;
