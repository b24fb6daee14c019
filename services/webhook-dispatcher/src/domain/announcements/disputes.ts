import { type Announcers } from './announcement';
import { ofPayment, paymentPlace } from './of-payment';

export const disputeAnnouncers: Announcers<`repasse.dispute.${'opened' | 'answered' | 'won' | 'lost'}.v1`> = {
  'repasse.dispute.opened.v1': (dispute) =>
    ofPayment(dispute, 'dispute.opened', dispute.openedAt, {
      dispute: {
        ...{ id: dispute.disputeId, ...paymentPlace(dispute), status: 'OPEN', reason: dispute.reason },
        respondBy: dispute.respondBy ?? null,
      },
    }),
  'repasse.dispute.answered.v1': (dispute) =>
    ofPayment(dispute, 'dispute.answered', dispute.answeredAt, {
      dispute: {
        ...{ id: dispute.disputeId, ...paymentPlace(dispute), status: 'OPEN' },
        ...{ decision: dispute.decision, evidenceCount: dispute.evidenceCount },
      },
    }),
  'repasse.dispute.won.v1': (dispute) =>
    ofPayment(dispute, 'dispute.won', dispute.decidedAt, {
      dispute: { id: dispute.disputeId, ...paymentPlace(dispute), status: 'WON' },
    }),
  'repasse.dispute.lost.v1': (dispute) =>
    ofPayment(dispute, 'dispute.lost', dispute.decidedAt, {
      dispute: { id: dispute.disputeId, ...paymentPlace(dispute), status: 'LOST' },
    }),
};
