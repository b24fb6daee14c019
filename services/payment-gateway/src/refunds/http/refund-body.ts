import { assertNever } from '@repasse/chassis/decider';
import { formatMinor } from '@repasse/chassis/money';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type PaymentFacts } from '../../payments/domain/payment';
import { type Refund } from '../domain/refund';

type RefundBody = components['schemas']['Refund'];

const statusWords = { pending: 'PENDING', succeeded: 'SUCCEEDED', failed: 'FAILED' } as const;

/** A refund as its merchant gets it. */
export const refundBody = (facts: PaymentFacts, refund: Refund): RefundBody => ({
  id: refund.refundId,
  invoiceId: facts.invoiceId,
  paymentId: facts.paymentId,
  chargeId: facts.chargeId,
  amount: formatMinor(refund.amountMinor),
  currency: facts.currency,
  status: statusWords[refund.status],
  reason: refund.reason,
  failure: refund.status === 'failed' ? refund.failure : null,
  splitRefund: refund.splitRefund?.map((part) => ({ ...partBody(part) })) ?? null,
  createdAt: refund.requestedAt,
  updatedAt: updatedAt(refund),
});

const partBody = ({ userId, amountMinor }: { userId: number; amountMinor: number }) => ({
  userId,
  amount: formatMinor(amountMinor),
});

const updatedAt = (refund: Refund): string => {
  switch (refund.status) {
    case 'pending':
      return refund.requestedAt;
    case 'succeeded':
      return refund.settledAt;
    case 'failed':
      return refund.failedAt;
    default:
      return assertNever(refund);
  }
};
