import { formatAmount } from '@repasse/values/money';
import { type PayoutHold } from '../../store/payout-holds';

/** The reason in words is staff's own; users see its code. */
export const holdView = (hold: PayoutHold, isForStaff: boolean) => ({
  id: hold.holdId,
  userId: hold.userId,
  amount: formatAmount(hold.amountMinor, hold.currency),
  currency: hold.currency,
  reasonCode: hold.reasonCode,
  reason: isForStaff ? hold.reason : null,
  until: hold.heldUntil,
  createdAt: hold.createdAt,
  createdBy: isForStaff ? hold.createdBy : null,
  endedAt: hold.endedAt,
  endedBy: isForStaff ? hold.endedBy : null,
});
