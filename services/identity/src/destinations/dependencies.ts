import { type Ids } from '@repasse/chassis/ids';
import { type RecipientDependencies } from '../recipients/dependencies';

export interface DestinationDependencies extends RecipientDependencies {
  readonly ids: Ids;
  /** For how long a new destination waits. */
  readonly waitHours: number;
}
