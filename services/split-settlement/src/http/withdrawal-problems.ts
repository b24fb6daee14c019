import { type Rejection } from '@repasse/chassis/decider';
import { ProblemError } from '@repasse/chassis/http/problem';
import { formatMinor } from '@repasse/values/money';

export interface Limits {
  readonly availableMinor: number;
  readonly amountMinorMin: number;
}

/** Why a withdrawal was not begun, with the number that says what could be. */
export const withdrawalRefused = ({ code, detail }: Rejection, limits: Limits): ProblemError => {
  switch (code) {
    case 'withdrawal.amount_below_minimum':
      return new ProblemError({
        ...{ status: 400, code, detail: `Nothing below ${formatMinor(limits.amountMinorMin)} BRL is paid out.` },
        errors: [belowMinimum(limits.amountMinorMin)],
        extra: { minimum: formatMinor(limits.amountMinorMin) },
      });
    case 'withdrawal.insufficient_balance':
      return new ProblemError({
        ...{ status: 409, code, detail: `Available are ${formatMinor(limits.availableMinor)} BRL.` },
        extra: { available: formatMinor(limits.availableMinor), retryable: false },
      });
    default:
      // The id derives from the request's key or from nothing, so it cannot be of another withdrawal.
      throw new Error(`A request for a withdrawal was refused as ${code}: ${detail}`);
  }
};

export const belowMinimum = (amountMinorMin: number) => ({
  field: 'amount',
  message: `must be at least ${formatMinor(amountMinorMin)}.`,
});

/** To a stranger it looks the same as one that does not exist. */
export const withdrawalNotFound = (withdrawalId: string): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'withdrawal.not_found',
    detail: `There is no withdrawal ${withdrawalId} of yours.`,
  });
