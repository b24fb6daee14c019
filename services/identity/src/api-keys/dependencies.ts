import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';
import { type ProofDependencies } from '../second-factor/require-proof';
import { type Commit } from '../store/commit';

export interface ApiKeyDependencies extends ProofDependencies {
  readonly db: Database;
  readonly commit: Commit;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The key of the bootstrap administrator, whose secret stands in the environment. */
  readonly bootstrapClientId: string | undefined;
}
