import { type Principal } from '@repasse/chassis/auth/principal';
import { needsProof, stepUpRequired } from '@repasse/chassis/auth/step-up';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { formatMinor } from '@repasse/values/money';

export interface RefundLimits {
  /** Above it a person proves a second factor; in minor units of whatever was paid. */
  readonly stepUpAboveMinor: number;
}

/**
 * Why a person may not give this much back: their role has a limit, or a code is due. A program is not asked, since it
 * holds a key that was given to it for refunds.
 */
export const limitProblem = (
  caller: Principal,
  amountMinor: number,
  { limits, now }: { readonly limits: RefundLimits; readonly now: Date },
): ApiResponse | undefined => {
  const { personId, refundMinorMax } = caller;
  if (personId === undefined) return undefined;
  if (refundMinorMax !== undefined && amountMinor > refundMinorMax) return aboveRoleLimit(refundMinorMax);
  return amountMinor > limits.stepUpAboveMinor && needsProof(caller, now) ? problem(stepUpRequired) : undefined;
};

const aboveRoleLimit = (allowedMinor: number): ApiResponse => {
  const allowed = formatMinor(allowedMinor);
  return problem({
    status: 403,
    code: 'refund.above_role_limit',
    detail: `Your role gives back at most ${allowed} by one refund. Refund less, or ask a colleague whose role has no limit.`,
    extra: { allowed, retryable: false },
  });
};
