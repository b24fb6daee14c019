import { hintOfAttemptId } from '@repasse/values/ids/attempt-id';
import { type Principal } from '@repasse/chassis/auth/principal';
import { type Operation } from '@repasse/chassis/http/app';
import { isYoung, readOrRefuse, type FreshReads, type RefusalHints } from '@repasse/chassis/http/fresh-reads';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { archivedTimelines } from '../store/archived-timelines';
import { readOwner, readTimeline } from '../store/timeline';
import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { entryView } from './timeline-entry-view';
import { unlessArchived } from './unless-archived';

/** Its first event is a second away, and a minute on a system that has fallen behind. */
const youngForMs = 60_000;

export const getChargeTimeline = (db: Database, reads: FreshReads): Operation<unknown, { readonly at?: string }> => ({
  handle: async (request) => {
    const chargeId = request.params['chargeId'] ?? '';
    const caller = callerOf(request);
    const ownerId = await unlessArchived(db, { kind: archivedTimelines.name, id: chargeId, caller }, () =>
      readOrRefuse(reads, {
        find: () => readOwner(db, chargeId),
        isExpected: () => isYoung(chargeId, youngForMs),
        caller: caller.userId,
        refusal: (hints) => notFound(chargeId, hints),
      }),
    );
    if (!maySee(caller, ownerId)) throw notFound(chargeId);
    const entries = await readTimeline(db, chargeId, request.query.at);
    return { status: 200, body: { chargeId, entries: entries.map(entryView) } };
  },
});

/** Recipients of shares see their settlement; what else went on around the charge is between owner and payer. */
const maySee = (caller: Principal, ownerId: number): boolean => isStaff(caller) || caller.userId === ownerId;

// To a stranger it looks the same as a charge that does not exist.
const notFound = (chargeId: string, hints: RefusalHints = {}): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'charge.not_found',
    detail: `There is no charge ${chargeId} of yours.${hintOfAttemptId(chargeId)}`,
    ...hints,
  });
