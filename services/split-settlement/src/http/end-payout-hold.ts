import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { endHold } from '../store/payout-holds';
import { actorOf, callerOf } from '@repasse/chassis/auth/caller';
import { holdView } from './wire/hold-view';

/** DELETE /payout-holds/{holdId}: the amount can be paid out again. The hold stays in the list, with who ended it. */
export const endPayoutHold = (db: Database, clock: Clock): Operation => ({
  handle: async (request) => {
    const holdId = request.params['holdId'] ?? '';
    const ended = await endHold(db, holdId, { now: toIso(clock.now()), key: actorOf(callerOf(request)) });
    if (ended !== undefined) return { status: 200, body: holdView(ended, true) };
    throw new ProblemError({ status: 404, code: 'payout_hold.not_found', detail: `There is no hold ${holdId}.` });
  },
});
