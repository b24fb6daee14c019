import { type Operation } from '@repasse/chassis/http/app';
import { readReversals, readSurpluses } from '../store/read-reversals';
import { callerOf } from '@repasse/chassis/auth/caller';
import { afterwardsView } from './reversal-views';
import { settlementSeenBy, type SettlementReading } from './settlement-seen';
import { settlementView } from './settlement-views';
import { amountTextIn } from './wire/amount-text';

export const getSettlement = (reading: SettlementReading): Operation => ({
  handle: async (request) => {
    const chargeId = request.params['chargeId'] ?? '';
    const { db } = reading;
    const { settlement, isWhole, isSeen } = await settlementSeenBy(reading, callerOf(request), chargeId);
    const [reversals, surpluses] = await Promise.all([readReversals(db, chargeId), readSurpluses(db, chargeId)]);
    const text = amountTextIn(settlement.currency);
    const seen = { ...settlement, shares: settlement.shares.filter(isSeen) };
    const afterwards = reversals.map((reversal) => ({ ...reversal, shares: reversal.shares.filter(isSeen) }));
    return {
      status: 200,
      body: {
        ...settlementView(seen, text),
        sharesSeen: isWhole ? 'ALL' : 'OWN',
        ...afterwardsView(afterwards, isWhole ? surpluses : [], text),
      },
    };
  },
});
