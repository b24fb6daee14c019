import { DatabaseError } from 'pg';
import { type IncomingMessage, type PlaceOffset } from '../bus/bus';
import { byPlace, neededOffsetOf, nextOffsetOf } from '../bus/internal/by-place';
import { positionOf } from '../bus/envelope';
import { OffsetsLostError } from '../bus/internal/offsets-lost';
import { type Tx } from '../postgres/database';
import { resultsOf, selectListOf, type FunctionCall } from '../postgres/function-call';
import { lazyCommit } from '../postgres/lazy-commit';
import { firstOf, lastOf, type Run } from './internal/runs';

export interface Progress {
  /** The last position that took effect; 0 before the first. */
  readonly position: number;
  readonly isParked: boolean;
}

/** Another member of the group handled the same aggregate meanwhile; this transaction is undone and retried. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
  readonly code = 'consumer.overtaken';
  readonly isRetryable = true;
}

/**
 * Takes, in one statement, the offsets of a batch and each run that begins right behind the last consumed position.
 * Returns the runs that were taken. Throws OffsetsLostError, as consumeAndCall does, when the database has stored less
 * than these messages follow.
 */
export const consume = async (
  tx: Tx,
  messages: readonly IncomingMessage[],
  runs: readonly Run[],
): Promise<ReadonlySet<Run>> => {
  const rows = await tx
    .query<Taken>('select consume($1, $2, $3, $4, $5, $6, $7, $8) as place', consumeArguments(messages, runs))
    .catch(throwExplained);
  const taken = new Set(rows.map(({ place }) => place));
  return new Set(runs.filter((_, index) => taken.has(index + 1)));
};

/** The place of a run among those given, from 1. */
interface Taken {
  readonly place: number;
}

export interface Taking {
  readonly messages: readonly IncomingMessage[];
  readonly runs: readonly Run[];
  /** The functions that write the effect. */
  readonly calls: readonly FunctionCall[];
  readonly waitsForDisk: boolean;
}

/**
 * Takes all runs and writes their effect, as one statement and one transaction. Returns the results of the calls;
 * undefined, and changes nothing, when one run does not begin with the next position.
 */
export const consumeAndCall = async (
  db: Tx,
  { messages, runs, calls, waitsForDisk }: Taking,
): Promise<readonly unknown[] | undefined> => {
  const taken = consumeArguments(messages, runs);
  const parts = [
    ...(waitsForDisk ? [] : [lazyCommit]),
    'consume_all($1, $2, $3, $4, $5, $6, $7, $8)',
    ...(calls.length === 0 ? [] : [selectListOf(calls, taken.length)]),
  ];
  try {
    const values = [...taken, ...calls.flatMap((call) => call.values)];
    const [row] = await db.query<Record<string, unknown>>(`select ${parts.join(', ')}`, values);
    return resultsOf(calls, row);
  } catch (fault) {
    if (fault instanceof DatabaseError && fault.code === outOfTurn) return undefined;
    return throwExplained(fault);
  }
};

/** The error codes that consume_all and consume raise. */
const outOfTurn = 'RP001';
const offsetsLost = 'RP002';

const throwExplained = (fault: unknown): never => {
  throw fault instanceof DatabaseError && fault.code === offsetsLost ? new OffsetsLostError({ cause: fault }) : fault;
};

const consumeArguments = (messages: readonly IncomingMessage[], runs: readonly Run[]): readonly unknown[] => {
  const places = byPlace(messages);
  return [
    places.map(({ topic }) => topic),
    places.map(({ partition }) => partition),
    places.map(neededOffsetOf),
    places.map(nextOffsetOf),
    runs.map(({ topic }) => topic),
    runs.map(({ key }) => key),
    runs.map(firstOf),
    runs.map(lastOf),
  ];
};

/** The offsets that this service's effects have reached. */
export const loadOffsets = (tx: Tx): Promise<PlaceOffset[]> =>
  tx.query<PlaceOffset>('select topic, partition, next_offset as "nextOffset" from consumed_offsets');

/** The same once they are on disk; others get `waitMs` to flush them. */
export const loadFlushedOffsets = (tx: Tx, waitMs: number): Promise<PlaceOffset[]> =>
  tx.query<PlaceOffset>(
    `with flushed as materialized (select await_flush($1))
     select topic, partition, next_offset as "nextOffset" from consumed_offsets left join flushed on true`,
    [waitMs],
  );

/** Locks, until the transaction ends, how far an aggregate got; undefined when it is new. */
export const lockProgress = async (tx: Tx, topic: string, key: string): Promise<Progress | undefined> => {
  const [row] = await tx.query<Progress>(
    `select position, parked_at is not null as "isParked"
     from consumed_positions where topic = $1 and key = $2 for update`,
    [topic, key],
  );
  return row;
};

export interface Reached {
  readonly topic: string;
  readonly key: string;
  readonly position: number;
  /** The result of lockProgress. */
  readonly known: Progress | undefined;
}

/** Saves the position an aggregate has reached. */
export const saveProgress = async (tx: Tx, { topic, key, position, known }: Reached): Promise<void> => {
  if (position === (known?.position ?? 0)) return;
  const saved = await tx.query(
    known === undefined
      ? `insert into consumed_positions (topic, key, position) values ($1, $2, $3) on conflict do nothing returning key`
      : `update consumed_positions set position = $3 where topic = $1 and key = $2 returning key`,
    [topic, key, position],
  );
  if (saved.length === 0) throw new OvertakenError(`${key} of ${topic} was consumed by another process.`);
};

export type ParkReason = 'gap' | 'poison';

export interface Parking {
  readonly topic: string;
  readonly key: string;
  /** The last position that took effect. */
  readonly position: number;
  readonly reason: ParkReason;
  readonly detail: string;
  readonly retryDelayMs: number;
}

/** Parks an aggregate. The caller holds its row, or it is new. */
export const park = async (tx: Tx, { topic, key, position, reason, detail, retryDelayMs }: Parking): Promise<void> => {
  const parked = await tx.query(
    `insert into consumed_positions as c (topic, key, position, parked_at, parked_reason, parked_detail, retry_at)
     values ($1, $2, $3, now(), $4, $5, now() + $6 * interval '1 millisecond')
     on conflict (topic, key) do update
       set parked_at = excluded.parked_at, parked_reason = excluded.parked_reason,
           parked_detail = excluded.parked_detail, retry_at = excluded.retry_at, park_attempts = 0
       where c.position = excluded.position and c.parked_at is null
     returning key`,
    [topic, key, position, reason, detail, retryDelayMs],
  );
  if (parked.length === 0) throw new OvertakenError(`${key} of ${topic} was consumed by another process.`);
};

/** Makes the retry of a parked aggregate due at once: the missing event has come. */
export const hastenRetry = async (tx: Tx, topic: string, key: string): Promise<void> => {
  await tx.query('update consumed_positions set retry_at = now() where topic = $1 and key = $2', [topic, key]);
};

/** Keeps a message until the aggregate's turn comes. A message that is already kept stays as it is. */
export const keepMessage = async (tx: Tx, message: IncomingMessage): Promise<void> => {
  await tx.query(
    `insert into parked_messages (topic, key, position, partition, "offset", headers, value)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [
      message.topic,
      message.key,
      positionOf(message),
      message.partition,
      message.offset,
      JSON.stringify(message.headers),
      JSON.stringify(message.value ?? null),
    ],
  );
};
