import { type Principal } from '@repasse/chassis/auth/principal';
import { type Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { readOwner, readTimeline } from '../projections/timeline';
import { callerOf, isStaff } from './caller';
import { entryView } from './timeline-entry-view';

type TimelineQuery = { readonly at?: string };

export const getChargeTimeline = (db: Database): Operation<unknown, TimelineQuery> => ({
  handle: async (request) => {
    const chargeId = request.params['chargeId'] ?? '';
    const ownerId = await readOwner(db, chargeId);
    if (!maySee(callerOf(request), ownerId)) throw notFound(chargeId);
    const entries = await readTimeline(db, chargeId, request.query.at);
    return { status: 200, body: { chargeId, entries: entries.map(entryView) } };
  },
});

/** Recipients of shares see their settlement; what else went on around the charge is between owner and payer. */
const maySee = (caller: Principal, ownerId: number | undefined): boolean =>
  ownerId !== undefined && (isStaff(caller) || caller.userId === ownerId);

// To a stranger it looks the same as a charge that does not exist.
const notFound = (chargeId: string): ProblemError =>
  new ProblemError({ status: 404, code: 'charge.not_found', detail: `There is no charge ${chargeId} of yours.` });
