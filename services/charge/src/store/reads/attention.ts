import { boundedCount } from '@repasse/chassis/postgres/bounded-count';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type Reader } from './charges';

export interface AttentionCounts {
  readonly held: number;
  readonly failedRefunds: number;
}

/**
 * Bounded counts of what waits for somebody, along the indexes of what is held and of the refunds that have not succeeded,
 * whose condition is repeated here so that they are found.
 */
export const countAttention = async (db: Tx, reader: Reader, since: string): Promise<AttentionCounts> => {
  const owner = reader === null ? '' : 'and user_id = $2';
  const held = `select from surpluses where standing = 'held' ${owner}`;
  const failed = `select from refunds where status <> 'SUCCEEDED' and status = 'FAILED' and created_at >= $1 ${owner}`;
  const [counts] = await db.query<AttentionCounts>(
    `select ${boundedCount(held)} as held, ${boundedCount(failed)} as "failedRefunds"`,
    reader === null ? [since] : [since, reader],
  );
  return counts ?? { held: 0, failedRefunds: 0 };
};
