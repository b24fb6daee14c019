import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { accountIdOf, userAccountKinds, type UserAccountKind } from '../../domain/ledger';
import { endOfDay, startOfDay } from '../../domain/local-day';
import { makeStatement, type Statement } from '../../domain/statement';
import { listEntries } from '../list-entries';
import { ReportTooLarge } from './too-large';

/** Some 20 MB of text, which one answer can still hold and one request read in seconds. */
export const statementEntriesMax = 50_000;

export type StatementPeriod = Pick<Statement, 'userId' | 'currency' | 'from' | 'to'>;

/** A user's statement as of now, read at one moment. Throws ReportTooLarge above `statementEntriesMax`. */
export const readStatement = (db: Database, period: StatementPeriod): Promise<Statement> =>
  db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    const [from, to] = [startOfDay(period.from), endOfDay(period.to)];
    const openings = await readOpenings(tx, period, from);
    const filter = { userId: period.userId, currency: period.currency, from, to };
    const found = await listEntries(tx, filter, undefined, statementEntriesMax + 1);
    if (found.length > statementEntriesMax) throw new ReportTooLarge(statementEntriesMax);
    return makeStatement(period, openings, found.reverse());
  });

/** What each account held when the period began: the balance after its last entry before. */
const readOpenings = async (
  tx: Tx,
  { userId, currency }: StatementPeriod,
  from: string,
): Promise<ReadonlyMap<UserAccountKind, number>> => {
  const rows = await tx.query<{ kind: UserAccountKind; minor: number }>(
    `select split_part(a.account_id, ':', 1) as kind, p.balance_after_minor as minor
     from unnest($1::text[]) as a(account_id) cross join lateral (
       select balance_after_minor from postings p
       where p.account_id = a.account_id and p.booked_at < $2 and p.currency = $3
       order by p.booked_at desc, p.entry_id desc limit 1
     ) p`,
    [userAccountKinds.map((kind) => accountIdOf({ kind, userId })), from, currency],
  );
  return new Map(rows.map(({ kind, minor }) => [kind, minor]));
};
