import { createHash } from 'node:crypto';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { endOfDay } from '@repasse/values/brasilia-time';
import { type Statement } from '../../domain/statement';
import { closeUntil } from './close-days';
import { readSettlementDay } from './read-settlement-day';
import { readStatement } from './read-statement';
import { statementText } from './report-text';

/** Also one whose work ends when a caller leaves. */
export type ReportDatabase = Pick<Database, 'query' | 'transaction'>;

/** Whose report it is; null is the platform's. */
export type ReportOwner = number | null;

/** A report of a closed day, as it was made. Its text is kept in parts, none of which is too much for memory. */
export interface DayReport {
  readonly day: string;
  readonly owner: ReportOwner;
  readonly partCount: number;
  /** SHA-256 of the text, all parts one after the other, in hex. */
  readonly sha256: string;
  readonly madeAt: string;
}

/** Of reports of days. Statements are in reais, as balances are. */
export const reportCurrency = 'BRL';

/**
 * The report of a day that has ended: the kept one, or one that is made, kept and the same from then on. The caller sees to
 * it that the day has ended by the clock.
 */
export const keepDayReport = async (
  db: ReportDatabase,
  owner: ReportOwner,
  day: string,
  now: string,
): Promise<DayReport> => {
  const kept = await findDayReport(db, owner, day);
  if (kept !== undefined) return kept;
  await closeUntil(db, endOfDay(day));
  await db.transaction((tx) => makeReport(tx, owner, day, now));
  const report = await findDayReport(db, owner, day);
  if (report === undefined) throw new Error(`The report of ${day} was made and is not there.`);
  return report;
};

/** Another request may make it meanwhile: of the same entries, so its parts are the same. */
const makeReport = async (tx: Tx, owner: ReportOwner, day: string, now: string): Promise<void> => {
  const hash = createHash('sha256');
  let partCount = 0;
  for await (const text of textFromBooks(tx, owner, day)) {
    hash.update(text);
    partCount += 1;
    await tx.query(
      'insert into day_report_parts (day, user_id, part, body) values ($1, $2, $3, $4) on conflict do nothing',
      [day, owner, partCount, text],
    );
  }
  await tx.query(
    `insert into day_reports (day, user_id, part_count, sha256, made_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [day, owner, partCount, hash.digest('hex'), now],
  );
};

export const findDayReport = async (tx: Tx, owner: ReportOwner, day: string): Promise<DayReport | undefined> => {
  const [row] = await tx.query<DayReport>(
    `select day, user_id as owner, part_count as "partCount", sha256, made_at as "madeAt" from day_reports
     where day = $1 and ${ownerIs(owner)}`,
    [day, owner],
  );
  return row;
};

/** Those of these days that are kept. */
export const findDayReports = (tx: Tx, owner: ReportOwner, days: readonly string[]): Promise<DayReport[]> =>
  tx.query<DayReport>(
    `select day, user_id as owner, part_count as "partCount", sha256, made_at as "madeAt" from day_reports
     where day = any ($1::date[]) and ${ownerIs(owner)}`,
    [days, owner],
  );

/** A condition on `$2` that an index serves, which `is not distinct from` is not. */
export const ownerIs = (owner: ReportOwner): string =>
  owner === null ? 'user_id is null and $2::bigint is null' : 'user_id = $2::bigint';

/** The text of a report, made piece by piece of what the books say now. */
export async function* textFromBooks(tx: Tx, owner: ReportOwner, day: string): AsyncGenerator<string> {
  if (owner === null) yield JSON.stringify(await readSettlementDay(tx, day));
  else yield* statementText(await readClosedDay(tx, owner, day));
}

export const readClosedDay = (tx: Tx, userId: number, day: string): Promise<Statement> =>
  readStatement(tx, { userId, currency: reportCurrency, from: day, to: day, isClosed: true });

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
