import { type Database } from '@repasse/chassis/postgres/database';
import { endKeptDays } from '../payments/store/ended-charges';

/** Rows that have served their purpose: their table, its key, the time they are kept from, and for how many days. */
const expiring = [
  // Callbacks hold the banks' data of payers. After a month no operator looks into a delivery.
  { table: 'callback_inbox', key: 'callback_id', from: 'received_at', keptDays: 30 },
  // A PIX can be disputed for 80 days and refunded for 90; the evidence lasts a little longer.
  { table: 'provider_calls', key: 'call_id', from: 'asked_at', keptDays: 120 },
  // A payment has its own copy of its quote. An expired quote only serves to investigate complaints.
  { table: 'fx_quotes', key: 'quote_id', from: 'expires_at', keptDays: 30 },
  { table: 'ended_charges', key: 'charge_id', from: 'ended_at', keptDays: endKeptDays },
] as const;

/** In portions, so that a long-neglected table is not locked and logged in one piece. */
const rowsAtOnceMax = 5_000;

/** Deletes some expired rows of each table. Returns whether there were any, so that more may be left. */
export const deleteExpiredRows = async (db: Database, now: Date): Promise<boolean> => {
  let isAnyDeleted = false;
  for (const { table, key, from, keptDays } of expiring) {
    const rows = await db.query(
      `delete from ${table} where ${key} in (
         select ${key} from ${table} where ${from} < $1::timestamptz - make_interval(days => $2) limit $3
       ) returning 1`,
      [now.toISOString(), keptDays, rowsAtOnceMax],
    );
    isAnyDeleted ||= rows.length > 0;
  }
  return isAnyDeleted;
};
