import { reject } from '@repasse/chassis/decider';
import { isInProgress, isOpen, type ExistingCharge } from '../charge';
import { type CancelCharge, type ExpireCharge } from '../charge.commands';
import { type UndatedChargeEvent } from '../charge.events';
import { cancelOpenAttempts } from './attempts';
import { statusAt } from '../expiry';
import { isAllowed } from '../merchant-actions';
import { type Decision } from './decision';

/** The callback of a payment in the last second comes a little later. A minute is longer than any callback takes. */
export const expiryGraceMs = 60_000;

export const cancelCharge = ({ now }: CancelCharge['data'], state: ExistingCharge): Decision => {
  if (state.status === 'canceled') return [];
  const status = statusAt(state, now);
  if (status !== 'expired' && isInProgress(state)) {
    return reject('charge.not_cancelable', 'A payment of this charge is being processed. Wait for its outcome.');
  }
  if (!isAllowed('cancel', status)) return reject('charge.not_cancelable', `The charge is ${status}.`);
  return [...cancelOpenAttempts(state), { type: 'ChargeCanceled', data: {} }];
};

/** A charge whose payment is in progress is not expired; it expires once that payment has failed. */
export const expireCharge = ({ now }: ExpireCharge['data'], state: ExistingCharge): Decision => {
  const isDue = Date.parse(now) >= Date.parse(state.terms.expiresAt) + expiryGraceMs;
  return state.status === 'pending' && isDue && !isInProgress(state) ? expiredCharge(state) : [];
};

export const expiredCharge = (state: ExistingCharge): readonly UndatedChargeEvent[] => [
  ...state.attempts
    .filter(isOpen)
    .map(({ terms: { attemptId } }): UndatedChargeEvent => ({ type: 'AttemptExpired', data: { attemptId } })),
  { type: 'ChargeExpired', data: {} },
];
