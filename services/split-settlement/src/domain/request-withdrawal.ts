import { reject, type Rejection } from '@repasse/chassis/decider';
import { destinationRefusal, leastMinor, limitsOf, payeeRefusal, type PayoutStanding } from './payout-standing';
import { type WithdrawalEvent, type WithdrawalState } from './withdrawal-events';
import { isSameRequest, type WithdrawalTerms } from './withdrawal-terms';

export interface RequestWithdrawal {
  readonly terms: WithdrawalTerms;
  readonly standing: PayoutStanding;
  /** The amount of the terms follows from what was there. */
  readonly isUpTo: boolean;
  /** The setting: the least that is paid out in coins. */
  readonly amountMinorMin: number;
  /** Until when a second person could release it. */
  readonly releaseUntil: string;
  readonly now: string;
}

type Decision = readonly WithdrawalEvent[] | Rejection;

/** Takes the money, for the provider or to wait for a second person, or says why not. */
export const requestWithdrawal = (request: RequestWithdrawal, state: WithdrawalState): Decision => {
  const { terms, standing, isUpTo, releaseUntil, now: at } = request;
  if (state.status !== 'absent') {
    if (isSameRequest(state.terms, terms, isUpTo)) return [];
    return reject('withdrawal.id_taken', 'The id is of another withdrawal.');
  }
  const refusal = refusalOf(request);
  if (refusal !== null) return refusal;
  const { fourEyesAboveMinor } = standing.policy;
  return fourEyesAboveMinor !== null && terms.amountMinor > fourEyesAboveMinor
    ? [{ type: 'WithdrawalProposed', data: { terms, releaseUntil, at } }]
    : [{ type: 'WithdrawalRequested', data: { terms, at } }];
};

const refusalOf = (request: RequestWithdrawal): Rejection | null =>
  payeeRefusal(request.standing) ?? placeRefusal(request) ?? amountRefusal(request);

/** A new address waits, as each destination does: a recipient's money goes to no address that was only just named. */
const placeRefusal = ({ terms, standing, now }: RequestWithdrawal): Rejection | null => {
  if (terms.destinationId !== null) return destinationRefusal(standing.destination, now);
  return standing.payee === null
    ? null
    : reject('withdrawal.destination_required', 'A recipient is paid at one of their destinations.');
};

const amountRefusal = ({ terms, standing, amountMinorMin, now }: RequestWithdrawal): Rejection | null => {
  const { amountMinor, feeMinor, feeUserId, userId } = terms;
  const { availableMinor, withheldMinor, managerFundsMinor } = standing;
  if (amountMinor < leastMinor(standing, terms, amountMinorMin)) {
    return reject('withdrawal.amount_below_minimum', 'The amount is below the least that is paid out.');
  }
  const exceeded = limitsOf(standing, now).find(({ leftMinor }) => amountMinor > leftMinor);
  if (exceeded !== undefined) return reject(exceeded.code, 'The amount is above a limit of the payout policy.');
  if (amountMinor > availableMinor) {
    return reject('withdrawal.insufficient_balance', 'The amount is more than is available.');
  }
  if (amountMinor > availableMinor - withheldMinor) {
    return reject('withdrawal.amount_withheld', 'A part of the balance is withheld.');
  }
  if (feeUserId !== userId && feeMinor > managerFundsMinor) {
    return reject('withdrawal.fee_not_covered', 'The manager carries the fee and does not have it available.');
  }
  return null;
};
