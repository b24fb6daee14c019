import { type Operation } from '@repasse/chassis/http/app';
import { type operations } from '@repasse/contracts/generated/http/payment-gateway';
import { type ListedChecks } from '../store/list-statement-checks';
import { statementCheckBody } from './statement-check-body';
import { readCursor, writeCursor } from './statement-cursor';

type Query = NonNullable<operations['listStatementChecks']['parameters']['query']>;

/** A hundred checks to a page, each with as many, are as much as one answer should hold. */
const differencesMax = 20;

/** GET /statement-checks: what came of each day, newest first. */
export const listStatementChecks = (checks: ListedChecks): Operation<unknown, Query> => ({
  check: ({ query: { cursor } }, faulty) =>
    cursor === undefined || faulty.has('cursor') || readCursor(cursor) !== undefined
      ? []
      : [{ field: 'cursor', message: 'is not a nextCursor of this list' }],
  handle: async ({ query: { provider, cursor, limit = 10 } }) => {
    // One more than asked for tells whether there is a next page.
    const found = await checks.list({ provider, after: readCursor(cursor), limit: limit + 1, differencesMax });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const nextCursor = found.length > limit && last !== undefined ? writeCursor(last) : null;
    return { status: 200, body: { data: page.map(statementCheckBody), pagination: { limit, nextCursor } } };
  },
});
