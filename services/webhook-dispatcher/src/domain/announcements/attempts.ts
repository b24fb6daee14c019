import { formatMinor } from '@repasse/values/money';
import { ofCharge, type Announcers } from './announcement';

export const attemptAnnouncers: Announcers<
  'repasse.attempt.offered.v1' | 'repasse.attempt.failed.v1' | 'repasse.attempt.expired.v1'
> = {
  'repasse.attempt.offered.v1': (offered) =>
    ofCharge(offered, 'attempt.offered', offered.offeredAt, ({ charge }) => ({
      charge,
      attempt: {
        id: offered.attemptId,
        chargeId: offered.chargeId,
        invoiceId: offered.invoiceId,
        paymentMethod: offered.paymentMethod,
        status: 'PENDING',
        grossAmount: formatMinor(offered.grossAmountMinor),
        currency: offered.currency,
        expiresAt: offered.expiresAt,
      },
    })),
  'repasse.attempt.failed.v1': (failed) =>
    ofCharge(failed, 'attempt.failed', failed.failedAt, ({ charge }) => ({
      charge,
      attempt: {
        id: failed.attemptId,
        chargeId: failed.chargeId,
        paymentMethod: failed.paymentMethod,
        status: 'FAILED',
        statusReason: failed.reason,
        declineCode: failed.declineCode ?? null,
        retryable: failed.isRetryable ?? null,
      },
    })),
  'repasse.attempt.expired.v1': (expired) =>
    ofCharge(expired, 'attempt.expired', expired.expiredAt, ({ charge }) => ({
      charge,
      attempt: {
        id: expired.attemptId,
        chargeId: expired.chargeId,
        paymentMethod: expired.paymentMethod,
        status: 'EXPIRED',
      },
    })),
};
