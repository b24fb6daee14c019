import { type ApiRequest, type ApiResponse } from '@repasse/chassis/http/app';
import { type IdempotencyStore } from '@repasse/chassis/idempotency/store';
import { IdempotencyConflict, markKept, type IdempotencyRow } from '@repasse/chassis/idempotency/ticket';
import { type Ids } from '@repasse/chassis/ids';
import { enqueue, identified } from '@repasse/chassis/outbox/outbox';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { toPublicEvent, type UserEvent } from '../public/user-events';

export interface Outcome<R> {
  readonly result: R;
  readonly events: readonly UserEvent[];
}

export interface Commit {
  /** Rows and their events in one transaction; the relay is woken after it. */
  <R>(work: (tx: Tx) => Promise<Outcome<R>>): Promise<R>;
  /** The same for a request: its Idempotency-Key keeps the answer in that transaction too. */
  answering(request: ApiRequest, work: (tx: Tx) => Promise<Outcome<ApiResponse>>): Promise<ApiResponse>;
}

interface Options {
  readonly db: Database;
  readonly ids: Ids;
  /** Keeps answers within a transaction. */
  readonly answersIn: (tx: Tx) => Pick<IdempotencyStore, 'finish'>;
  readonly onCommitted: () => void;
}

export const createCommit = ({ db, ids, answersIn, onCommitted }: Options): Commit => {
  const commit = async <R>(work: (tx: Tx) => Promise<Outcome<R>>): Promise<R> => {
    const { result, events } = await db.transaction(async (tx) => {
      const outcome = await work(tx);
      await enqueue(
        tx,
        outcome.events.map((event) => identified(toPublicEvent(event), ids)),
      );
      return outcome;
    });
    if (events.length > 0) onCommitted();
    return result;
  };

  const answering: Commit['answering'] = async ({ idempotency }, work) => {
    let row: IdempotencyRow | undefined;
    const response = await commit(async (tx) => {
      const outcome = await work(tx);
      row = idempotency?.done(outcome.result);
      if (row !== undefined) await keep(answersIn(tx), row);
      return outcome;
    });
    if (row !== undefined) markKept(row);
    return response;
  };
  return Object.assign(commit, { answering });
};

/** When another request took over and answered first, nothing of this attempt may stay. */
const keep = async (answers: Pick<IdempotencyStore, 'finish'>, row: IdempotencyRow): Promise<void> => {
  const kept = await answers.finish(row);
  if (kept !== row) throw new IdempotencyConflict(kept);
};
