import { type AnyEvent } from '@repasse/contracts';
import { assertNever } from '@repasse/chassis/decider';
import { type Tx } from '@repasse/chassis/postgres/database';
import { confirmDestination, findDestination, makeDefault, removeDestination } from '../destinations/table';

export type DestinationFact = Extract<AnyEvent, { type: `repasse.destination.${string}` }>;

/**
 * Does again to the destinations of a restored database what was done to them after the backup, so that none is paid at
 * that was removed meanwhile. What was added meanwhile is missing: its key is in no event. Safe to repeat.
 */
export const rebuildDestinationFact = async (tx: Tx, event: DestinationFact): Promise<readonly string[]> => {
  const { destinationId } = event.data;
  if (event.type === 'repasse.destination.added.v1')
    return ['a destination of a recipient: it has to be added again, since its key is in no event'];
  const found = await findDestination(tx, destinationId);
  if (found === undefined || found.removedAt !== null) return [];
  switch (event.type) {
    case 'repasse.destination.removed.v1':
      await removeDestination(tx, destinationId, event.data.removedAt);
      return [];
    case 'repasse.destination.confirmed.v1':
      await confirmDestination(tx, destinationId, event.data.confirmedAt);
      return [];
    case 'repasse.destination.made_default.v1':
      await makeDefault(tx, found);
      return [];
    default:
      return assertNever(event);
  }
};
