import { type Database } from '../postgres/database';
import { type Projection } from './projection';

export interface TableDrift {
  readonly table: string;
  /** Rows the events lead to and the live table has not. */
  readonly missingRows: number;
  /** Rows the live table has and the events do not lead to. */
  readonly surplusRows: number;
}

export interface RebuildReport {
  readonly projection: string;
  readonly eventsApplied: number;
  readonly durationMs: number;
  /** Empty unless `verify` was asked for and something differs. */
  readonly drift: readonly TableDrift[];
  readonly isSwapped: boolean;
}

export interface RebuildOptions {
  readonly db: Database;
  readonly projection: Projection;
  /** Compare only: the live tables stay as they are. */
  readonly verify: boolean;
}

/** Builds a projection from received_events beside the live one, then swaps the two or tells where they differ. */
export declare const rebuild: (options: RebuildOptions) => Promise<RebuildReport>;
