import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type Logger } from '@repasse/chassis/log/logger';
import { dayOf } from '@repasse/values/moment';
import { type Database } from '@repasse/chassis/postgres/database';
import { ProblemError } from '@repasse/chassis/http/problem';
import { dayAt, endOfDay } from '@repasse/values/brasilia-time';
import { keepDayReport } from '../../store/reports/day-reports';
import { keptText } from '../../store/reports/kept-reports';
import { isReported } from '../checks/period';
import { textStream } from '@repasse/chassis/http/text-stream';
import { ownerAskedFor, type BooksQuery } from './books-asked-for';

/** GET /reports/days/{date}: the kept report of a day that has ended, byte for byte as its digest was made of. */
export const getDayReport = (db: Database, clock: Clock, log: Logger): Operation<unknown, BooksQuery> => ({
  handle: async (request) => {
    const owner = ownerAskedFor(request);
    const day = dayOf(request.params['date'] ?? '');
    const now = toIso(clock.now());
    if (day === undefined || endOfDay(day) > now || !isReported(day, dayAt(now))) throw notClosed();
    const wanted = db.until(request.signal);
    const report = await keepDayReport(wanted, owner, day, now);
    const digest = Buffer.from(report.sha256, 'hex').toString('base64');
    return {
      status: 200,
      stream: textStream(keptText(wanted, report), log),
      contentType: 'application/json',
      headers: { 'Repr-Digest': `sha-256=:${digest}:` },
    };
  },
});

const notClosed = (): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'report.day_not_closed',
    detail:
      'There is no report of this day: it is no day, has not ended yet in São Paulo, or was more than ten years ago.',
  });
