import { toIso, type Clock } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Database } from '@repasse/chassis/postgres/database';
import { dayAt, endOfDay } from '../../domain/local-day';
import { type Statement } from '../../domain/statement';
import { closeUntil } from '../../store/reports/close-days';
import { keepDayReport, reportCurrency, statementIn } from '../../store/reports/day-reports';
import { readStatement } from '../../store/reports/read-statement';
import { callerOf, userAskedFor } from '../caller';
import { periodFaults, timeFaults, type PeriodQuery } from '../checks/period';
import { csvResponse, wantsCsv } from '../wire/csv';
import { accountKindOf, type AccountName } from '../wire/entry-view';
import { ofxOf } from '../wire/ofx';
import { ofAccount, statementCsv, statementView } from '../wire/statement-view';
import { withinLimit } from './report-problems';

type StatementQuery = PeriodQuery<'json' | 'csv' | 'ofx'> & { readonly account?: AccountName };

/** A quarter: what is asked for longer is put together of several. */
const statementDaysMax = 92;

/** GET /reports/statement: opening balances, entries and closing balances over whole days, as JSON, CSV or OFX. */
export const getStatement = (db: Database, clock: Clock): Operation<unknown, StatementQuery> => ({
  check: ({ query }, faulty) => {
    const current = dayAt(toIso(clock.now()));
    return [
      ...periodFaults(query, statementDaysMax, faulty),
      ...timeFaults('from', { asked: query.from, current }, faulty),
      ...timeFaults('to', { asked: query.to, current }, faulty),
    ];
  },
  handle: async (request) => {
    const { from, to, account, user_id } = request.query;
    const userId = userAskedFor(callerOf(request), user_id);
    const now = toIso(clock.now());
    const isClosed = endOfDay(to) <= now;
    const statement = await withinLimit(() => statementOf(db, { userId, from, to }, isClosed, now));
    const name = `statement-${userId}-${from}-${to}`;
    return answer(request, { statement: ofAccount(statement, accountKindOf(account)), isClosed, name, now });
  },
});

/** Of one closed day the kept report is told, which never changes; of more days, what the closed books say. */
const statementOf = async (
  db: Database,
  { userId, from, to }: { readonly userId: number; readonly from: string; readonly to: string },
  isClosed: boolean,
  now: string,
): Promise<Statement> => {
  if (isClosed && from === to) return statementIn(await keepDayReport(db, userId, from, now));
  if (isClosed) await closeUntil(db, endOfDay(to));
  return readStatement(db, { userId, currency: reportCurrency, from, to });
};

const answer = (
  request: ApiRequest<unknown, StatementQuery>,
  o: { readonly statement: Statement; readonly isClosed: boolean; readonly name: string; readonly now: string },
): ApiResponse => {
  if (wantsCsv(request)) return csvResponse(o.name, statementCsv(o.statement));
  if (!wantsOfx(request)) return { status: 200, body: statementView(o.statement, o.isClosed) };
  return {
    status: 200,
    body: ofxOf(o.statement, o.now),
    contentType: 'application/x-ofx',
    headers: { 'Content-Disposition': `attachment; filename="${o.name}.ofx"` },
  };
};

const wantsOfx = ({ query, headers }: ApiRequest<unknown, StatementQuery>): boolean =>
  query.format === undefined ? /\bapplication\/x-ofx\b/i.test(headers.accept ?? '') : query.format === 'ofx';
