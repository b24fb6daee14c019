import { type Database } from '@repasse/chassis/postgres/database';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type QueueMail } from '../mail/queue';
import { type CodeOptions } from '../second-factor/prove';
import { type Commit } from '../store/commit';
import { type Signing } from '../tokens/sign-access-token';
import { type WrongSecrets } from '../tokens/wrong-secrets';
import { type Passwords } from './passwords/hash';
import { type SessionLimits } from './sessions/rules';

export interface PeopleDependencies extends Signing, CodeOptions {
  readonly db: Database;
  readonly commit: Commit;
  readonly metrics: Metrics;
  readonly passwords: Passwords;
  /** By address, and by address and person. */
  readonly wrongSecrets: WrongSecrets;
  readonly sessionLimits: SessionLimits;
  /** Undefined where no mail goes out. */
  readonly queueMail: QueueMail | undefined;
}
