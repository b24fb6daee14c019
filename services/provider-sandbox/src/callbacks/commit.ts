import { type Tx } from '@repasse/chassis/postgres/database';
import { type Documents } from '../store/documents';
import { type World } from '../world';
import { type CallbackMessage } from './callback';

/** The documents to store, the callbacks that announce them, and the answer to the caller. */
export interface Change<Document, Result> {
  readonly saved: readonly Document[];
  readonly messages?: readonly CallbackMessage[];
  readonly result: Result;
}

/** Nothing is stored; the caller gets an answer. */
export const unchanged = <Result>(result: Result): Change<never, Result> => ({ saved: [], result });

type Decision<Document, Result> = Change<Document, Result> | undefined;

/** Stores a change and its callbacks in one commit, then sends them. Undefined when nothing was decided. */
export const commit = async <Document, Result>(
  { store, callbacks, sweeper }: Pick<World, 'store' | 'callbacks' | 'sweeper'>,
  documents: Documents<Document>,
  decide: (tx: Tx) => Promise<Decision<Document, Result>>,
): Promise<Result | undefined> => {
  const committed = await store.transaction(async (tx) => {
    const change = await decide(tx);
    if (change === undefined) return undefined;
    await Promise.all(change.saved.map((document) => documents.save(document, tx)));
    return { change, queued: await callbacks.queue(change.messages ?? [], tx) };
  });
  if (committed === undefined) return undefined;
  sweeper.expect(...committed.change.saved.map(documents.dueAtOf));
  callbacks.dispatch(committed.queued);
  return committed.change.result;
};

/** Runs `decide` on the locked document. Undefined when there is none, or nothing was decided. */
export const changeDocument = <Document, Result>(
  world: Pick<World, 'store' | 'callbacks' | 'sweeper'>,
  documents: Documents<Document>,
  id: string | number,
  decide: (found: Document, tx: Tx) => Promise<Decision<Document, Result>> | Decision<Document, Result>,
): Promise<Result | undefined> =>
  commit(world, documents, async (tx) => {
    const found = await documents.lock(id, tx);
    return found && decide(found, tx);
  });
