import { type ApiRequest, type ApiResponse } from '../http/app';
import { type Tx } from '../postgres/database';
import { type IdempotencyStore } from './store';
import { IdempotencyConflict, markKept } from './ticket';

type Keyed = Pick<ApiRequest, 'idempotency'>;

/** Keeps the answer of a request under its Idempotency-Key, in the transaction of its work; returns it. */
export type KeepAnswer = (tx: Tx, request: Keyed, response: ApiResponse) => Promise<ApiResponse>;

export const createKeepAnswer =
  (answersIn: (tx: Tx) => Pick<IdempotencyStore, 'finish'>): KeepAnswer =>
  async (tx, { idempotency }, response) => {
    if (idempotency === undefined) return response;
    const row = idempotency.done(response);
    const kept = await answersIn(tx).finish(row);
    // Another request took over and answered first: nothing of this attempt may stay.
    if (kept !== row) throw new IdempotencyConflict(kept);
    // If the commit fails, the handler throws and the mark is never read.
    markKept(row);
    return response;
  };
