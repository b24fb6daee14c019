import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { formatMinor } from '@repasse/values/money';
import { type Database } from '@repasse/chassis/postgres/database';
import { readBalance } from '../store/read-balance';
import { readOutlook, type PayoutOutlook } from '../store/payouts/read-outlook';
import { callerOf } from '@repasse/chassis/auth/caller';
import { userAskedFor } from '@repasse/chassis/http/user-asked-for';

/** Charges are in reais only, and so is what they leave behind. */
const currency = 'BRL';

export const getBalance = (db: Database, clock: Clock): Operation<unknown, { readonly user_id?: number }> => ({
  handle: async (request) => {
    const userId = userAskedFor(callerOf(request), request.query.user_id);
    const now = toIso(clock.now());
    const balance = await readBalance(db, userId, currency);
    const outlook = await readOutlook(db, userId, balance, now);
    return {
      status: 200,
      body: {
        userId,
        currency,
        available: formatMinor(balance.availableMinor),
        pending: formatMinor(balance.pendingMinor),
        reserve: formatMinor(balance.reserveMinor),
        held: formatMinor(balance.heldMinor),
        debt: formatMinor(balance.debtMinor),
        surplus: formatMinor(balance.surplusMinor),
        withdrawing: formatMinor(balance.withdrawingMinor),
        heldForOthers: formatMinor(balance.heldForOthersMinor),
        ...outlookView(outlook),
        asOf: now,
      },
    };
  },
});

const outlookView = ({ nextPayout, withheld }: PayoutOutlook) => ({
  nextPayout: nextPayout && {
    runsAt: nextPayout.runsAt,
    amount: formatMinor(nextPayout.amountMinor),
    skipReason: nextPayout.skipReason,
    destinationId: nextPayout.destinationId,
    destinationLabel: nextPayout.destinationLabel,
  },
  withheld: withheld.map(({ reason, amountMinor }) => ({ reason, amount: formatMinor(amountMinor) })),
});
