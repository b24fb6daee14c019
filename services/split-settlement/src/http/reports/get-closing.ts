import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type Database } from '@repasse/chassis/postgres/database';
import { dayAt } from '@repasse/values/brasilia-time';
import { readClosing } from '../../store/reports/read-closing';
import { monthFaults, timeFaults } from '../checks/period';
import { ownerAskedFor, type BooksQuery } from './books-asked-for';

type ClosingQuery = BooksQuery & { readonly month: string; readonly compare: 'NEW' | 'ALL' };

/** GET /reports/closing: the digests of a month's closed days, each compared with the books once, or all of them anew. */
export const getClosing = (db: Database, clock: Clock): Operation<unknown, ClosingQuery> => ({
  check: ({ query }, faulty) => [
    ...monthFaults('month', query.month, faulty),
    ...timeFaults('month', { asked: query.month, current: dayAt(toIso(clock.now())).slice(0, 7) }, faulty),
  ],
  handle: async (request) => {
    const owner = ownerAskedFor(request);
    const { month, compare } = request.query;
    const wanted = db.until(request.signal);
    const closing = await readClosing(wanted, { owner, month, now: toIso(clock.now()), isAnew: compare === 'ALL' });
    return {
      status: 200,
      body: {
        month: closing.month,
        userId: owner,
        isComplete: closing.isComplete,
        agrees: closing.differences.length === 0,
        sha256: closing.sha256,
        days: closing.days,
        differences: closing.differences.slice(0, differencesMax),
      },
    };
  },
});

/** Enough to see a pattern. */
const differencesMax = 100;
