import { type Ids } from '@repasse/chassis/ids';
import { type RecipientDependencies } from '../recipients/dependencies';
import { type ProofDependencies } from '../second-factor/require-proof';

export interface DestinationDependencies extends RecipientDependencies, ProofDependencies {
  readonly ids: Ids;
  /** For how long a new destination waits. */
  readonly waitHours: number;
}
