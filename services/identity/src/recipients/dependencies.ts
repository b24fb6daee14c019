import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Commit } from '../store/commit';

export interface RecipientDependencies {
  readonly db: Database;
  readonly commit: Commit;
  readonly clock: Clock;
  readonly ids: Ids;
}
