import { type AnyEvent } from '@repasse/contracts';
import { chargeMethods, paymentMethods } from './methods';

/** Of events that are no particular way to pay. */
const none = ['none'] as const;

/** Which events are counted for operators, and by which ways to pay: each pair is a series, so there are some hundred. */
export const countedEvents = {
  'repasse.charge.created.v1': none,
  'repasse.attempt.offered.v1': chargeMethods,
  'repasse.attempt.failed.v1': chargeMethods,
  'repasse.attempt.expired.v1': chargeMethods,
  'repasse.charge.paid.v1': chargeMethods,
  'repasse.charge.refunded.v1': chargeMethods,
  'repasse.charge.surplus_received.v1': chargeMethods,
  'repasse.charge.canceled.v1': none,
  'repasse.charge.expired.v1': none,
  'repasse.charge.failed.v1': none,
  'repasse.payment.offered.v1': paymentMethods,
  'repasse.payment.received.v1': paymentMethods,
  'repasse.payment.failed.v1': paymentMethods,
  'repasse.payment.expired.v1': paymentMethods,
  'repasse.refund.requested.v1': paymentMethods,
  'repasse.refund.settled.v1': paymentMethods,
  'repasse.refund.failed.v1': paymentMethods,
  'repasse.dispute.opened.v1': paymentMethods,
  'repasse.dispute.evidence_added.v1': paymentMethods,
  'repasse.dispute.evidence_removed.v1': paymentMethods,
  'repasse.dispute.answered.v1': paymentMethods,
  'repasse.dispute.won.v1': paymentMethods,
  'repasse.dispute.lost.v1': paymentMethods,
  'repasse.payout.requested.v1': none,
  'repasse.payout.settled.v1': none,
  'repasse.payout.failed.v1': none,
  'repasse.withdrawal.requested.v1': none,
  'repasse.withdrawal.paid.v1': none,
  'repasse.withdrawal.failed.v1': none,
  'repasse.webhook.delivered.v1': none,
  'repasse.webhook.attempt_failed.v1': none,
  'repasse.webhook.exhausted.v1': none,
} as const satisfies Partial<Record<AnyEvent['type'], readonly string[]>>;
