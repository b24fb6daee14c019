import { boundedCount } from '@repasse/chassis/postgres/bounded-count';
import { type Tx } from '@repasse/chassis/postgres/database';
import { ownersOf, type PayoutsOf } from './list-payouts';

export interface AttentionCounts {
  readonly failed: number;
  readonly toRelease: number;
}

/** Bounded counts of payouts that wait for somebody, along the indexes of the few in these two statuses. */
export const countAttention = async (db: Tx, of: PayoutsOf, since: string): Promise<AttentionCounts> => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const owners = ownersOf(of, parameter);
  const count = (...conditions: readonly string[]): string =>
    boundedCount(
      owners
        .map((owner) => `select from withdrawals where ${[...owner, ...conditions].join(' and ')}`)
        .join(' union all '),
    );
  const failed = count(`status = 'failed'`, `created_at >= ${parameter(since)}::timestamptz`);
  const [counts] = await db.query<AttentionCounts>(
    `select ${failed} as failed, ${count(`status = 'awaiting_release'`)} as "toRelease"`,
    params,
  );
  return counts ?? { failed: 0, toRelease: 0 };
};
