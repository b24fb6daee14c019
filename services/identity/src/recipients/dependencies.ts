import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';
import { type RequiredDocuments } from '../verification/required-documents';
import { type Commit } from '../store/commit';

export interface RecipientDependencies {
  readonly db: Database;
  readonly commit: Commit;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface VerificationDependencies extends RecipientDependencies {
  /** What has to be there before a verification. */
  readonly requiredDocuments: RequiredDocuments;
  /** Undefined where operators verify: then nobody else is asked. */
  readonly onSubmitted: (() => void) | undefined;
}
