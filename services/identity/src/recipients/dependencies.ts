import { type Clock } from '@repasse/chassis/clock';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Commit } from '../store/commit';

export interface RecipientDependencies {
  readonly db: Database;
  readonly commit: Commit;
  readonly clock: Clock;
}
