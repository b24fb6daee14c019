import { formatAmount } from '@repasse/values/money';
import { type Dispute } from '../store/list-disputes';

export const disputeView = ({ disputeId, amountMinor, ...dispute }: Dispute) => ({
  id: disputeId,
  ...dispute,
  amount: formatAmount(amountMinor, dispute.currency),
});
