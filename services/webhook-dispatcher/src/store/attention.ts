import { boundedCount } from '@repasse/chassis/postgres/bounded-count';
import { type Tx } from '@repasse/chassis/postgres/database';

export interface AttentionCounts {
  readonly exhausted: number;
  readonly failing: number;
  readonly stopped: number;
}

/** A bounded count of deliveries along their index by status, and a look at all endpoints of the user, who has few. */
export const countAttention = async (db: Tx, userId: number, since: string): Promise<AttentionCounts> => {
  const exhausted = `select from deliveries where user_id = $1 and status = 'EXHAUSTED' and created_at >= $2`;
  const [counts] = await db.query<AttentionCounts>(
    `select ${boundedCount(exhausted)} as exhausted,
            count(*) filter (where is_enabled and failing_since is not null)::int as failing,
            count(*) filter (where disabled_reason in ('GONE', 'FAILING'))::int as stopped
     from webhook_endpoints where user_id = $1`,
    [userId, since],
  );
  return counts ?? { exhausted: 0, failing: 0, stopped: 0 };
};
