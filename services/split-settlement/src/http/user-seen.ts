import { type Principal } from '@repasse/chassis/auth/principal';
import { type Tx } from '@repasse/chassis/postgres/database';
import { readManager } from '../store/payout-policies';
import { userAskedFor } from '@repasse/chassis/http/user-asked-for';

/** The user whose money is shown: the caller, a seller whom the caller manages, or for staff anybody. */
export const userSeenBy = async (db: Tx, caller: Principal, userId: number | undefined): Promise<number> => {
  const isManaged =
    userId !== undefined && userId !== caller.userId && (await readManager(db, userId)) === caller.userId;
  return isManaged ? userId : userAskedFor(caller, userId);
};
