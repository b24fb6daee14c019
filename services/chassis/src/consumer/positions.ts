import { type IncomingMessage } from '../bus/bus';
import { positionOf } from '../bus/envelope';
import { type Tx } from '../postgres/database';

export interface Progress {
  /** The last position that took effect; 0 before the first. */
  readonly position: number;
  readonly isParked: boolean;
}

/** Another member of the group worked on the same aggregate meanwhile; this transaction is undone and comes again. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
  readonly code = 'consumer.overtaken';
  readonly isRetryable = true;
}

/** Locks, until the transaction ends, how far each key got. Keys that are new are not in the answer. */
export const lockProgress = async (tx: Tx, topic: string, keys: readonly string[]): Promise<Map<string, Progress>> => {
  // In order of the key, so that two members with the same keys cannot each wait for the other.
  const rows = await tx.query<Progress & { key: string }>(
    `select key, position, parked_at is not null as "isParked"
     from consumed_positions where topic = $1 and key = any ($2) order by key for update`,
    [topic, keys],
  );
  return new Map(rows.map(({ key, position, isParked }) => [key, { position, isParked }]));
};

/** Saves the positions that were reached: `known` holds those of lockProgress, the rest is new. */
export const saveProgress = async (
  tx: Tx,
  topic: string,
  known: ReadonlyMap<string, Progress>,
  reached: ReadonlyMap<string, number>,
): Promise<void> => {
  const all = [...reached];
  const moved = all.filter(([key]) => known.has(key));
  const added = all.filter(([key]) => !known.has(key));
  if (moved.length > 0) {
    await tx.query(
      `update consumed_positions c set position = n.position
       from unnest($2::text[], $3::bigint[]) as n(key, position) where c.topic = $1 and c.key = n.key`,
      [topic, ...columnsOf(moved)],
    );
  }
  if (added.length > 0) {
    const inserted = await tx.query(
      `insert into consumed_positions (topic, key, position)
       select $1, n.key, n.position from unnest($2::text[], $3::bigint[]) as n(key, position) order by n.key
       on conflict do nothing returning key`,
      [topic, ...columnsOf(added)],
    );
    if (inserted.length < added.length) throw new OvertakenError(`Keys of ${topic} were consumed by somebody else.`);
  }
};

const columnsOf = (entries: readonly (readonly [string, number])[]): [string[], number[]] => [
  entries.map(([key]) => key),
  entries.map(([, position]) => position),
];

export type ParkReason = 'gap' | 'poison';

export interface Parking {
  readonly topic: string;
  readonly key: string;
  /** The last position that took effect, behind which the aggregate stands still. */
  readonly position: number;
  readonly reason: ParkReason;
  readonly detail: string;
  readonly retryDelayMs: number;
}

/** Has an aggregate stand still. The caller holds its row, or it is new. */
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
  if (parked.length === 0) throw new OvertakenError(`${key} of ${topic} was consumed by somebody else.`);
};

/** Has a parked aggregate tried again at once: what it stood still for has come. */
export const hastenRetry = async (tx: Tx, topic: string, key: string): Promise<void> => {
  await tx.query('update consumed_positions set retry_at = now() where topic = $1 and key = $2', [topic, key]);
};

/** Keeps a message until the aggregate's turn comes. One that is kept already is left as it is. */
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
