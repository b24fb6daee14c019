import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { addDays, dayAt, endOfDay, startOfDay } from '@repasse/values/brasilia-time';

/** A transaction's payment method: that of the charge's settlement, or of the receipt of coins. */
export const paymentMethodOf = (transactionId: string, settlementId: string): string => `
  coalesce((select s.payment_method from settlements s where s.settlement_id = ${settlementId}),
           (select r.payment_method from coin_receipts r where r.transaction_id = ${transactionId}))`;

/** Each is one transaction; between two looks the service can be stopped. */
const daysAtOnceMax = 20;

/**
 * Adds up days that are closed and not added up yet, the earliest first. Returns whether there are more. Any number may run
 * at once: each day is added up once.
 */
export const sumUpClosedDays = async (db: Pick<Database, 'transaction'>): Promise<boolean> => {
  for (let count = 0; count < daysAtOnceMax; count += 1) if (!(await db.transaction(sumUpNextDay))) return false;
  return true;
};

interface Progress {
  /** Null when nothing is added up yet. */
  readonly summed_until: string | null;
  readonly booked_until: string | null;
  readonly first_booked_at: string | null;
}

/** False when no further day is closed. */
const sumUpNextDay = async (tx: Tx): Promise<boolean> => {
  await tx.query('select from summed_days for update');
  const [progress] = await tx.query<Progress>(
    `select nullif(s.summed_until, '-infinity') as summed_until, nullif(c.booked_until, '-infinity') as booked_until,
            (select min(booked_at) from booked_events) as first_booked_at
     from summed_days s, ledger_clock c`,
  );
  const begun = progress?.summed_until ?? progress?.first_booked_at ?? null;
  const closed = progress?.booked_until ?? null;
  if (begun === null || closed === null) return false;
  const day = dayAt(begun);
  if (endOfDay(day) > closed) return false;
  await tx.query(sumsOfDay, [startOfDay(day), endOfDay(day), day]);
  await tx.query('update summed_days set summed_until = $1', [startOfDay(addDays(day, 1))]);
  return true;
};

// Entries lie in the order of their dates, so those of a day are one stretch of the table.
const sumsOfDay = `
  insert into fee_days (user_id, day, payment_method, currency, payment_count, gross_minor, fee_minor)
  select a.user_id, $3::date, p.method, p.currency, count(*) filter (where p.kind = 'GROSS'),
         coalesce(sum(p.amount_minor) filter (where p.kind = 'GROSS'), 0),
         coalesce(sum(p.amount_minor) filter (where p.kind = 'FEE'), 0)
  from (
    select p.account_id, p.currency, p.kind, p.amount_minor,
           ${paymentMethodOf('p.transaction_id', 't.settlement_id')} as method
    from postings p join ledger_transactions t using (transaction_id)
    where p.booked_at >= $1 and p.booked_at < $2 and p.kind in ('GROSS', 'FEE')
      and (p.account_id like 'user\\_pending:%' or p.account_id like 'user\\_available:%')
  ) p join accounts a using (account_id)
  group by 1, 3, 4`;
