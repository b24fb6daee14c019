import { type Operation } from '@repasse/chassis/http/app';
import { type Database } from '@repasse/chassis/postgres/database';
import { findWithdrawal } from '../store/withdrawals';
import { callerOf } from '@repasse/chassis/auth/caller';
import { maySee, withdrawalNotFound } from './withdrawal-problems';
import { withdrawalView } from './withdrawal-view';

/** GET /withdrawals/{withdrawalId}: for its user, the merchant that managed the user then, and staff. */
export const getWithdrawal = (db: Database): Operation => ({
  handle: async (request) => {
    const withdrawalId = request.params['withdrawalId'] ?? '';
    const [caller, found] = [callerOf(request), await findWithdrawal(db, withdrawalId)];
    if (found === undefined || !maySee(caller, found)) throw withdrawalNotFound(withdrawalId);
    return { status: 200, body: withdrawalView(found) };
  },
});
