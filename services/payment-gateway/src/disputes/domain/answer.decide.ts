import { reject, type Rejection } from '@repasse/chassis/decider';
import { type Decision } from '../../payments/domain/decision';
import { disputesOf, type PaymentState } from '../../payments/domain/payment';
import { type DataOf } from '../../payments/domain/payment-commands';
import { type Dispute } from './dispute';

/** As many attachments as a person at a bank opens. More pages fit into one PDF. */
export const evidenceMax = 10;

/** The same bytes again are no news, even when the time is over. */
export const addEvidence = (
  { disputeId, evidenceId, sha256, now }: DataOf<'AddDisputeEvidence'>,
  state: PaymentState,
): Decision => {
  const dispute = disputeIn(state, disputeId);
  if (dispute === undefined) return noDispute();
  if (dispute.evidence.some((each) => each.sha256 === sha256)) return [];
  const refusal = whyClosed(dispute, now);
  if (refusal !== undefined) return refusal;
  if (dispute.evidence.length >= evidenceMax) {
    return reject('dispute.evidence_full', `There are ${evidenceMax} pieces of evidence already.`);
  }
  return [{ type: 'DisputeEvidenceAdded', data: { disputeId, evidenceId, sha256 } }];
};

export const removeEvidence = (
  { disputeId, evidenceId, now }: DataOf<'RemoveDisputeEvidence'>,
  state: PaymentState,
): Decision => {
  const dispute = disputeIn(state, disputeId);
  if (dispute === undefined) return noDispute();
  if (!dispute.evidence.some((each) => each.evidenceId === evidenceId)) return [];
  return whyClosed(dispute, now) ?? [{ type: 'DisputeEvidenceRemoved', data: { disputeId, evidenceId } }];
};

/** Once. The same decision again is no news, and its text is the first one's. */
export const answerDispute = (
  { disputeId, decision, hasText, now }: DataOf<'AnswerDispute'>,
  state: PaymentState,
): Decision => {
  const dispute = disputeIn(state, disputeId);
  if (dispute === undefined) return noDispute();
  if (dispute.answer?.decision === decision) return [];
  const refusal = whyClosed(dispute, now);
  if (refusal !== undefined) return refusal;
  if (decision === 'CONTEST' && !hasText && dispute.evidence.length === 0) {
    return reject('dispute.nothing_to_send', 'Add evidence or a text that speaks for the sale.');
  }
  return [{ type: 'DisputeAnswered', data: { disputeId, decision } }];
};

export const disputeIn = (state: PaymentState, disputeId: string): Dispute | undefined =>
  disputesOf(state).find((each) => each.disputeId === disputeId);

/** Why nothing more can be said; undefined while it can. */
export const whyClosed = ({ status, answer, respondBy }: Dispute, now: string): Rejection | undefined => {
  if (status !== 'open') return reject('dispute.decided', 'The provider has decided already.');
  if (answer !== null) return reject('dispute.answered', `It was answered by ${answer.decision} already.`);
  return respondBy !== undefined && Date.parse(respondBy) <= Date.parse(now)
    ? reject('dispute.overdue', `An answer was of use until ${respondBy}.`)
    : undefined;
};

export type DisputeAction = 'add_evidence' | 'remove_evidence' | 'answer' | 'wait';

/** What its merchant can do now; nothing once it is decided. */
export const allowedActions = (dispute: Dispute, now: string): readonly DisputeAction[] => {
  if (dispute.status !== 'open') return [];
  if (whyClosed(dispute, now) !== undefined) return ['wait'];
  const { length } = dispute.evidence;
  return [
    ...(length < evidenceMax ? (['add_evidence'] as const) : []),
    ...(length > 0 ? (['remove_evidence'] as const) : []),
    'answer',
  ];
};

const noDispute = (): Rejection => reject('dispute.not_found', 'There is no such dispute.');
