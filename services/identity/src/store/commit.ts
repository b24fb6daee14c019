import { type ApiRequest, type ApiResponse } from '@repasse/chassis/http/app';
import { type KeepAnswer } from '@repasse/chassis/idempotency/keep-answer';
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
  answering(
    request: ApiRequest<unknown, object>,
    work: (tx: Tx) => Promise<Outcome<ApiResponse>>,
  ): Promise<ApiResponse>;
}

/** Of work whose rows no other service hears of. */
export const withoutEvents =
  <R>(work: (tx: Tx) => Promise<R>) =>
  async (tx: Tx): Promise<Outcome<R>> => ({ result: await work(tx), events: [] });

/** Nothing happened that another service hears of. */
export const refused = <R>(result: R): Outcome<R> => ({ result, events: [] });

interface Options {
  readonly db: Database;
  readonly ids: Ids;
  readonly keepAnswer: KeepAnswer;
  /** Events are there for the relay. */
  readonly onEvents: () => void;
  readonly onCommitted: (tx: Tx) => void;
}

export const createCommit = ({ db, ids, keepAnswer, onEvents, onCommitted }: Options): Commit => {
  const commit = async <R>(work: (tx: Tx) => Promise<Outcome<R>>): Promise<R> => {
    const { result, events, tx } = await db.transaction(async (own) => {
      const outcome = await work(own);
      await enqueue(
        own,
        outcome.events.map((event) => identified(toPublicEvent(event), ids)),
      );
      return { ...outcome, tx: own };
    });
    if (events.length > 0) onEvents();
    onCommitted(tx);
    return result;
  };

  const answering: Commit['answering'] = (request, work) =>
    commit(async (tx) => {
      const { result, events } = await work(tx);
      return { result: await keepAnswer(tx, request, result), events };
    });
  return Object.assign(commit, { answering });
};
