import { type Logger } from '../../log/logger';
import { type Metrics } from '../../telemetry/metrics';
import { type Bus } from '../bus';

export interface PostgresBusOptions {
  readonly url: string;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Opens the log in PostgreSQL; creates the database and its tables when they are missing. */
export declare const openPostgresBus: (options: PostgresBusOptions) => Promise<Bus>;
