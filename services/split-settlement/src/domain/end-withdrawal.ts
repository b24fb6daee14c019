import { assertNever, reject, type Rejection } from '@repasse/chassis/decider';
import { type PaidAs, type ReturnOfPayout, type WithdrawalEvent, type WithdrawalState } from './withdrawal-events';
import { type WithdrawalTerms } from './withdrawal-terms';

type Decision = readonly WithdrawalEvent[] | Rejection;

/** What the payment gateway says of a payout. */
interface PayoutOf {
  readonly amountMinor: number;
  /** Undefined where the gateway says nothing of it: then it is all of the amount, or the gateway is of an older release. */
  readonly payoutMinor?: number | undefined;
  readonly currency: string;
  readonly now: string;
}

export type PayWithdrawal = PayoutOf & PaidAs;
export type FailWithdrawal = PayoutOf & { readonly failure: string };
export type ReturnWithdrawal = PayoutOf & ReturnOfPayout;

/** The money is the provider's. */
export const payWithdrawal = (end: PayWithdrawal, state: WithdrawalState): Decision => {
  switch (state.status) {
    case 'absent':
      return notFound;
    case 'awaiting_release':
      return notReleased;
    case 'paid':
    case 'returned':
      return [];
    case 'failed':
    case 'canceled':
      return reject('withdrawal.already_failed', 'It failed, and the money is the user’s again.');
    case 'pending': {
      const { terms } = state;
      const { endToEndId, transactionHash, now: at } = end;
      return isOf(end, terms)
        ? [{ type: 'WithdrawalPaid', data: { terms, endToEndId, transactionHash, at } }]
        : differs;
    }
    default:
      return assertNever(state);
  }
};

/** The money is the user's again. */
export const failWithdrawal = (end: FailWithdrawal, state: WithdrawalState): Decision => {
  switch (state.status) {
    case 'absent':
      return notFound;
    case 'awaiting_release':
      return notReleased;
    case 'failed':
      return [];
    case 'canceled':
      return reject('withdrawal.already_failed', 'It was canceled, and the money is the user’s again.');
    case 'paid':
    case 'returned':
      return reject('withdrawal.already_paid', 'It is paid, and the money is gone.');
    case 'pending': {
      const { terms } = state;
      const { failure, now: at } = end;
      return isOf(end, terms) ? [{ type: 'WithdrawalFailed', data: { terms, failure, at } }] : differs;
    }
    default:
      return assertNever(state);
  }
};

/** Money came back from the receiver's bank, all of it or a part. A total that was told before says nothing new. */
export const returnWithdrawal = (back: ReturnWithdrawal, state: WithdrawalState): Decision => {
  switch (state.status) {
    case 'absent':
      return notFound;
    case 'awaiting_release':
    case 'pending':
    case 'failed':
    case 'canceled':
      return reject('withdrawal.not_paid', 'Money came back of a withdrawal that is not paid.');
    case 'paid':
    case 'returned':
      return isOf(back, state.terms) ? returned(back, state) : differs;
    default:
      return assertNever(state);
  }
};

const returned = (
  { returnedTotalMinor, returnReference, returnReason, now: at }: ReturnWithdrawal,
  { terms, returnedMinor: beforeMinor }: { readonly terms: WithdrawalTerms; readonly returnedMinor: number },
): Decision => {
  if (returnedTotalMinor <= beforeMinor) return [];
  if (returnedTotalMinor > terms.payoutMinor) {
    return reject('withdrawal.returned_too_much', 'More came back than was paid out.');
  }
  const returnedMinor = returnedTotalMinor - beforeMinor;
  const data = { terms, returnedMinor, returnedTotalMinor, returnReference, returnReason, at };
  return [{ type: 'WithdrawalReturned', data }];
};

const notFound = reject('withdrawal.not_found', 'This withdrawal was never requested.');
const notReleased = reject('withdrawal.not_released', 'It waits for a second person, and nothing may be paid out.');
const differs = reject('withdrawal.payout_differs', 'The payout is of another amount.');

const isOf = (end: PayoutOf, terms: WithdrawalTerms): boolean =>
  end.amountMinor === terms.amountMinor &&
  end.currency === terms.currency &&
  (end.payoutMinor === undefined || end.payoutMinor === terms.payoutMinor);
