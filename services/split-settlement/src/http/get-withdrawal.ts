import { type Operation } from '@repasse/chassis/http/app';
import { type Database } from '@repasse/chassis/postgres/database';
import { findWithdrawal } from '../store/withdrawals';
import { callerOf, isStaff } from './caller';
import { withdrawalNotFound } from './withdrawal-problems';
import { withdrawalView } from './withdrawal-view';

/** GET /withdrawals/{withdrawalId}: for its user, the merchant that managed the user then, and staff. */
export const getWithdrawal = (db: Database): Operation => ({
  handle: async (request) => {
    const withdrawalId = request.params['withdrawalId'] ?? '';
    const [caller, found] = [callerOf(request), await findWithdrawal(db, withdrawalId)];
    const isTheirs = found?.userId === caller.userId || found?.managerUserId === caller.userId || isStaff(caller);
    if (found === undefined || !isTheirs) throw withdrawalNotFound(withdrawalId);
    return { status: 200, body: withdrawalView(found) };
  },
});
