import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { formatMinor } from '@repasse/values/money';
import { type Database } from '@repasse/chassis/postgres/database';
import { readBalance } from '../store/read-balance';
import { callerOf, userAskedFor } from './caller';

/** Charges are in reais only, and so is what they leave behind. */
const currency = 'BRL';

export const getBalance = (db: Database, clock: Clock): Operation<unknown, { readonly user_id?: number }> => ({
  handle: async (request) => {
    const userId = userAskedFor(callerOf(request), request.query.user_id);
    const balance = await readBalance(db, userId, currency);
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
        asOf: toIso(clock.now()),
      },
    };
  },
});
