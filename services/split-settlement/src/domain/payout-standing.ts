import { reject, type Rejection } from '@repasse/chassis/decider';
import { type PayoutPolicy } from './payout-policy';
import { hasMinimum, type Rail } from './rails';
import { type WithdrawalTerms } from './withdrawal-terms';

export type Verification = 'NOT_STARTED' | 'PENDING' | 'VERIFIED' | 'REFUSED' | 'SUSPENDED' | 'ERASED';

/** The legal side of a user, as far as it decides about payouts. */
export interface Payee {
  readonly managerUserId: number | null;
  readonly verification: Verification;
}

/** Where money goes; only coins have their address here. */
export interface Destination {
  readonly destinationId: string;
  readonly rail: Rail;
  readonly label: string;
  readonly payCurrency: string | null;
  readonly payAddress: string | null;
  readonly memo: string | null;
  readonly addedAt: string;
  readonly usableFrom: string;
  readonly confirmedAt: string | null;
}

/** What is known of a user when money is to leave. Amounts in minor units. */
export interface PayoutStanding {
  /** True when identity has suspended the user. */
  readonly isSuspended: boolean;
  /** Null for a user without a legal side, who is paid in coins only. */
  readonly payee: Payee | null;
  /** The named destination, or the default one; null when there is none, and for an address in the request. */
  readonly destination: Destination | null;
  /** Available, less debts and what refunds on their way will take. Never below zero. */
  readonly availableMinor: number;
  /** The part of it that staff withhold. */
  readonly withheldMinor: number;
  readonly withheldReasons: readonly string[];
  /** Asked for today, and so far to this destination. */
  readonly dayMinor: number;
  readonly toDestinationMinor: number;
  /** What the manager could carry of a fee. */
  readonly managerFundsMinor: number;
  readonly policy: PayoutPolicy;
}

/** Why nothing may be paid to this user now, whatever the amount. */
export const payeeRefusal = ({
  isSuspended,
  payee,
}: Pick<PayoutStanding, 'isSuspended' | 'payee'>): Rejection | null => {
  if (isSuspended) return reject('withdrawal.user_suspended', 'The user is suspended and is paid nothing.');
  if (payee === null || payee.verification === 'VERIFIED') return null;
  return payee.verification === 'SUSPENDED'
    ? reject('withdrawal.recipient_suspended', 'The recipient is suspended and is paid nothing until verified again.')
    : reject('withdrawal.recipient_not_verified', `The recipient is not verified: ${payee.verification}.`);
};

/** Why nothing may go to this destination now. */
export const destinationRefusal = (destination: Destination | null, now: string): Rejection | null => {
  if (destination === null) {
    return reject('withdrawal.destination_not_found', 'There is no such destination, or no default one.');
  }
  const isUsable = destination.confirmedAt !== null || Date.parse(destination.usableFrom) <= Date.parse(now);
  if (isUsable) return null;
  return reject('withdrawal.destination_waiting', `The destination can be used from ${destination.usableFrom} on.`);
};

/** What may be taken for this payout at most, whatever is asked for. */
export const payableMinor = (standing: PayoutStanding, now: string): number => {
  const { availableMinor, withheldMinor } = standing;
  const limits = [availableMinor - withheldMinor, ...limitsOf(standing, now).map(({ leftMinor }) => leftMinor)];
  return Math.max(Math.min(...limits), 0);
};

interface Limit {
  readonly code: string;
  readonly leftMinor: number;
}

/** The limits of the policy, and what each leaves. */
export const limitsOf = (standing: PayoutStanding, now: string): readonly Limit[] => {
  const { policy, dayMinor, toDestinationMinor } = standing;
  const { maximumMinor, dayMaximumMinor, newDestinationMaximumMinor } = policy;
  return [
    ...limit('withdrawal.above_maximum', maximumMinor, 0),
    ...limit('withdrawal.day_limit', dayMaximumMinor, dayMinor),
    ...(isNew(standing, now)
      ? limit('withdrawal.destination_limit', newDestinationMaximumMinor, toDestinationMinor)
      : []),
  ];
};

const limit = (code: string, maximumMinor: number | null, usedMinor: number): readonly Limit[] =>
  maximumMinor === null ? [] : [{ code, leftMinor: Math.max(maximumMinor - usedMinor, 0) }];

const dayMs = 86_400_000;

const isNew = ({ destination, policy }: PayoutStanding, now: string): boolean =>
  destination !== null && Date.parse(now) < Date.parse(destination.addedAt) + (policy.newDestinationDays ?? 0) * dayMs;

/** The least that is worth paying out: the policy's, the setting's where the rail has one, and more than the user's fee. */
export const leastMinor = ({ policy }: PayoutStanding, terms: FeeTerms, settingMinor: number): number => {
  const { rail, feeMinor, feeUserId, userId } = terms;
  return Math.max(
    policy.minimumMinor ?? 1,
    hasMinimum(rail) ? settingMinor : 1,
    feeUserId === userId ? feeMinor + 1 : 1,
  );
};

type FeeTerms = Pick<WithdrawalTerms, 'rail' | 'feeMinor' | 'feeUserId' | 'userId'>;
