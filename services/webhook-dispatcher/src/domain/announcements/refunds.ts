import { type Announcers } from './announcement';
import { ofPayment, paymentPlace } from './of-payment';

export const refundAnnouncers: Announcers<
  'repasse.refund.requested.v1' | 'repasse.refund.settled.v1' | 'repasse.refund.failed.v1'
> = {
  'repasse.refund.requested.v1': (refund) =>
    ofPayment(refund, 'refund.requested', refund.requestedAt, {
      refund: {
        ...{ id: refund.refundId, ...paymentPlace(refund), purpose: refund.purpose },
        ...{ status: 'PENDING', reason: refund.reason },
      },
    }),
  'repasse.refund.settled.v1': (refund) =>
    ofPayment(refund, 'refund.succeeded', refund.settledAt, {
      refund: {
        ...{ id: refund.refundId, ...paymentPlace(refund), purpose: refund.purpose },
        ...{ status: 'SUCCEEDED', providerReference: refund.providerReference },
      },
    }),
  'repasse.refund.failed.v1': (refund) =>
    ofPayment(refund, 'refund.failed', refund.failedAt, {
      refund: {
        ...{ id: refund.refundId, ...paymentPlace(refund), purpose: refund.purpose },
        ...{ status: 'FAILED', failure: refund.failure },
      },
    }),
};
