import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { type Operation } from '@repasse/chassis/http/app';
import { type Database } from '@repasse/chassis/postgres/database';
import { type components, type operations } from '@repasse/contracts/generated/http/split-settlement';
import { formatAmount, formatMinor } from '@repasse/values/money';
import {
  readLatestPayouts,
  readWhatTheyHave,
  type Held,
  type LatestPayout,
} from '../../store/payouts/money-of-sellers';

type Query = operations['listMoneyOfSellers']['parameters']['query'];
type MoneyOfSeller = components['schemas']['MoneyOfSeller'];

/**
 * GET /sellers/money: what a page of sellers was paid last, and for staff what each has. Names and verification are identity's
 * (GET /recipients), so a page is asked for there and its numbers here: no service keeps the other's facts for one list.
 * One statement, and for staff two.
 */
export const listMoneyOfSellers = (db: Database): Operation<unknown, Query> => ({
  handle: async (request) => {
    const caller = callerOf(request);
    const userIds = [...new Set(request.query.user_ids.split(',').map(Number))];
    const seenBy = isStaff(caller) ? null : caller.userId;
    const [payouts, held] = await Promise.all([
      readLatestPayouts(db, userIds, seenBy),
      seenBy === null ? readWhatTheyHave(db, userIds) : undefined,
    ]);
    const data: readonly MoneyOfSeller[] = payouts.map((payout) => ({
      userId: payout.userId,
      lastPayout: lastPayoutOf(payout),
      balance: held === undefined ? null : balanceOf(held.get(payout.userId)),
    }));
    return { status: 200, body: { data } };
  },
});

const lastPayoutOf = ({ payout }: LatestPayout): MoneyOfSeller['lastPayout'] =>
  payout && {
    id: payout.id,
    status: payout.status,
    amount: formatAmount(payout.payoutMinor, payout.currency),
    createdAt: payout.createdAt,
  };

/** Who was never paid has nothing. */
const balanceOf = ({ availableMinor, pendingMinor, debtMinor }: Held = nothing): MoneyOfSeller['balance'] => ({
  available: formatMinor(availableMinor),
  pending: formatMinor(pendingMinor),
  debt: formatMinor(debtMinor),
});

const nothing: Held = { availableMinor: 0, pendingMinor: 0, debtMinor: 0 };
