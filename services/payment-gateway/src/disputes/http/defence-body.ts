import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { allowedActions, evidenceMax } from '../domain/answer.decide';
import { type Dispute } from '../domain/dispute';
import { type KeptAnswer, type KeptEvidence } from '../store/defences';

type Schemas = components['schemas'];

export const statusWord = { open: 'OPEN', won: 'WON', lost: 'LOST' } as const;

export const evidenceBody = ({ evidenceId, ...evidence }: KeptEvidence): Schemas['DisputeEvidence'] => ({
  id: evidenceId,
  ...evidence,
  contentType: evidence.contentType as Schemas['DisputeEvidence']['contentType'],
});

/** What was said to a dispute, and what can still be. */
export const defenceBody = (
  dispute: Dispute,
  { evidence, answer, now }: { evidence: readonly KeptEvidence[]; answer: KeptAnswer | undefined; now: string },
): Schemas['DisputeDefence'] => ({
  disputeId: dispute.disputeId,
  status: statusWord[dispute.status],
  respondBy: dispute.respondBy ?? null,
  allowedActions: [...allowedActions(dispute, now)],
  evidenceMax,
  data: evidence.map(evidenceBody),
  answer:
    dispute.answer === null
      ? null
      : {
          ...dispute.answer,
          text: answer?.text ?? null,
          sentBy: 'OPERATOR',
          answeredBy: answer?.answeredBy ?? null,
        },
});
