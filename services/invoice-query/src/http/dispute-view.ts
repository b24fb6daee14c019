import { formatAmount } from '@repasse/values/money';
import { type components } from '@repasse/contracts/generated/http/invoice-query';
import { type Dispute } from '../store/list-disputes';

type DisputeBody = components['schemas']['Dispute'];

export const disputeView = ({ disputeId, amountMinor, ...dispute }: Dispute) => ({
  id: disputeId,
  ...dispute,
  amount: formatAmount(amountMinor, dispute.currency),
  paymentMethod: dispute.paymentMethod as DisputeBody['paymentMethod'],
});
