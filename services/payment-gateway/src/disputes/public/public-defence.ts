import { assertNever } from '@repasse/chassis/decider';
import { type PublicForm } from '@repasse/chassis/outbox/outbox';
import { type KnownPayment } from '../../payments/domain/payment';
import { type PaymentEvent } from '../../payments/domain/payment-events';
import { publicFacts } from '../../payments/public/public-facts';
import { disputeIn } from '../domain/answer.decide';
import { type Dispute } from '../domain/dispute';

type Defence = Extract<PaymentEvent, { type: 'DisputeEvidenceAdded' | 'DisputeEvidenceRemoved' | 'DisputeAnswered' }>;

/** The public form of what a merchant says to a dispute: never the words or the files, which may name the payer. */
export const toPublicDefence = (event: Defence, state: KnownPayment): PublicForm => {
  const { disputeId } = event.data;
  const facts = { ...disputeFacts(disputeId, state), evidenceCount: knownDispute(disputeId, state).evidence.length };
  switch (event.type) {
    case 'DisputeEvidenceAdded': {
      const { evidenceId, sha256 } = event.data;
      return { type: 'repasse.dispute.evidence_added.v1', data: { ...facts, evidenceId, sha256, addedAt: event.at } };
    }
    case 'DisputeEvidenceRemoved': {
      const { evidenceId } = event.data;
      return { type: 'repasse.dispute.evidence_removed.v1', data: { ...facts, evidenceId, removedAt: event.at } };
    }
    case 'DisputeAnswered': {
      const { decision } = event.data;
      const data = { ...facts, decision, sentBy: 'OPERATOR' as const, answeredAt: event.at };
      return { type: 'repasse.dispute.answered.v1', data };
    }
    default:
      return assertNever(event);
  }
};

/** The amount is what is disputed, not the payment's. */
export const disputeFacts = (disputeId: string, state: KnownPayment) => ({
  ...publicFacts(state.facts),
  disputeId,
  amountMinor: knownDispute(disputeId, state).amountMinor,
});

const knownDispute = (disputeId: string, state: KnownPayment): Dispute => {
  const dispute = disputeIn(state, disputeId);
  if (dispute === undefined) throw new Error(`The dispute ${disputeId} was never opened.`);
  return dispute;
};
