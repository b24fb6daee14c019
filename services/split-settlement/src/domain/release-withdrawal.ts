import { assertNever, reject, type Rejection } from '@repasse/chassis/decider';
import { destinationRefusal, payeeRefusal, type PayoutStanding } from './payout-standing';
import { type CancelReason, type WithdrawalEvent, type WithdrawalState } from './withdrawal-events';

type Decision = readonly WithdrawalEvent[] | Rejection;
type Waiting = Extract<WithdrawalState, { status: 'awaiting_release' }>;

export interface ReleaseWithdrawal {
  readonly key: string;
  readonly standing: Pick<PayoutStanding, 'isSuspended' | 'payee' | 'destination'>;
  readonly now: string;
}

export interface CancelWithdrawal {
  readonly key: string;
  readonly now: string;
}

export interface ExpireWithdrawal {
  readonly now: string;
}

/**
 * A second person lets the money go. A user who may not be paid any more is canceled instead; a destination that is gone
 * refuses the release, and somebody cancels.
 */
export const releaseWithdrawal = ({ key, standing, now }: ReleaseWithdrawal, state: WithdrawalState): Decision => {
  const refusal = waitingRefusal(state, key);
  if (refusal !== null) return refusal;
  const waiting = state as Waiting;
  if (isOver(waiting, now)) return canceled(waiting, 'EXPIRED', null, now);
  if (payeeRefusal(standing) !== null) return canceled(waiting, 'SUSPENDED', key, now);
  const { terms } = waiting;
  const isGone = terms.destinationId === null ? null : destinationRefusal(standing.destination, now);
  return isGone ?? [{ type: 'WithdrawalRequested', data: { terms, releasedBy: key, at: now } }];
};

/** The second person says no. */
export const cancelWithdrawal = ({ key, now }: CancelWithdrawal, state: WithdrawalState): Decision =>
  waitingRefusal(state, key) ?? canceled(state as Waiting, 'REFUSED', key, now);

/** Nobody decided in time. What does not wait any more, or not yet that long, is left alone. */
export const expireWithdrawal = ({ now }: ExpireWithdrawal, state: WithdrawalState): Decision =>
  state.status === 'awaiting_release' && isOver(state, now) ? canceled(state, 'EXPIRED', null, now) : [];

const waitingRefusal = (state: WithdrawalState, key: string): Rejection | null => {
  switch (state.status) {
    case 'absent':
      return reject('withdrawal.not_found', 'This withdrawal was never requested.');
    case 'awaiting_release':
      return state.terms.requestedBy === key
        ? reject('withdrawal.same_key', 'The API key that asked for a withdrawal cannot decide about it.')
        : null;
    case 'pending':
    case 'paid':
    case 'failed':
    case 'canceled':
    case 'returned':
      return reject('withdrawal.not_awaiting_release', 'It does not wait for a second person.');
    default:
      return assertNever(state);
  }
};

const isOver = ({ releaseUntil }: Waiting, now: string): boolean => Date.parse(now) >= Date.parse(releaseUntil);

const canceled = ({ terms }: Waiting, reason: CancelReason, canceledBy: string | null, at: string): Decision => [
  { type: 'WithdrawalCanceled', data: { terms, reason, canceledBy, at } },
];
