import { type Tx } from '@repasse/chassis/postgres/database';
import { type CallbackMessage, insertCallbacks } from '../store/callback-table';
import { type ChaosProvider } from '../store/switches';
import { type World } from '../world';

/** The result of a change, the callbacks that announce it, and the times at which more comes due. */
export interface Stored<Result> {
  readonly result: Result;
  readonly messages?: readonly CallbackMessage[];
  readonly dueAt?: readonly (string | null | undefined)[];
}

/** Stores a change and its callbacks in one commit, then sends them. Undefined when nothing was stored. */
export const commit = async <Result>(
  { db, callbacks, sweeper }: Pick<World, 'db' | 'callbacks'> & { readonly sweeper: Pick<World['sweeper'], 'expect'> },
  provider: ChaosProvider,
  store: (tx: Tx) => Promise<Stored<Result> | undefined>,
): Promise<Result | undefined> => {
  const committed = await db.transaction(async (tx) => {
    const stored = await store(tx);
    if (stored === undefined) return undefined;
    return { stored, queued: await insertCallbacks(tx, stored.messages ?? [], callbacks.leaseUntil(provider)) };
  });
  if (committed === undefined) return undefined;
  sweeper.expect(...(committed.stored.dueAt ?? []));
  callbacks.dispatch(committed.queued);
  return committed.stored.result;
};
