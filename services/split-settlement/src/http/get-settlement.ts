import { type Operation } from '@repasse/chassis/http/app';
import { type FreshReads } from '@repasse/chassis/http/fresh-reads';
import { type Database } from '@repasse/chassis/postgres/database';
import { readReversals, readSurpluses } from '../store/read-reversals';
import { callerOf } from './caller';
import { afterwardsView } from './reversal-views';
import { settlementSeenBy } from './settlement-seen';
import { settlementView } from './settlement-views';
import { amountTextIn } from './wire/amount-text';

export const getSettlement = (db: Database, reads: FreshReads): Operation => ({
  handle: async (request) => {
    const chargeId = request.params['chargeId'] ?? '';
    const settlement = await settlementSeenBy({ db, reads }, callerOf(request), chargeId);
    const [reversals, surpluses] = await Promise.all([readReversals(db, chargeId), readSurpluses(db, chargeId)]);
    const text = amountTextIn(settlement.currency);
    return {
      status: 200,
      body: { ...settlementView(settlement, text), ...afterwardsView(reversals, surpluses, text) },
    };
  },
});
