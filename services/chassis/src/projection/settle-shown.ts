import { type IncomingMessage } from '../bus/bus';
import { fromMessage } from '../bus/envelope';
import { settle } from '../consumer/internal/dead-letters';
import { type Tx } from '../postgres/database';

/** Enough for one statement; a service with more has another trouble than these. */
const lettersMax = 10_000;

/** After all views were built anew: settles the dead letters whose events they show by now. Returns how many. */
export const settleShown = async (tx: Tx): Promise<number> => {
  const open = await tx.query<IncomingMessage & { readonly id: number }>(
    `select id, topic, key, partition, "offset", headers, value from dead_letters
     where settled_at is null order by id limit $1`,
    [lettersMax],
  );
  const shown = open.filter(isReadable).map(({ id }) => id);
  return (await settle(tx, shown, 'rebuilt')).length;
};

/** A message that cannot be read was not kept either: see onDeadLetter of the projections. */
const isReadable = (message: IncomingMessage): boolean => {
  try {
    fromMessage(message);
    return true;
  } catch {
    return false;
  }
};
