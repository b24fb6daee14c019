import { type Clock } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';

/** The dependencies of reads. The clock decides whether a pending charge has expired. */
export interface ReadDependencies {
  readonly db: Tx;
  readonly clock: Clock;
}
