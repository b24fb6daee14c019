import { type Tx } from '@repasse/chassis/postgres/database';

/** For how many seconds the refund and the payout with the oldest news wait; 0 when none waits. */
export const waitingSeconds = async (db: Tx, now: string): Promise<{ refunds: number; payouts: number }> => {
  const [waiting] = await db.query<{ refunds: number; payouts: number }>(waitingSql, [now]);
  return waiting ?? { refunds: 0, payouts: 0 };
};

const secondsSince = (oldest: string): string =>
  `select greatest(coalesce(extract(epoch from $1::timestamptz - min(updated_at)), 0), 0)::float8 from ${oldest}`;

// A paid payout is read for money that comes back, which nobody waits for. A paid payment has a due time only while a refund of it is under way.
const waitingSql = `
  select
    (${secondsSince(`payments where status = 'received' and due_at is not null`)}) as refunds,
    (${secondsSince("payouts where due_at is not null and status in ('requested', 'priced', 'prepared', 'processing')")}) as payouts`;
