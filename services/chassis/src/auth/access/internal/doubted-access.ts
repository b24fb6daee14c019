import { toIso, type Clock } from '../../../clock';
import { type IncomingMessage } from '../../../bus/bus';
import { type Tx } from '../../../postgres/database';

/**
 * Doubts the tokens that users hold by now. Called for events of identity that are held back: one that is missing before
 * them, cannot be read, or waits may have revoked access. The time is the later one of our clock and identity's.
 */
export const doubtUsers = async (tx: Tx, clock: Clock, messages: readonly IncomingMessage[]): Promise<void> => {
  const since = new Map<string, string>();
  for (const { key, headers } of messages) {
    const times = [clock.now().getTime(), Date.parse(headers['ce_time'] ?? '')].filter((ms) => !Number.isNaN(ms));
    since.set(key, toIso(new Date(Math.max(...times))));
  }
  await tx.query(
    `insert into doubted_access as d (user_id, doubted_at) select * from unnest($1::text[], $2::timestamptz[])
     on conflict (user_id) do update set doubted_at = greatest(d.doubted_at, excluded.doubted_at)`,
    [[...since.keys()], [...since.values()]],
  );
};
