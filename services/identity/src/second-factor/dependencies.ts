import { type Clock } from '@repasse/chassis/clock';
import { type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Commit } from '../store/commit';
import { type ProveCode } from './prove';

export interface SecondFactorDependencies {
  readonly db: Database;
  readonly commit: Commit;
  readonly clock: Clock;
  readonly box: SealedBox;
  readonly log: Logger;
  readonly prove: ProveCode;
  /** How long a new second factor confirms no destinations. */
  readonly waitHours: number;
}
