import { type IncomingMessage } from '../../bus/bus';
import { positionOf } from '../../bus/envelope';
import { type Tx } from '../../postgres/database';

export interface DeadLetterReason {
  readonly reason: string;
  readonly detail: string;
}

/** Keeps a message that will not take effect where it is listed and can be put back; the dead-letter topic ends sooner. */
export const keepDeadLetter = async (
  tx: Tx,
  message: IncomingMessage,
  { reason, detail }: DeadLetterReason,
): Promise<void> => {
  await tx.query(
    `insert into dead_letters (topic, key, position, partition, "offset", headers, value, reason, detail)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[message.topic, message.key, positionOf(message) ?? null, message.partition, message.offset],
      ...[JSON.stringify(message.headers), JSON.stringify(message.value ?? null), reason, detail],
    ],
  );
};

export type Settlement = 'handled' | 'dropped' | 'rebuilt';

/** Returns the ids of those that were not settled before. */
export const settle = async (tx: Tx, ids: readonly number[], how: Settlement): Promise<readonly number[]> => {
  const rows = await tx.query<{ id: number }>(
    'update dead_letters set settled_at = now(), settled_how = $2 where id = any ($1) and settled_at is null returning id',
    [ids, how],
  );
  return rows.map(({ id }) => id);
};
