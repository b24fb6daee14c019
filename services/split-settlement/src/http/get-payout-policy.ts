import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type Database } from '@repasse/chassis/postgres/database';
import { policyFor } from '../domain/payout-policy';
import { readSetPolicies } from '../store/payout-policies';
import { readPayables } from '../store/read-payables';
import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { notTheManager } from './withdrawal-problems';
import { policyView } from './wire/payout-policy';

/** GET /payout-policy: the caller's, that of a seller whom the caller manages, or for staff anybody's and the platform's. */
export const getPayoutPolicy = (db: Database, clock: Clock): Operation<unknown, { readonly user_id?: number }> => ({
  handle: async (request) => {
    const caller = callerOf(request);
    const userId = request.query.user_id ?? (isStaff(caller) ? null : caller.userId);
    return { status: 200, body: await policyShown(db, userId, { caller, now: toIso(clock.now()) }) };
  },
});

interface Shown {
  readonly caller: ReturnType<typeof callerOf>;
  readonly now: string;
}

/** `userId`: null for the platform. Throws where a stranger asks. */
export const policyShown = async (db: Pick<Database, 'query'>, userId: number | null, { caller, now }: Shown) => {
  const set = await readSetPolicies(db, userId);
  const of = (setBy: 'STAFF' | 'USER') => set.find((each) => each.setBy === setBy);
  const [staff, own] = [of('STAFF'), of('USER')];
  const shown = {
    staff: staff === undefined ? null : policyView(staff),
    own: own === undefined ? null : policyView(own),
  };
  if (userId === null) {
    return { userId, effective: policyView(policyFor(set, { userId: 0, managerUserId: null })), ...shown };
  }
  const [payable] = await readPayables(db, [{ userId, destinationId: null }], { now, isDeciding: false });
  if (payable === undefined) throw new Error(`Nothing was read of user ${userId}.`);
  const isTheirs = userId === caller.userId || payable.payee?.managerUserId === caller.userId || isStaff(caller);
  if (!isTheirs) throw notTheManager(userId);
  return { userId, effective: policyView(payable.policy), ...shown };
};
