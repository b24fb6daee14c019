import { type Operation } from '@repasse/chassis/http/app';
import { cursorList } from '@repasse/chassis/http/cursor-list';
import { dayOf } from '@repasse/values/moment';
import { type operations } from '@repasse/contracts/generated/http/payment-gateway';
import { type CheckPosition, type ListedChecks } from '../store/list-statement-checks';
import { statementCheckBody } from './statement-check-body';

type Query = NonNullable<operations['listStatementChecks']['parameters']['query']>;

/** A hundred checks to a page, each with as many, are as much as one answer should hold. */
const differencesMax = 20;

/** GET /statement-checks: the result of each day, newest first. */
export const listStatementChecks = (checks: ListedChecks): Operation<unknown, Query> => ({
  check: ({ query: { cursor } }, faulty) => cursors.faultsOf(cursor, faulty),
  handle: async ({ query: { provider, cursor, limit = 10 } }) => {
    const found = await checks.list({ provider, after: cursors.after(cursor), limit: limit + 1, differencesMax });
    return { status: 200, body: cursors.pageOf(found, limit, statementCheckBody) };
  },
});

const cursors = cursorList<CheckPosition>({
  write: ({ day, provider }) => `${day} ${provider}`,
  read: (text) => {
    const [, day, provider] = /^(\d{4}-\d\d-\d\d) ([A-Z_]{1,40})$/.exec(text) ?? [];
    if (day === undefined || provider === undefined || dayOf(day) === undefined) return undefined;
    return { day, provider };
  },
});
