import { type AnyEvent } from '@repasse/contracts';
import { type Handle } from '../src/consumer/consumer';
import { type Tx } from '../src/postgres/database';

/** A handler for one event at a time, as a handler of batches. */
export const oneByOne =
  (handle: (event: AnyEvent, tx: Tx) => Promise<void>): Handle =>
  async (events, tx) => {
    for (const event of events) await handle(event, tx);
  };
