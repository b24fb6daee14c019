import { type Operation } from '@repasse/chassis/http/app';
import { isYoung, readOrRefuse, type FreshReads, type RefusalHints } from '@repasse/chassis/http/fresh-reads';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { findDispute } from '../store/list-disputes';
import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { disputeView } from './dispute-view';

/** As long as its event may take on a system that has fallen behind. */
const youngForMs = 60_000;

/** GET /disputes/{id}: for its merchant and staff. */
export const getDispute = (db: Database, reads: FreshReads): Operation => ({
  handle: async (request) => {
    const id = request.params['id'] ?? '';
    const caller = callerOf(request);
    const dispute = await readOrRefuse(reads, {
      find: () => findDispute(db, id),
      isExpected: () => isYoung(id, youngForMs),
      caller: caller.userId,
      refusal: (hints) => notFound(id, hints),
    });
    if (!isStaff(caller) && caller.userId !== dispute.userId) throw notFound(id);
    return { status: 200, body: disputeView(dispute) };
  },
});

// To a stranger it looks the same as a dispute that does not exist.
const notFound = (id: string, hints: RefusalHints = {}): ProblemError =>
  new ProblemError({ status: 404, code: 'dispute.not_found', detail: `There is no dispute ${id} of yours.`, ...hints });
