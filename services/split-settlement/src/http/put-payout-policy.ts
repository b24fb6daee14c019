import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Principal } from '@repasse/chassis/auth/principal';
import { type Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type SetPolicy } from '../domain/payout-policy';
import { readManager, setPolicy } from '../store/payout-policies';
import { actorOf, callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { aboveNothing } from './checks/above-nothing';
import { policyShown } from './get-payout-policy';
import { notTheManager } from './withdrawal-problems';
import { policyIn, type PolicyBody } from './wire/payout-policy';

/**
 * PUT /payout-policy: puts a policy in the place of the one before. Staff set it for the platform or a user, and may allow
 * more than the platform does; a user sets it for themself and their sellers, or for one seller, and can only be stricter.
 */
export const putPayoutPolicy = (db: Database, clock: Clock): Operation<PolicyBody, { readonly user_id?: number }> => ({
  // A limit of nothing would stop every payout, which is what a hold is for.
  check: ({ body }, faulty) => aboveNothing(body, ['minimum', 'maximum', 'dayMaximum'], faulty),
  handle: async (request) => {
    const [caller, now] = [callerOf(request), toIso(clock.now())];
    const policy = policyIn(request.body);
    const body = await db.transaction(async (tx) => {
      const whose = await whoseOf(tx, caller, request.query.user_id);
      if (whose.setBy === 'USER' && policy.feeMinor !== null) throw feeIsStaffs();
      await setPolicy(tx, { ...policy, ...whose }, { now, key: actorOf(caller) });
      return policyShown(tx, whose.userId, { caller, now });
    });
    return { status: 200, body };
  },
});

const whoseOf = async (
  tx: Tx,
  caller: Principal,
  asked: number | undefined,
): Promise<Pick<SetPolicy, 'userId' | 'setBy'>> => {
  if (isStaff(caller)) return { userId: asked ?? null, setBy: 'STAFF' };
  const userId = asked ?? caller.userId;
  const decides = (await readManager(tx, userId)) ?? userId;
  if (decides !== caller.userId) throw notTheManager(userId);
  return { userId, setBy: 'USER' };
};

const feeIsStaffs = (): ProblemError =>
  new ProblemError({
    status: 400,
    code: 'request.invalid',
    detail: 'The fee of a payout is set by the platform.',
    errors: [{ field: 'fee', message: 'is set by the platform.' }],
  });
