import { type Principal } from '@repasse/chassis/auth/principal';
import { needsProof, stepUpRequired } from '@repasse/chassis/auth/step-up';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { formatMinor } from '@repasse/values/money';
import { type PaymentState, refundsOf } from '../../payments/domain/payment';
import { type DataOf } from '../../payments/domain/payment-commands';
import { requestedRefund } from '../domain/requested-refund';
import { isBeyondRole, leftToPerson } from '../domain/role-limit';

export interface RefundLimits {
  /** Above it a person proves a second factor; in minor units of whatever was paid. */
  readonly stepUpAboveMinor: number;
}

interface Request {
  readonly caller: Principal;
  readonly asked: DataOf<'RequestRefund'>;
  readonly amountMinor: number;
}

/**
 * Why a person may not give this much back: their role has a limit, or a code is due. A program is not asked, since it
 * holds a key that was given to it for refunds. A refund that was begun is only asked for again.
 */
export const limitProblem = (
  { caller, asked, amountMinor }: Request,
  payment: PaymentState,
  { limits, now }: { readonly limits: RefundLimits; readonly now: Date },
): ApiResponse | undefined => {
  if (caller.personId === undefined) return undefined;
  const isNew = requestedRefund(refundsOf(payment), asked.refundId) === undefined;
  if (isNew && isBeyondRole(asked, payment, amountMinor)) return aboveRoleLimit(asked, payment);
  return amountMinor > limits.stepUpAboveMinor && needsProof(caller, now) ? problem(stepUpRequired) : undefined;
};

/** With the rest that the person may still give back of this payment. */
export const aboveRoleLimit = (asked: DataOf<'RequestRefund'>, payment: PaymentState): ApiResponse => {
  const most = formatMinor(asked.personMaxMinor ?? 0);
  const allowed = formatMinor(leftToPerson(asked, payment) ?? 0);
  return problem({
    status: 403,
    code: 'refund.above_role_limit',
    detail:
      `Your role gives back at most ${most} of one payment, by all your refunds together, and ${allowed} of it is left. ` +
      'Refund less, or ask a colleague whose role has no limit.',
    extra: { allowed, retryable: false },
  });
};
