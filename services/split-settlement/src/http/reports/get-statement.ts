import { toIso, type Clock } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { csvResponse, wantsCsv } from '@repasse/chassis/http/csv';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { dayAt, endOfDay } from '@repasse/values/brasilia-time';
import { type Statement } from '../../domain/statement';
import { closeUntil } from '../../store/reports/close-days';
import { keepDayReport, reportCurrency, type ReportDatabase } from '../../store/reports/day-reports';
import { keptStatement } from '../../store/reports/kept-reports';
import { createEntryDetails } from '../../store/read-entry-details';
import { readStatement } from '../../store/reports/read-statement';
import { callerOf } from '@repasse/chassis/auth/caller';
import { userAskedFor } from '@repasse/chassis/http/user-asked-for';
import { periodFaults, timeFaults } from '../checks/period';
import { type PeriodQuery } from '../requests/period';
import { csvStyleOf } from '../wire/csv-style';
import { accountKindOf, type AccountName, type EntryWriting } from '../wire/entry-view';
import { ofxOf } from '../wire/ofx';
import { statementCsv } from '../wire/statement-csv';
import { statementJson, type StatementAsked } from '../wire/statement-view';
import { textStream } from '@repasse/chassis/http/text-stream';

type StatementQuery = PeriodQuery<'json' | 'csv' | 'ofx'> & { readonly account?: AccountName };

/**
 * A year, leap years included: what a tax return or an audit asks for. There is no limit of entries; one of days keeps a
 * mistyped year from a download of ten.
 */
const statementDaysMax = 366;

/** GET /reports/statement: opening balances, entries and closing balances over whole days, as JSON, CSV or OFX. */
export const getStatement = (db: Database, clock: Clock, log: Logger): Operation<unknown, StatementQuery> => ({
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
    const madeAt = toIso(clock.now());
    const isClosed = endOfDay(to) <= madeAt;
    const statement = await statementOf(db.until(request.signal), { userId, from, to }, isClosed, madeAt);
    const asked = { account: accountKindOf(account), isClosed, madeAt };
    const writing = { style: csvStyleOf(request), detailsOf: createEntryDetails(db, userId) };
    return answer(request, statement, asked, { ...writing, log });
  },
});

/** Of one closed day the kept report is told, which never changes; of more days, what the closed books say. */
const statementOf = async (
  db: ReportDatabase,
  { userId, from, to }: { readonly userId: number; readonly from: string; readonly to: string },
  isClosed: boolean,
  now: string,
): Promise<Statement> => {
  if (isClosed && from === to) return keptStatement(db, userId, await keepDayReport(db, userId, from, now));
  if (isClosed) await closeUntil(db, endOfDay(to));
  return readStatement(db, { userId, currency: reportCurrency, from, to, isClosed });
};

const jsonContentType = 'application/json; charset=utf-8';

const answer = (
  request: ApiRequest<unknown, StatementQuery>,
  statement: Statement,
  asked: StatementAsked,
  { log, ...writing }: EntryWriting & { readonly log: Logger },
): ApiResponse => {
  const name = `statement-${statement.userId}-${statement.from}-${statement.to}`;
  if (wantsCsv(request)) {
    return csvResponse(name, textStream(statementCsv(statement, asked, writing), log));
  }
  if (!wantsOfx(request)) {
    return { status: 200, stream: textStream(statementJson(statement, asked), log), contentType: jsonContentType };
  }
  return {
    status: 200,
    stream: textStream(ofxOf(statement, asked, writing.detailsOf), log),
    contentType: 'application/x-ofx',
    headers: { 'Content-Disposition': `attachment; filename="${name}.ofx"` },
  };
};

const wantsOfx = ({ query, headers }: ApiRequest<unknown, StatementQuery>): boolean =>
  query.format === undefined ? /\bapplication\/x-ofx\b/i.test(headers.accept ?? '') : query.format === 'ofx';
