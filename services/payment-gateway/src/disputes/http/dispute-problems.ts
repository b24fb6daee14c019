import { type Rejection } from '@repasse/chassis/decider';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem, ProblemError } from '@repasse/chassis/http/problem';
import { allowedActions } from '../domain/answer.decide';
import { type Dispute } from '../domain/dispute';
import { statusWord } from './defence-body';

// To a stranger it looks the same as a dispute that does not exist.
export const disputeNotFound = (disputeId: string): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'dispute.not_found',
    detail: `There is no dispute ${disputeId} of yours.`,
  });

export const evidenceNotFound = (evidenceId: string): ApiResponse =>
  problem({
    status: 404,
    code: 'dispute.evidence_not_found',
    detail: `The dispute has no evidence ${evidenceId}.`,
  });

/** With where the dispute stands, and what can be done instead. */
export const disputeRefused = ({ code, detail }: Rejection, dispute: Dispute, now: string): ApiResponse =>
  problem({
    ...{ status: 409, code, detail },
    extra: {
      ...{ currentStatus: statusWord[dispute.status], allowedActions: allowedActions(dispute, now) },
      retryable: false,
    },
  });
