import { type Principal } from '@repasse/chassis/auth/principal';
import { ProblemError } from '@repasse/chassis/http/problem';
import { formatMinor } from '@repasse/values/money';
import { type RefusedWithdrawal } from '../store/decide-withdrawal';
import { type StoredWithdrawal } from '../store/withdrawals';
import { isStaff } from '@repasse/chassis/auth/caller';

/** Why a withdrawal was not begun, with the number that says what could be. */
export const withdrawalRefused = ({ rejection, ...limits }: RefusedWithdrawal): ProblemError => {
  const { code, detail } = rejection;
  const [minimum, payable] = [formatMinor(limits.minimumMinor), formatMinor(limits.payableMinor)];
  const { standing } = limits;
  switch (code) {
    case 'withdrawal.amount_below_minimum':
      return new ProblemError({
        ...{ status: 400, code, detail: `Nothing below ${minimum} BRL is paid out.` },
        errors: [belowMinimum(limits.minimumMinor)],
        extra: { minimum },
      });
    case 'withdrawal.insufficient_balance': {
      const available = formatMinor(standing.availableMinor);
      return conflict(code, `Available are ${available} BRL.`, { available });
    }
    case 'withdrawal.amount_withheld': {
      const [withheld, reasons] = [formatMinor(standing.withheldMinor), standing.withheldReasons];
      return conflict(code, `${withheld} BRL are withheld; ${payable} BRL can be paid out.`, {
        payable,
        withheld,
        reasons,
      });
    }
    case 'withdrawal.above_maximum':
    case 'withdrawal.day_limit':
    case 'withdrawal.destination_limit':
      return conflict(code, `At most ${payable} BRL can be paid out now.`, { payable });
    case 'withdrawal.destination_not_found':
      return new ProblemError({ status: 404, code, detail });
    case 'withdrawal.destination_waiting':
      return conflict(code, detail, { usableAt: standing.destination?.usableFrom ?? null });
    case 'withdrawal.user_suspended':
    case 'withdrawal.recipient_suspended':
    case 'withdrawal.recipient_not_verified':
    case 'withdrawal.fee_not_covered':
    case 'withdrawal.destination_required':
      return conflict(code, detail, {});
    default:
      // The id derives from the request's key or from nothing, so it cannot be of another withdrawal.
      throw new Error(`A request for a withdrawal was refused as ${code}: ${detail}`);
  }
};

const conflict = (code: string, detail: string, extra: object): ProblemError =>
  new ProblemError({ status: 409, code, detail, extra: { ...extra, retryable: false } });

export const belowMinimum = (amountMinorMin: number) => ({
  field: 'amount',
  message: `must be at least ${formatMinor(amountMinorMin)}.`,
});

export const notTheManager = (userId: number): ProblemError =>
  new ProblemError({
    status: 403,
    code: 'withdrawal.not_the_manager',
    detail: `Only the merchant that manages user ${userId}, and the user, may do this.`,
  });

/** Its user, the merchant that managed the user when it was asked for, and staff. */
export const maySee = (caller: Principal, { userId, managerUserId }: StoredWithdrawal): boolean =>
  userId === caller.userId || managerUserId === caller.userId || isStaff(caller);

/** To a stranger it looks the same as one that does not exist. */
export const withdrawalNotFound = (withdrawalId: string): ProblemError =>
  new ProblemError({
    status: 404,
    code: 'withdrawal.not_found',
    detail: `There is no withdrawal ${withdrawalId} of yours.`,
  });
