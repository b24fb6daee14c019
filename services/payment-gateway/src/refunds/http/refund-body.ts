import { assertNever } from '@repasse/chassis/decider';
import { formatMinor } from '@repasse/values/money';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type PaymentFacts } from '../../payments/domain/payment';
import { type RequestedRefund } from '../domain/requested-refund';

type RefundBody = components['schemas']['Refund'];

const statusWords = { pending: 'PENDING', succeeded: 'SUCCEEDED', failed: 'FAILED' } as const;

/** A refund as its merchant gets it. */
export const refundBody = (facts: PaymentFacts, refund: RequestedRefund): RefundBody => ({
  id: refund.refundId,
  invoiceId: facts.invoiceId,
  paymentId: facts.paymentId,
  chargeId: facts.chargeId,
  amount: formatMinor(refund.amountMinor),
  currency: facts.currency,
  status: statusWords[refund.standing.status],
  reason: refund.reason,
  requestedBy: refund.requestedBy ?? null,
  failure: refund.standing.status === 'failed' ? refund.standing.failure : null,
  splitRefund: refund.splitRefund?.map((part) => ({ ...partBody(part) })) ?? null,
  createdAt: refund.requestedAt,
  updatedAt: updatedAt(refund),
});

const partBody = ({ userId, amountMinor }: { userId: number; amountMinor: number }) => ({
  userId,
  amount: formatMinor(amountMinor),
});

const updatedAt = ({ requestedAt, standing }: RequestedRefund): string => {
  switch (standing.status) {
    case 'pending':
      return requestedAt;
    case 'succeeded':
      return standing.settledAt;
    case 'failed':
      return standing.failedAt;
    default:
      return assertNever(standing);
  }
};
