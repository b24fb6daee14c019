import { type ApiRequest, type ApiResponse } from '@repasse/chassis/http/app';
import { type IdempotencyStore } from '@repasse/chassis/idempotency/store';
import { IdempotencyConflict, markKept } from '@repasse/chassis/idempotency/ticket';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';

/** Does the work of a request and keeps its answer under the Idempotency-Key, both in one transaction. */
export type AnswerOnce = (
  request: Pick<ApiRequest, 'idempotency'>,
  work: (tx: Tx) => Promise<ApiResponse>,
) => Promise<ApiResponse>;

export const createAnswerOnce =
  (db: Database, answersIn: (tx: Tx) => Pick<IdempotencyStore, 'finish'>): AnswerOnce =>
  async ({ idempotency }, work) => {
    const { response, row } = await db.transaction(async (tx) => {
      const answer = await work(tx);
      const done = idempotency?.done(answer);
      if (done === undefined) return { response: answer, row: undefined };
      const kept = await answersIn(tx).finish(done);
      // Another request took over and answered first: nothing of this attempt may stay.
      if (kept !== done) throw new IdempotencyConflict(kept);
      return { response: answer, row: done };
    });
    if (row !== undefined) markKept(row);
    return response;
  };
