import type { Clock } from '@repasse/chassis/clock';
import type { Tx } from '@repasse/chassis/postgres/database';

/** What endpoints read with. The clock tells whether what waits has expired. */
export interface ReadDependencies {
  readonly db: Tx;
  readonly clock: Clock;
}
