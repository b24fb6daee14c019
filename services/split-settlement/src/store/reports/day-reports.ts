import { createHash } from 'node:crypto';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { endOfDay } from '../../domain/local-day';
import { type Statement } from '../../domain/statement';
import { closeUntil } from './close-days';
import { readSettlementDay, type SettlementDay } from './read-settlement-day';
import { readStatement } from './read-statement';

/** Whose report it is; null is the platform's. */
export type ReportOwner = number | null;

/** A report of a closed day, as it was made. */
export interface DayReport {
  readonly day: string;
  readonly body: string;
  /** SHA-256 of the body, in hex. */
  readonly sha256: string;
  readonly madeAt: string;
}

/** Of reports of days. Statements are in reais, as balances are. */
export const reportCurrency = 'BRL';

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The report of a day that has ended: the kept one, or one that is made, kept and the same from then on. The caller sees to
 * it that the day has ended by the clock.
 */
export const keepDayReport = async (db: Database, owner: ReportOwner, day: string, now: string): Promise<DayReport> => {
  const kept = await findDayReports(db, owner, [day]);
  if (kept[0] !== undefined) return kept[0];
  await closeUntil(db, endOfDay(day));
  const body = await makeBody(db, owner, day);
  // Another request may have made it meanwhile: of the same entries, so it says the same.
  await db.query(
    `insert into day_reports (day, user_id, body, sha256, made_at) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [day, owner, body, digestOf(body), now],
  );
  const [report] = await findDayReports(db, owner, [day]);
  if (report === undefined) throw new Error(`The report of ${day} was made and is not there.`);
  return report;
};

export const findDayReports = (tx: Tx, owner: ReportOwner, days: readonly string[]): Promise<DayReport[]> =>
  tx.query<DayReport>(
    `select day, body, sha256, made_at as "madeAt" from day_reports
     where day = any ($1::date[]) and user_id is not distinct from $2::bigint order by day`,
    [days, owner],
  );

/** The bytes of a report, made of what the books say now. */
export const makeBody = async (db: Database, owner: ReportOwner, day: string): Promise<string> => {
  const report: SettlementDay | Statement =
    owner === null
      ? await readSettlementDay(db, day)
      : await readStatement(db, { userId: owner, currency: reportCurrency, from: day, to: day });
  return JSON.stringify(report);
};

export const statementIn = ({ body }: DayReport): Statement => JSON.parse(body) as Statement;

export const settlementDayIn = ({ body }: DayReport): SettlementDay => JSON.parse(body) as SettlementDay;

/** Users who have entries of a day and no report of it yet, by number, behind a user. */
export const usersWithoutReport = async (
  tx: Tx,
  o: { readonly day: string; readonly from: string; readonly to: string; readonly afterUserId: number },
  limit: number,
): Promise<number[]> => {
  const rows = await tx.query<{ user_id: number }>(
    `select distinct a.user_id
     from postings p join accounts a using (account_id)
     where p.booked_at >= $1 and p.booked_at < $2 and a.user_id > $5
       and not exists (select from day_reports r where r.day = $3 and r.user_id = a.user_id)
     order by a.user_id limit $4`,
    [o.from, o.to, o.day, limit, o.afterUserId],
  );
  return rows.map(({ user_id }) => user_id);
};
