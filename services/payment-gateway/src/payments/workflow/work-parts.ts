import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Lifecycle } from '@repasse/chassis/lifecycle/lifecycle';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';

/** The parts of the service for work beside requests. */
export interface Parts {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  readonly db: Database;
}
