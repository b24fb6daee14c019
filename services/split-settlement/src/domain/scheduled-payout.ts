import { type Rejection } from '@repasse/chassis/decider';
import { type PayoutSchedule } from './payout-schedule';
import { destinationRefusal, payableMinor, payeeRefusal, type PayoutStanding } from './payout-standing';

/** Why a run pays a user nothing. */
export const skipReasons = [
  ...(['NOTHING_AVAILABLE', 'BELOW_THRESHOLD', 'BELOW_MINIMUM', 'LIMIT_REACHED', 'WITHHELD'] as const),
  ...(['NOT_VERIFIED', 'SUSPENDED', 'NO_DESTINATION', 'DESTINATION_WAITING', 'FEE_NOT_COVERED'] as const),
] as const;
export type SkipReason = (typeof skipReasons)[number];

export type ScheduledPayout = { readonly amountMinor: number } | { readonly skipReason: SkipReason };

/** What a run pays of what is there: all but what is to stay, within every limit. */
export const scheduledPayout = (
  { rhythm, keepMinor }: PayoutSchedule,
  standing: PayoutStanding,
  now: string,
): ScheduledPayout => {
  const refusal = payeeRefusal(standing) ?? destinationRefusal(standing.destination, now);
  if (refusal !== null) return { skipReason: skipReasonOf(refusal) };
  const freeMinor = standing.availableMinor - standing.withheldMinor;
  if (rhythm.frequency === 'THRESHOLD' && freeMinor < rhythm.thresholdMinor) {
    return { skipReason: standing.availableMinor < rhythm.thresholdMinor ? 'BELOW_THRESHOLD' : 'WITHHELD' };
  }
  if (standing.availableMinor <= keepMinor) return { skipReason: 'NOTHING_AVAILABLE' };
  if (freeMinor <= keepMinor) return { skipReason: 'WITHHELD' };
  const amountMinor = Math.min(freeMinor - keepMinor, payableMinor(standing, now));
  return amountMinor > 0 ? { amountMinor } : { skipReason: 'LIMIT_REACHED' };
};

const reasons: Readonly<Record<string, SkipReason>> = {
  'withdrawal.user_suspended': 'SUSPENDED',
  'withdrawal.recipient_suspended': 'SUSPENDED',
  'withdrawal.recipient_not_verified': 'NOT_VERIFIED',
  'withdrawal.destination_not_found': 'NO_DESTINATION',
  'withdrawal.destination_waiting': 'DESTINATION_WAITING',
  'withdrawal.amount_below_minimum': 'BELOW_MINIMUM',
  'withdrawal.above_maximum': 'LIMIT_REACHED',
  'withdrawal.day_limit': 'LIMIT_REACHED',
  'withdrawal.destination_limit': 'LIMIT_REACHED',
  'withdrawal.insufficient_balance': 'NOTHING_AVAILABLE',
  'withdrawal.amount_withheld': 'WITHHELD',
  'withdrawal.fee_not_covered': 'FEE_NOT_COVERED',
};

/** Of a refusal of the withdrawal that a run asks for. Throws for one that no run can come to. */
export const skipReasonOf = ({ code, detail }: Rejection): SkipReason => {
  const reason = reasons[code];
  if (reason === undefined) throw new Error(`A scheduled payout was refused as ${code}: ${detail}`);
  return reason;
};
