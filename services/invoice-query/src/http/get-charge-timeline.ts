import { type Principal } from '@repasse/chassis/auth/principal';
import { type Operation } from '@repasse/chassis/http/app';
import { comeAgain, isYoung, type FreshReads } from '@repasse/chassis/http/fresh-reads';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { readOwner, readTimeline } from '../projections/timeline';
import { callerOf, isStaff } from './caller';
import { entryView } from './timeline-entry-view';

type TimelineQuery = { readonly at?: string };

/** Its first event is a second away, and a minute on a system that has fallen behind. */
const youngForMs = 60_000;

export const getChargeTimeline = (db: Database, reads: FreshReads): Operation<unknown, TimelineQuery> => ({
  handle: async (request) => {
    const chargeId = request.params['chargeId'] ?? '';
    const caller = callerOf(request);
    const isExpected = (): boolean => isYoung(chargeId, youngForMs);
    const ownerId = await reads.read({ find: () => readOwner(db, chargeId), isExpected, caller: caller.userId });
    if (ownerId === undefined) throw notFound(chargeId, isExpected() ? comeAgain : {});
    if (!maySee(caller, ownerId)) throw notFound(chargeId);
    const entries = await readTimeline(db, chargeId, request.query.at);
    return { status: 200, body: { chargeId, entries: entries.map(entryView) } };
  },
});

/** Recipients of shares see their settlement; what else went on around the charge is between owner and payer. */
const maySee = (caller: Principal, ownerId: number): boolean => isStaff(caller) || caller.userId === ownerId;

// To a stranger it looks the same as a charge that does not exist.
const notFound = (chargeId: string, hints: Partial<typeof comeAgain> = {}): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'charge.not_found',
    detail: `There is no charge ${chargeId} of yours.`,
    ...hints,
  });
